import { implement } from '@orpc/server';
import path from 'node:path';
import { activityContract, type ActivityFilter } from '#contract/features/activity/calls';
import { declareFailures } from '#common/rpc';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnections } from '../../connection/open-connections';
import type { RouterDeps } from '../feature';
import { batched, saveTable } from '../../files/tables/save-table';
import { logWhile, type Activity } from '../../workspace/activity/activity';

const PAGE = 500;
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
  const rows: (readonly (string | number | null)[])[] = [];
  const hashes = new Map<number, string>();
  const ends = new Map<number, string>();
  for (const line of activity.lines()) {
    if (line.of === null) hashes.set(line.seq, line.hash);
    else ends.set(line.of, line.hash);
  }
  for (let offset = 0; ; offset += PAGE) {
    const { entries, total } = activity.list(filter, offset, PAGE);
    for (const entry of entries)
      rows.push([
        entry.seq,
        entry.at,
        entry.user,
        entry.connection,
        entry.kind,
        entry.count,
        entry.outcome ?? 'unknown',
        entry.endedAt,
        JSON.stringify(entry.facts),
        hashes.get(entry.seq) ?? null,
        ends.get(entry.seq) ?? null,
      ]);
    if (entries.length === 0 || offset + PAGE >= total) break;
  }
  const columns = HEADINGS.map((heading) => ({ heading, type: 'text' as const }));
  await logWhile(activity, { kind: 'activity-export', count: rows.length }, () =>
    saveTable(file, 'csv', { name: 'Activity', columns, rows: batched(rows) }, signal),
  );
  return rows.length;
}

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
