import type { AssignedAccount } from '#contract/features/billing-groups/calls';
import { textAt } from '#contract/exact-json/patch';
import { allRecordsQuery, type Cell, type Query, type Selection } from '#contract/query';
import { LIST_SEPARATOR } from '../../cache/schema/cells';
import type { CacheReader } from '../../cache/query/reader';
import type { GroupText } from './plan-add-to-group';
import { cellText } from '#common/cell-text';

/** The part of the cache reader that the task uses. */
export type GroupsReader = Pick<
  CacheReader,
  | 'version'
  | 'states'
  | 'window'
  | 'rowsOf'
  | 'selected'
  | 'selectedRecords'
  | 'get'
  | 'accountsByNumber'
  | 'scan'
>;

const ACCOUNT_COLUMNS = ['id', 'name', 'number', 'custodian', 'status', 'household_id', 'firm_id'];
const MAX_ROWS = 1_000_000;

/**
 * Returns accounts by ID, each with its groups, in no particular order. Accounts not in the cache are
 * omitted.
 */
export function accountsOf(reader: GroupsReader, ids: readonly string[]): AssignedAccount[] {
  const rows = reader.rowsOf('accounts', [...new Set(ids)], ACCOUNT_COLUMNS);
  return withGroups(
    reader,
    rows.map(([, , ...cells]) => cells),
  );
}

/** Returns the accounts of a selection, up to a limit. */
export const selectedAccounts = (
  reader: GroupsReader,
  request: { readonly query: Query; readonly selection: Selection },
  limit: number,
): AssignedAccount[] =>
  withGroups(reader, [...reader.selected({ ...request, columns: ACCOUNT_COLUMNS }, limit)]);

function withGroups(reader: GroupsReader, rows: readonly (readonly Cell[])[]): AssignedAccount[] {
  const accounts = rows.map(([id, name, number, custodian, status, household, firm]) => ({
    id: String(id),
    name: cellText(name) ?? '',
    number: cellText(number),
    custodian: cellText(custodian),
    status: cellText(status),
    household: cellText(household),
    firm: cellText(firm),
    groups: [] as { id: string; name: string }[],
  }));
  const byId = new Map(accounts.map((account) => [account.id, account]));
  for (const { key, cells } of groupsHolding(reader, [...byId.keys()])) {
    const [name = null, assigned = null] = cells;
    for (const id of new Set(String(assigned).split(LIST_SEPARATOR)))
      byId.get(id)?.groups.push({ id: key, name: cellText(name) ?? '' });
  }
  return accounts;
}

const groupsHolding = (reader: GroupsReader, accounts: readonly string[]) =>
  accounts.length === 0
    ? []
    : reader.window({
        query: allRecordsQuery('billingGroups', [{ op: 'in', field: 'assignments', values: [...accounts] }]),
        columns: ['name', 'assignments'],
        offset: 0,
        limit: MAX_ROWS,
      }).rows;

/** Returns the groups that have any of the accounts, with their original JSON. */
export const groupTexts = (reader: GroupsReader, accounts: readonly string[]): GroupText[] => [
  ...groupsByKey(
    reader,
    groupsHolding(reader, accounts).map(({ key }) => key),
  ),
];

/** Yields groups by key, in the order of the list, with their original JSON. */
export function* groupsByKey(reader: GroupsReader, keys: string[]): Generator<GroupText> {
  const selection = { kind: 'keys' as const, keys };
  const query = allRecordsQuery('billingGroups');
  for (const { raw, title } of reader.selectedRecords({ query, selection }, MAX_ROWS))
    yield groupText(raw, title);
}

/** Returns one group by its key, with its original JSON; null if it is not in the cache. */
export function findGroup(reader: GroupsReader, key: string): GroupText | null {
  const record = reader.get({ resource: 'billingGroups', key });
  return record && groupText(record.raw, record.title);
}

const groupText = (raw: string, title: string): GroupText => ({
  id: idTextAt(raw, 'id') ?? '',
  name: title,
  firm: idTextAt(raw, 'firm_id'),
  household: idTextAt(raw, 'household_id'),
  assignments: textAt(raw, ['assignments']),
});

/** Returns an ID as text, digits unchanged; null if it is absent or null. */
function idTextAt(raw: string, name: string): string | null {
  const text = textAt(raw, [name]);
  if (text === undefined || text === 'null') return null;
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** Returns the names of households by ID; those without a name are omitted. */
export function householdNames(reader: Pick<GroupsReader, 'selected'>): Map<string, string> {
  const all = { kind: 'all' as const, except: [] };
  const rows = reader.selected(
    { query: allRecordsQuery('households'), selection: all, columns: ['id', 'name'] },
    MAX_ROWS,
  );
  return new Map(
    [...rows].flatMap(([id, name]) => (cellText(name) === null ? [] : [[String(id), String(name)]])),
  );
}

/** Returns the name of the top-level firm; null if there is none, or several. */
export function firmName(reader: Pick<GroupsReader, 'selected'>): string | null {
  const all = { kind: 'all' as const, except: [] };
  const columns = ['name', 'parent_firm_id'];
  const firms = [...reader.selected({ query: allRecordsQuery('firms'), selection: all, columns }, MAX_ROWS)];
  const top = firms.length === 1 ? firms : firms.filter(([, parent]) => cellText(parent) === null);
  return top.length === 1 ? cellText(top[0]?.[0])?.trim() || null : null;
}
