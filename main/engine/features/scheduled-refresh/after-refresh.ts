import type { ScheduleCounts } from '#contract/features/scheduled-refresh/calls';
import type { OpenConnection } from '../../connection/open-connection';
import { pause, type Clock } from '../../service/clock';

/** Polling interval. Files and exports start within it after the refresh. */
const POLL_INTERVAL_MS = 2_000;
/** Files and exports that take longer are not counted. */
const MAX_WAIT_MS = 60 * 60_000;
/** Time for the app's window, if it is open, to write the review findings. */
const MAX_WINDOW_WAIT_MS = 60_000;

interface AfterRefreshDeps {
  readonly opened: Pick<OpenConnection, 'live' | 'pendingWork' | 'workspace' | 'closed'>;
  readonly clock: Clock;
  /** Checks the new data; returns the number of findings that this refresh brought. */
  readonly newFindings: () => Promise<number>;
}

/** Waits for the files and exports that follow a complete refresh, and returns counts of everything new. */
export async function afterRefresh(
  { opened, clock, newFindings }: AfterRefreshDeps,
  since: number,
): Promise<ScheduleCounts> {
  const { live, pendingWork, workspace, closed } = opened;
  const startedAt = clock.now();
  const findings = await newFindings();
  const isBusy = () => pendingWork.counts.downloads + pendingWork.counts.exports > 0;
  const isDue = () => workspace.standingExports.all().some((standingExport) => standingExport.isDue);
  do await pause(clock, POLL_INTERVAL_MS, closed);
  while (
    (isBusy() && clock.now() - startedAt < MAX_WAIT_MS) ||
    (isDue() && clock.now() - startedAt < MAX_WINDOW_WAIT_MS)
  );
  const from = new Date(since).toISOString();
  const ends = workspace.standingExports
    .all()
    .flatMap(({ last }) => (last && last.at >= from ? [last.how] : []));
  return {
    changes: (live.value.run?.resources ?? []).reduce(
      (sum, { added, changed, removed }) => sum + added + changed + removed,
      0,
    ),
    newFindings: findings,
    files: workspace.feeFiles.saved().filter(({ savedAt }) => savedAt >= from).length,
    exports: ends.filter((how) => how === 'done').length,
    problems: ends.filter((how) => how !== 'done').length,
  };
}
