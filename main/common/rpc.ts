import { ORPCError } from '@orpc/server';
import { fail, failureOf } from '#contract/failure';

/**
 * Maximum characters in all texts and member names of one message: above the longest paste (MAX_IMPORT_TEXT) and PDF of
 * any call.
 */
export const MAX_MESSAGE_TEXT = 32_000_000;

/**
 * Converts anything thrown in the procedure or its stream to the declared error FAILED, and refuses messages with
 * too much text before they are parsed.
 */
export async function declareFailures<T>(
  { next }: { next: () => T | PromiseLike<T> },
  input?: unknown,
): Promise<T> {
  try {
    if (textLength(input, MAX_MESSAGE_TEXT) > MAX_MESSAGE_TEXT) throw fail('too-large', { where: 'message' });
    const result = await next();
    return isStreamResult(result) ? { ...result, output: withDeclaredErrors(result.output) } : result;
  } catch (error) {
    throw toDeclaredError(error);
  }
}

/** The result shape that oRPC passes to middleware when a procedure returns a stream. */
const isStreamResult = (result: unknown): result is { output: AsyncIterable<unknown> } =>
  typeof result === 'object' &&
  result !== null &&
  'output' in result &&
  typeof result.output === 'object' &&
  result.output !== null &&
  Symbol.asyncIterator in result.output;

async function* withDeclaredErrors<T>(stream: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  try {
    yield* stream;
  } catch (error) {
    throw toDeclaredError(error);
  }
}

/** Keeps the code of an oRPC error: input that violates the contract is our bug, not the user's. */
const toDeclaredError = (error: unknown): unknown =>
  error instanceof ORPCError
    ? error
    : new ORPCError('FAILED', { defined: true, data: failureOf(error), cause: error });

/** Counts the characters of all texts and member names inside a value; stops counting above `max`. */
function textLength(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [name, item] of Object.entries(value)) {
    sum += name.length + textLength(item, max - sum);
    if (sum > max) return sum;
  }
  return sum;
}
