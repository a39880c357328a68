import { failureOf, type Failure } from '#contract/failure';
import { hasScope } from '../../service/failure-facts';

/** Values or tokens per request. */
export const TAX_IDS_PER_REQUEST = 500;
/**
 * Maximum number of times that refused chunks are halved to isolate their invalid values. It limits the requests if
 * the service refuses everything: chunks refused after that fail as a whole.
 */
const MAX_HALVINGS = 400;

export interface ChunkHandlers<T> {
  /** Sends one request; returns a response for each text, by position, or null where the service has none. */
  readonly requestChunk: (texts: readonly string[], signal: AbortSignal) => Promise<readonly (T | null)[]>;
  readonly signal: AbortSignal;
  readonly onResult: (text: string, response: T | null) => void;
  /** The service refuses this text. */
  readonly onRejected: (text: string) => void;
  readonly onFailed: (texts: readonly string[], failure: Failure) => void;
  /** Called after every request. */
  readonly onProgress: () => void;
}

/** Statuses that refer to the content: 400 (spec section 7), and those for size and for invalid content. */
const CONTENT_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);
const isContentFailure = ({ kind, status }: Failure): boolean =>
  kind === 'refused' && CONTENT_STATUSES.has(status);

/**
 * Sends many texts in chunks, one after the other. A chunk refused for its content is halved until the
 * invalid text is isolated; that text is rejected and the others get their responses. Any other failure applies
 * to the chunk. Rejects only if a handler throws.
 */
export async function requestInChunks<T>(
  texts: readonly string[],
  handlers: ChunkHandlers<T>,
): Promise<void> {
  const { requestChunk, signal, onResult, onRejected, onFailed, onProgress } = handlers;
  const waiting = chunksOf([...new Set(texts)]);
  let halvings = 0;
  for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
    try {
      const responses = await requestChunk(chunk, signal);
      for (const [index, text] of chunk.entries()) onResult(text, responses[index] ?? null);
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted || failure.kind === 'canceled') return;
      if (isContentFailure(failure) && chunk.length === 1) chunk.forEach((text) => onRejected(text));
      else if (isContentFailure(failure) && halvings < MAX_HALVINGS) {
        halvings += 1;
        const half = Math.ceil(chunk.length / 2);
        waiting.unshift(chunk.slice(0, half), chunk.slice(half));
      } else {
        onFailed(chunk, failure);
        // After these failures, the next chunk would fail too.
        if (hasScope(failure.kind, 'network', 'credential', 'endpoint', 'computer'))
          for (const remaining of waiting.splice(0)) onFailed(remaining, failure);
      }
    }
    if (signal.aborted) return;
    onProgress();
  }
}

function chunksOf(texts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let start = 0; start < texts.length; start += TAX_IDS_PER_REQUEST)
    chunks.push(texts.slice(start, start + TAX_IDS_PER_REQUEST));
  return chunks;
}
