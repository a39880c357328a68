import type { ActivityFilter } from '#contract/features/activity/calls';
import { batched, saveTable } from '../../files/tables/save-table';
import type { Activity } from '../../workspace/activity/activity';

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
  const end = activity.begin({ kind: 'activity-export', count: rows.length });
  try {
    const columns = HEADINGS.map((heading) => ({ heading, type: 'text' as const }));
    await saveTable(file, 'csv', { name: 'Activity', columns, rows: batched(rows) });
  } catch (error) {
    end('failed');
    throw error;
  }
  end('done');
  return rows.length;
}
