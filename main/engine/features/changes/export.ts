import { capitalize } from '#contract/text';
import { setImmediate } from 'node:timers/promises';
import { changeKind, type Change, type ChangeFilter } from '#contract/features/changes/calls';
import { readExact } from '#contract/exact-json/read';
import { CUSTODIANS, isCustodian } from '#contract/fields';
import { resourceNamed } from '#contract/resources';
import type { OpenConnection } from '../../connection/open-connection';
import { saveTable } from '../../files/tables/save-table';

const HEADINGS = [
  'Found at (UTC)',
  'List',
  'Change',
  'Record',
  'Record ID',
  'Account number',
  'Custodian',
  'Field',
  'Before',
  'After',
  'Refresh',
] as const;
const BATCH = 500;
const KINDS = Object.fromEntries(changeKind.options.map((kind) => [kind, capitalize(kind)]));

/**
 * Writes filtered changes as CSV, one line per changed field and one per new or removed record, and logs the
 * export. Returns the number of changes.
 */
export async function exportChanges(
  { history, workspace }: Pick<OpenConnection, 'history' | 'workspace'>,
  filter: ChangeFilter,
  file: string,
): Promise<number> {
  const { total } = history.list({ filter, offset: 0, limit: 1 });
  const end = workspace.activity.begin({ kind: 'changes-export', count: total });
  try {
    let count = 0;
    const batches = async function* () {
      let lines: string[][] = [];
      for (const change of history.each(filter)) {
        count += 1;
        lines.push(...linesOf(change));
        if (count % BATCH > 0) continue;
        yield lines;
        lines = [];
        await setImmediate(); // yields to other requests
      }
      yield lines;
    };
    const columns = HEADINGS.map((heading) => ({ heading, type: 'text' as const }));
    await saveTable(file, 'csv', { name: 'Changes', columns, rows: batches() });
    end('done');
    return count;
  } catch (error) {
    end('failed');
    throw error;
  }
}

function linesOf(change: Change): string[][] {
  const { at, resource, kind, title, key, number, custodian, runId } = change;
  const { fields, plural } = resourceNamed(resource);
  const name = isCustodian(custodian) ? CUSTODIANS[custodian] : custodian;
  const line = (field: string, before: string, after: string) => [
    at,
    plural,
    KINDS[kind] ?? kind,
    title,
    key,
    number ?? '',
    name ?? '',
    field,
    before,
    after,
    String(runId),
  ];
  if (change.fields.length === 0) return [line('', '', '')];
  return change.fields.map(({ field, before, after, hidden }) =>
    line(
      fields[field]?.label ?? field,
      hidden ? 'not recorded' : plain(before),
      hidden ? 'not recorded' : plain(after),
    ),
  );
}

/** Returns a value as it was sent: a text without quotes, a number with all its digits. */
function plain(text: string | null): string {
  if (text === null || text === 'null') return '';
  const value = readExact(text);
  return typeof value === 'string' ? value : text;
}
