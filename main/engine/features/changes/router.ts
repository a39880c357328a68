import { implement } from '@orpc/server';
import {
  changesContract,
  changesSinceVisit,
  changeKind,
  type Change,
  type ChangeFilter,
} from '#contract/features/changes/calls';
import { declareFailures } from '#common/rpc';
import { capitalize } from '#contract/text';
import { setImmediate } from 'node:timers/promises';
import { readExact } from '#contract/exact-json/read';
import { CUSTODIANS, isCustodian } from '#contract/fields';
import { resourceNamed } from '#contract/resources';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnections } from '../../connection/open-connections';
import type { OpenConnection } from '../../connection/open-connection';
import { saveTable, textColumns } from '../../files/tables/save-table';
import { logWhile } from '../../workspace/activity/activity';

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
/** Changes per batch; other requests run between batches. */
const BATCH_CHANGES = 500;
const KINDS = Object.fromEntries(changeKind.options.map((kind) => [kind, capitalize(kind)]));

/**
 * Writes filtered changes as CSV, a line per field or one for a change without fields, and logs the export.
 * Returns the number of changes.
 */
export async function exportChanges(
  { history, workspace }: Pick<OpenConnection, 'history' | 'workspace'>,
  filter: ChangeFilter,
  file: string,
  signal?: AbortSignal,
): Promise<number> {
  const { total } = history.list({ filter, offset: 0, limit: 1 });
  return logWhile(workspace.activity, { kind: 'changes-export', count: total }, async () => {
    let count = 0;
    const batches = async function* () {
      let lines: string[][] = [];
      for (const change of history.each(filter)) {
        count += 1;
        lines.push(...linesOf(change));
        if (count % BATCH_CHANGES > 0) continue;
        yield lines;
        lines = [];
        await setImmediate(); // yields to other requests
      }
      yield lines;
    };
    const table = { name: 'Changes', columns: textColumns(HEADINGS), rows: batches() };
    await saveTable(file, 'csv', table, signal);
    return count;
  });
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

/** Creates the calls for the changes of the open connection. */
export function changesRouter(connections: OpenConnections) {
  const os = implement(changesContract).use(declareFailures);
  const history = () => connections.current.history;
  const loadedHistory = async () => {
    const opened = history();
    await opened.loadAll();
    return opened;
  };
  return os.router({
    runs: os.runs.handler(({ input }) => history().runs(input)),
    latest: os.latest.handler(() => history().latest()),
    sinceVisit: os.sinceVisit.handler(async ({ input }) => {
      const { visits } = connections.current.workspace;
      const since = input.isPresent ? visits.recordVisit(new Date()) : visits.since();
      if (since === null) return { since, lists: [] };
      const lists = (await loadedHistory()).since(since);
      return changesSinceVisit.parse({ since, lists });
    }),
    list: os.list.handler(async ({ input }) => (await loadedHistory()).list(input)),
    facets: os.facets.handler(async ({ input }) => (await loadedHistory()).facets(input)),
    export: os.export.handler(async ({ input }) => {
      const opened = connections.current;
      const file = connections.grants.path(input.grant, 'changes-export');
      const changes = await awaitedExportsOf(opened).run((signal) =>
        exportChanges(opened, input.filter, file, signal),
      );
      return { changes };
    }),
    size: os.size.handler(() => history().size()),
  });
}
