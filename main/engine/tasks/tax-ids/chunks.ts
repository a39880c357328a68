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
  readonly failed: (texts: readonly string[], failure: Failure) => void;
  /** After every request. */
  readonly moved: () => void;
}

/**
 * Asks for many texts in chunks, one after the other. A chunk that is refused is halved until the one text that the
 * service does not take is alone: that has no answer, the others have theirs. Never rejects.
 */
export async function askInChunks<T>(texts: readonly string[], asking: Asking<T>): Promise<void> {
  const { ask, signal, answered, failed, moved } = asking;
  const waiting = chunksOf([...new Set(texts)]);
  let halvings = 0;
  for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
    try {
      const answers = await ask(chunk, signal);
      for (const [at, text] of chunk.entries()) answered(text, answers[at] ?? null);
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted || failure.kind === 'canceled') return;
      if (failure.kind === 'refused' && chunk.length === 1) chunk.forEach((text) => answered(text, null));
      else if (failure.kind === 'refused' && halvings < MOST_HALVINGS) {
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
