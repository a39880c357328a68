import { ORPCError } from '@orpc/server';
import { fail, failureOf } from '../../preload/contract/failure';

/** Characters in all texts of one message together: more than any paste or file that a call takes. */
export const MOST_TEXT = 4_000_000;

/**
 * oRPC middleware of every procedure: whatever is thrown inside, or while a stream is followed, crosses the bridge as the
 * declared error FAILED, and a message of more text than anybody writes is refused before it is looked at.
 */
export async function asFailure<T>(
  { next }: { next: () => T | PromiseLike<T> },
  input?: unknown,
): Promise<T> {
  try {
    if (textIn(input, MOST_TEXT) > MOST_TEXT) throw fail('too-large', { where: 'message' });
    const result = await next();
    return streams(result) ? { ...result, output: failingAsDeclared(result.output) } : result;
  } catch (error) {
    throw declared(error);
  }
}

/** What oRPC hands to its middleware, where a procedure answers with a stream. */
const streams = (result: unknown): result is { output: AsyncIterable<unknown> } =>
  typeof result === 'object' &&
  result !== null &&
  'output' in result &&
  typeof result.output === 'object' &&
  result.output !== null &&
  Symbol.asyncIterator in result.output;

async function* failingAsDeclared<T>(stream: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  try {
    yield* stream;
  } catch (error) {
    throw declared(error);
  }
}

/** Input that does not fit the contract is a mistake of ours, not of the person: it keeps its own code. */
const declared = (error: unknown): unknown =>
  error instanceof ORPCError
    ? error
    : new ORPCError('FAILED', { defined: true, data: failureOf(error), cause: error });

/** The characters of all texts within a value; counting ends above `most`. */
function textIn(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [name, part] of Object.entries(value)) {
    sum += name.length + textIn(part, most - sum);
    if (sum > most) return sum;
  }
  return sum;
}
