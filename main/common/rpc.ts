import { ORPCError } from '@orpc/server';
import { failureOf } from '../../preload/contract/failure';

/** oRPC middleware: whatever is thrown inside crosses the bridge as the declared error FAILED. */
export async function asFailure<T>({ next }: { next: () => T | PromiseLike<T> }): Promise<T> {
  try {
    return await next();
  } catch (error) {
    // Input that does not fit the contract is a mistake of ours, not of the person: it keeps its own code.
    if (error instanceof ORPCError) throw error;
    throw new ORPCError('FAILED', { defined: true, data: failureOf(error), cause: error });
  }
}
