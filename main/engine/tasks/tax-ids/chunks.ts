import { failureOf, type Failure } from '../../../../preload/contract/failure';
import { reaches } from '../../../../preload/contract/failure-reach';

/** Values or tokens in one request. */
export const CHUNK = 500;
/** Requests that may be spent on finding the culprits of refused chunks. */
const MOST_HALVINGS = 400;

export interface Asking<T> {
  /** One request: an answer for each text, by position; null where the service has none. */
  readonly ask: (texts: readonly string[], signal: AbortSignal) => Promise<readonly (T | null)[]>;
  readonly signal: AbortSignal;
  readonly answered: (text: string, answer: T | null) => void;
  /** The service says that something is wrong with this text. */
  readonly rejected: (text: string) => void;
  readonly failed: (texts: readonly string[], failure: Failure) => void;
  /** After every request. */
  readonly moved: () => void;
}

/** Statuses that speak of what was sent: 400 (spec section 7), and its sisters for a content and for a size. */
const OF_CONTENT: ReadonlySet<number | undefined> = new Set([400, 413, 422]);
const isOfContent = ({ kind, status }: Failure): boolean => kind === 'refused' && OF_CONTENT.has(status);

/**
 * Asks for many texts in chunks, one after the other. A chunk that is refused for what is in it is halved until the one
 * text that the service does not take is alone: that is rejected, the others have their answers. Any other refusal says
 * nothing about a text: its chunk failed. Never rejects.
 */
export async function askInChunks<T>(texts: readonly string[], asking: Asking<T>): Promise<void> {
  const { ask, signal, answered, rejected, failed, moved } = asking;
  const waiting = chunksOf([...new Set(texts)]);
  let halvings = 0;
  for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
    try {
      const answers = await ask(chunk, signal);
      for (const [at, text] of chunk.entries()) answered(text, answers[at] ?? null);
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted || failure.kind === 'canceled') return;
      if (isOfContent(failure) && chunk.length === 1) chunk.forEach((text) => rejected(text));
      else if (isOfContent(failure) && halvings < MOST_HALVINGS) {
        halvings += 1;
        const half = Math.ceil(chunk.length / 2);
        waiting.unshift(chunk.slice(0, half), chunk.slice(half));
      } else {
        failed(chunk, failure);
        // After these the next chunk would fare no better.
        if (reaches(failure.kind, 'way', 'credential', 'part', 'computer'))
          for (const rest of waiting.splice(0)) failed(rest, failure);
      }
    }
    if (signal.aborted) return;
    moved();
  }
}

function chunksOf(texts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < texts.length; at += CHUNK) chunks.push(texts.slice(at, at + CHUNK));
  return chunks;
}
