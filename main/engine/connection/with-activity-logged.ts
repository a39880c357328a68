import fs from 'node:fs';
import path from 'node:path';
import type { ActivityOutcome } from '#contract/features/activity/outcome';
import type { SavedWorkLocation } from '#contract/calls/control';
import { fail, failureOf } from '#contract/failure';
import type { OpenConnections } from './open-connections';
import { isLargeWorkIntact } from './open-stores';
import { LOGGED_OUTCOMES, writeOutcomeOf } from '../service/failure-facts';
import type { NewEntry } from '../workspace/activity/activity';
import { openWorkspace, type Workspace } from '../workspace/open/workspace';

interface LoggedActivity {
  readonly locations: readonly SavedWorkLocation[];
  readonly entry: NewEntry;
  /** True if the connections are new: their saved work may not exist yet. */
  readonly isNew?: boolean;
}

/**
 * Runs work that needs no open connection, such as deleting an API key, and logs it, before and after, in the
 * activity logs of the affected connections, open or not. Successful work is logged with `outcome`. If a log cannot
 * be written, or is missing, the work still runs and the diagnostic log records the error.
 */
export async function withActivityLogged<T>(
  connections: Pick<OpenConnections, 'opened' | 'requests' | 'savedWork' | 'isIntact'>,
  { locations, entry, isNew = false }: LoggedActivity,
  work: () => Promise<T>,
  outcome: ActivityOutcome = 'done',
): Promise<T> {
  const closings: (() => void)[] = [];
  const ends: ((outcome: ActivityOutcome) => void)[] = [];
  const report = (error: unknown): void => {
    const { kind } = failureOf(error);
    connections.requests.emit({ kind: 'log', event: 'activity.not-written', data: { kind } });
  };
  const openWork = async ({ id, name, folder, databaseKey }: SavedWorkLocation): Promise<Workspace> => {
    const file = path.join(folder, 'workspace.db');
    const isChecked =
      !connections.opened(id) && (await isLargeWorkIntact(file, databaseKey, connections.isIntact));
    const opened = connections.opened(id); // perhaps during the check
    if (opened) return opened.workspace;
    // A new file would hide from the next opening that the saved work was lost.
    if (!isNew && !fs.existsSync(file)) throw fail('workspace-lost');
    const options = { connection: () => name, isChecked };
    const workspace = openWorkspace(file, databaseKey, connections.savedWork, options);
    closings.push(() => workspace.close());
    return workspace;
  };
  for (const location of locations)
    try {
      ends.push((await openWork(location)).activity.begin(entry));
    } catch (error) {
      report(error);
    }
  const endAll = (outcome: ActivityOutcome): void => {
    for (const end of ends)
      try {
        end(outcome);
      } catch (error) {
        report(error);
      }
  };
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
