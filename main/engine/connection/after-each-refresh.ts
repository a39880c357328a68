import type { Run } from '#contract/calls/live';
import type { OpenConnection } from './open-connection';

/**
 * Calls `act` after each refresh that completes, until the connection closes; once for all that complete while it
 * runs.
 */
export async function afterEachRefresh(
  { live, closed }: Pick<OpenConnection, 'live' | 'closed'>,
  act: () => Promise<unknown> | void,
): Promise<void> {
  const { run: earlierRun } = live.value;
  let lastDone: Run | null = earlierRun?.state === 'done' ? earlierRun : null;
  // A refresh may begin and end between two values, so its state before does not matter.
  for await (const { run } of live.follow(closed)) {
    if (run?.state !== 'done' || run === lastDone) continue;
    lastDone = run;
    await act();
  }
}
