import type { HouseholdPlan, HouseholdRow } from '../../../../preload/contract/calls/billing-groups';
import type { Cell, Selection } from '../../../../preload/contract/query';
import type { ResourceName } from '../../../../preload/contract/resources';
import { LIST_GAP } from '../../cache/cells';
import type { CacheReader } from '../../cache/reader';
import {
  planHouseholds,
  type HouseholdAccount,
  type HouseholdGroup,
  type PlannedHousehold,
} from './from-households';
import { idOf, type Id } from './ids';
import { everything } from './known';

export type HouseholdReader = Pick<CacheReader, 'version' | 'states' | 'scan' | 'selected'>;

/** Rows read between two looks at whether more are there. */
const STRETCH = 10_000;
const ACCOUNT = ['firm_id', 'household_id', 'status'];
const GROUP = ['id', 'name', 'firm_id', 'household_id', 'assignments'];
const ALL = 1_000_000;

function* accounts(reader: HouseholdReader): Generator<HouseholdAccount> {
  const scan = reader.scan('accounts', ACCOUNT);
  for (let after = 0; ;) {
    const rows = scan(after, STRETCH);
    for (const [, key, firm, household, status] of rows) {
      const id = idOf(key);
      if (id !== null) yield { id, firm: idOf(firm), household: idOf(household), open: status !== 'closed' };
    }
    if (rows.length < STRETCH) return;
    after = rows.at(-1)?.[0] ?? after;
  }
}

/** By the cells of their assignments, which name the accounts: the records themselves need not be read. */
function* groups(reader: HouseholdReader): Generator<HouseholdGroup> {
  const all = { kind: 'all' as const, except: [] };
  const query = everything('billingGroups');
  for (const [id, name, firm, household, assigned] of reader.selected(
    { query, selection: all, columns: GROUP },
    ALL,
  ))
    yield {
      id: idOf(id) ?? '',
      name: name === null || name === undefined ? '' : String(name),
      firm: idOf(firm),
      household: idOf(household),
      accounts: idsIn(assigned),
    };
}

/** The ids of a list's cell; each once. */
function idsIn(cell: Cell | undefined): Id[] {
  if (cell === null || cell === undefined) return [];
  const ids = String(cell)
    .split(LIST_GAP)
    .flatMap((id) => idOf(id) ?? []);
  return new Set(ids).size === ids.length ? ids : [...new Set(ids)];
}

/** The plan from the data on this computer. */
export const planFrom = (reader: HouseholdReader) => planHouseholds(accounts(reader), groups(reader));

export const keyOf = ({ firm, household }: Pick<PlannedHousehold, 'firm' | 'household'>): string =>
  JSON.stringify([String(firm), String(household)]);

/** The plan as the window shows it; `nameOf` names a household where the service does. */
export function told(
  reader: HouseholdReader,
  plan: ReturnType<typeof planFrom>,
  nameOf: (household: Id) => string | null,
): HouseholdPlan {
  const wholeAt = (name: ResourceName) =>
    reader.states().find(({ resource }) => resource === name)?.asOf ?? null;
  const accounts = wholeAt('accounts');
  const groups = wholeAt('billingGroups');
  // The older of the two.
  const asOf = accounts === null || groups === null ? null : accounts < groups ? accounts : groups;
  const rows = asOf === null ? [] : plan.rows.map((row) => rowOf(row, nameOf));
  const of = (state: HouseholdRow['state']) => rows.filter((row) => row.state === state);
  const puts = (state: HouseholdRow['state']) => of(state).reduce((sum, { put }) => sum + put, 0);
  return {
    rows,
    counts: { new: of('new').length, extend: of('extend').length, leave: of('leave').length },
    accounts: { new: puts('new'), extend: puts('extend') },
    without: plan.without,
    asOf,
  };
}

const rowOf = (row: PlannedHousehold, nameOf: (household: Id) => string | null): HouseholdRow => ({
  key: keyOf(row),
  firm: String(row.firm),
  household: String(row.household),
  householdName: nameOf(row.household),
  state: row.state,
  why: row.why,
  group: row.group && { id: String(row.group.id), name: row.group.name },
  open: row.open,
  put: row.put.length,
  elsewhere: row.elsewhere,
});

/** The rows of a plan that are chosen and can be carried out. */
export function chosenOf(
  { rows }: ReturnType<typeof planFrom>,
  chosen: Selection,
): { readonly fresh: PlannedHousehold[]; readonly extended: PlannedHousehold[] } {
  const named = new Set(chosen.kind === 'keys' ? chosen.keys : chosen.except);
  const taken = rows.filter((row) => named.has(keyOf(row)) === (chosen.kind === 'keys'));
  return {
    fresh: taken.filter(({ state }) => state === 'new'),
    extended: taken.filter(({ state }) => state === 'extend'),
  };
}
