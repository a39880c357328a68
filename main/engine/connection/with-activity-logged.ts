import path from 'node:path';
import type { ActivityOutcome } from '#contract/features/activity/outcome';
import type { SavedWorkLocation } from '#contract/calls/control';
import { failureOf } from '#contract/failure';
import type { OpenConnections } from './open-connections';
import { LOGGED_OUTCOMES, writeOutcomeOf } from '../service/failure-facts';
import type { NewEntry } from '../workspace/activity/activity';
import { openWorkspace } from '../workspace/open/workspace';

interface LoggedActivity {
  readonly locations: readonly SavedWorkLocation[];
  readonly entry: NewEntry;
}

/**
 * Runs work that needs no open connection, such as deleting an API key, and logs it, before and after, in the
 * activity logs of the affected connections, open or not. Successful work is logged with `outcome`. If a log cannot
 * be written, the work still runs and the diagnostic log records the error.
 */
export async function withActivityLogged<T>(
  connections: Pick<OpenConnections, 'opened' | 'requests' | 'savedWork'>,
  { locations, entry }: LoggedActivity,
  work: () => Promise<T>,
  outcome: ActivityOutcome = 'done',
): Promise<T> {
  const closings: (() => void)[] = [];
  const ends: ((outcome: ActivityOutcome) => void)[] = [];
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (error) {
      const { kind } = failureOf(error);
      connections.requests.emit({ kind: 'log', event: 'activity.not-written', data: { kind } });
    }
  };
  for (const { id, name, folder, databaseKey } of locations)
    attempt(() => {
      const opened = connections.opened(id);
      const file = path.join(folder, 'workspace.db');
      const workspace =
        opened?.workspace ??
        openWorkspace(file, databaseKey, connections.savedWork, { connection: () => name });
      if (!opened) closings.push(() => workspace.close());
      ends.push(workspace.activity.begin(entry));
    });
  const endAll = (outcome: ActivityOutcome) => ends.forEach((end) => attempt(() => end(outcome)));
  try {
    const result = await work();
    endAll(outcome);
    return result;
  } catch (error) {
    endAll(LOGGED_OUTCOMES[writeOutcomeOf(error).state]);
    throw error;
  } finally {
    for (const close of closings) close();
  }
}
