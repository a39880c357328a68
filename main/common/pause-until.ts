import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Returns a pause between chunks that lets other calls run, but does not wait for them: the user is waiting. It fails
 * once the connection is closed.
 */
export const pauseUntil = (closed: AbortSignal) => async (): Promise<void> => {
  await yieldToEventLoop();
  closed.throwIfAborted();
};
