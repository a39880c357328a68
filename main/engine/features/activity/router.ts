import { implement } from '@orpc/server';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { activityContract, type ActivityFilter } from '#contract/features/activity/calls';
import { declareFailures } from '#common/rpc';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnections } from '../../connection/open-connections';
import type { RouterDeps } from '../feature';
import { saveTable, textColumns } from '../../files/tables/save-table';
import { logWhile, type Activity, type HashedEntry } from '../../workspace/activity/activity';

/** Entries per batch; other requests run between batches. */
const CHUNK_ENTRIES = 500;
const HEADINGS = [
  'no',
  'at',
  'user',
  'connection',
  'kind',
  'count',
  'outcome',
  'ended',
  'facts',
  'hash',
  'hash of the end',
] as const;

/** Writes the filtered entries as CSV and logs the export. Returns the number of entries. */
export async function exportActivity(
  activity: Activity,
  filter: ActivityFilter,
  file: string,
  signal?: AbortSignal,
): Promise<number> {
  const { total, chunks } = activity.hashedEntries(filter, CHUNK_ENTRIES);
  const rows = async function* () {
    for (const chunk of chunks) {
      yield chunk.map(cellsOf);
      await setImmediate(); // yields to other requests
    }
  };
  await logWhile(activity, { kind: 'activity-export', count: total }, () =>
    saveTable(file, 'csv', { name: 'Activity', columns: textColumns(HEADINGS), rows: rows() }, signal),
  );
  return total;
}

const cellsOf = ({ entry, hash, endHash }: HashedEntry): (string | number | null)[] => [
  entry.seq,
  entry.at,
  entry.user,
  entry.connection,
  entry.kind,
  entry.count,
  entry.outcome ?? 'unknown',
  entry.endedAt,
  JSON.stringify(entry.facts),
  hash,
  endHash,
];

/** Reads, verifies and exports the activity log of the open connection. */
export function activityRouter(connections: OpenConnections, { verify }: Pick<RouterDeps, 'verify'>) {
  const os = implement(activityContract).use(declareFailures);
  const activity = () => connections.current.workspace.activity;
  return os.router({
    list: os.list.handler(({ input }) => activity().list(input.filter, input.offset, input.limit)),
    verify: os.verify.handler(async () => {
      const { request, workspace } = connections.current;
      const file = path.join(request.folder, 'workspace.db');
      const entries = activity().list({}, 0, 1).total;
      return { entries, ...(await verify(file, request.databaseKey, workspace.latestNote())) };
    }),
    export: os.export.handler(async ({ input }) => ({
      entries: await awaitedExportsOf(connections.current).run((signal) =>
        exportActivity(
          activity(),
          input.filter,
          connections.grants.path(input.grant, 'activity-export'),
          signal,
        ),
      ),
    })),
  });
}
