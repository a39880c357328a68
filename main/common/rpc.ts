import { ORPCError } from '@orpc/server';
import { fail, failureOf } from '../../preload/contract/failure';

/** Maximum characters in all texts of one message; above any paste or file that a call accepts. */
export const MOST_TEXT = 4_000_000;

/**
 * oRPC middleware for every procedure. Converts anything thrown in the procedure or its stream to the
 * declared error FAILED, and refuses messages with too much text before they are parsed.
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

/** The result shape that oRPC passes to middleware when a procedure answers with a stream. */
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

/** Keeps the code of an oRPC error: input that violates the contract is our bug, not the user's. */
const declared = (error: unknown): unknown =>
  error instanceof ORPCError
    ? error
    : new ORPCError('FAILED', { defined: true, data: failureOf(error), cause: error });

/** Counts the characters of all texts inside a value; stops counting above `most`. */
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
