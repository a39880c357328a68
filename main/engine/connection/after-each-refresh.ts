import { errorCodeOf } from '#common/error-code';
import type { Run } from '#contract/calls/live';
import { failureOf } from '#contract/failure';
import type { OpenConnection } from './open-connection';

/**
 * Calls `act` after each refresh that completes, until the connection closes; once for all that complete while it
 * runs. If it fails, the diagnostic log records the error, and the next refresh calls it again.
 */
export async function afterEachRefresh(
  { live, closed, requests }: Pick<OpenConnection, 'live' | 'closed' | 'requests'>,
  act: () => Promise<unknown> | void,
): Promise<void> {
  const { run: earlierRun } = live.value;
  let lastDone: Run | null = earlierRun?.state === 'done' ? earlierRun : null;
  // A refresh may begin and end between two values, so its state before does not matter.
  for await (const { run } of live.follow(closed)) {
    if (run?.state !== 'done' || run === lastDone) continue;
    lastDone = run;
    try {
      await act();
    } catch (error) {
      if (closed.aborted) return;
      const data = { kind: failureOf(error).kind, cause: errorCodeOf(error) };
      requests.emit({ kind: 'log', event: 'refresh.follow-up-failed', data });
    }
  }
}
