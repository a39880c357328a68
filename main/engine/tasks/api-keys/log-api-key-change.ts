import path from 'node:path';
import type { ActivityOutcome } from '../../../../preload/contract/calls/activity';
import type { LogPlace } from '../../../../preload/contract/calls/control';
import { failureOf } from '../../../../preload/contract/failure';
import type { Desks } from '../../connection/open-connections';
import { fateOfFailure, type WriteFate } from '../../service/write-outcome';
import type { Deed } from '../../workspace/activity';
import { openWorkspace } from '../../workspace/workspace';

const OUTCOMES: Readonly<Record<WriteFate['state'], ActivityOutcome>> = {
  refused: 'refused',
  'not-sent': 'failed',
  unknown: 'unknown',
};

interface Written {
  readonly places: readonly LogPlace[];
  readonly deed: Deed;
}

/**
 * Carries out what belongs to no open desk and writes it down, before and after, in the activity logs of the
 * connections it is about. A log that cannot be written stops nothing; the program's own log tells of it.
 */
export async function writtenDown<T>(
  desks: Pick<Desks, 'opened' | 'wishes'>,
  { places, deed }: Written,
  work: () => Promise<T>,
): Promise<T> {
  const closings: (() => void)[] = [];
  const ends: ((outcome: ActivityOutcome) => void)[] = [];
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (error) {
      const { kind } = failureOf(error);
      desks.wishes.emit({ kind: 'log', event: 'activity.not-written', data: { kind } });
    }
  };
  for (const { id, name, folder, databaseKey } of places)
    attempt(() => {
      const desk = desks.opened(id);
      const file = path.join(folder, 'workspace.db');
      const workspace = desk?.workspace ?? openWorkspace(file, databaseKey, { connection: () => name });
      if (!desk) closings.push(() => workspace.close());
      ends.push(workspace.activity.begin(deed));
    });
  const endAll = (outcome: ActivityOutcome) => ends.forEach((end) => attempt(() => end(outcome)));
  try {
    const result = await work();
    endAll('done');
    return result;
  } catch (error) {
    endAll(OUTCOMES[fateOfFailure(error).state]);
    throw error;
  } finally {
    for (const close of closings) close();
  }
}
