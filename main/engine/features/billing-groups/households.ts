import type { HouseholdPlan, HouseholdRow } from '#contract/features/billing-groups/calls';
import type { Selection } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { memoizedColumns, readFirm } from './firm-columns';
import { rateLimited } from '../../records/scan-in-chunks';
import type { Id } from '../../records/id-key';
import { HouseholdPlanner, type PlannedHousehold, type PlannedHouseholds } from './household-planner';

export type HouseholdReader = Pick<CacheReader, 'version' | 'states' | 'approximateCount' | 'scan'>;

/** Accounts per step; other work can run between steps. */
const STEP_ACCOUNTS = 5_000;

/** Computes the plan from cached data, which is read unless recent columns are memoized. */
export async function planFrom(
  reader: HouseholdReader,
  pause: () => Promise<void>,
): Promise<PlannedHouseholds> {
  const firm = memoizedColumns(reader) ?? (await readFirm(reader, pause));
  const planner = new HouseholdPlanner(firm);
  const yieldToOthers = rateLimited(pause);
  const { length } = firm.accounts.inOrder;
  for (let from = 0; from < length; from += STEP_ACCOUNTS) {
    planner.addAccounts(from, Math.min(length, from + STEP_ACCOUNTS));
    await yieldToOthers();
  }
  return planner.plan();
}

export const householdKey = ({ firm, household }: Pick<PlannedHousehold, 'firm' | 'household'>): string =>
  JSON.stringify([String(firm), String(household)]);

/** Converts the plan for the window; `nameOf` returns a household's name if the service has one. */
export function householdPlanView(
  reader: HouseholdReader,
  plan: PlannedHouseholds,
  nameOf: (household: Id) => string | null,
): HouseholdPlan {
  const fetchedAt = (name: ResourceName) =>
    reader.states().find(({ resource }) => resource === name)?.asOf ?? null;
  const accounts = fetchedAt('accounts');
  const groups = fetchedAt('billingGroups');
  // the older of the two dates
  const asOf = accounts === null || groups === null ? null : accounts < groups ? accounts : groups;
  const rows = asOf === null ? [] : plan.rows.map((row) => rowOf(row, nameOf));
  const rowsIn = (state: HouseholdRow['state']) => rows.filter((row) => row.state === state);
  const addedIn = (state: HouseholdRow['state']) => rowsIn(state).reduce((sum, { added }) => sum + added, 0);
  return {
    rows,
    counts: { new: rowsIn('new').length, extend: rowsIn('extend').length, leave: rowsIn('leave').length },
    accounts: { new: addedIn('new'), extend: addedIn('extend') },
    without: plan.without,
    asOf,
  };
}

const rowOf = (row: PlannedHousehold, nameOf: (household: Id) => string | null): HouseholdRow => ({
  key: householdKey(row),
  firm: String(row.firm),
  household: String(row.household),
  householdName: nameOf(row.household),
  state: row.state,
  why: row.why,
  group: row.group && { id: String(row.group.id), name: row.group.name },
  open: row.open,
  added: row.added.length,
  inOtherGroups: row.inOtherGroups,
});

/** Returns the selected rows of a plan that can be applied. */
export function selectedPlanRows(
  { rows }: PlannedHouseholds,
  selection: Selection,
): { readonly newRows: PlannedHousehold[]; readonly extendedRows: PlannedHousehold[] } {
  const keys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
  const selected = rows.filter((row) => keys.has(householdKey(row)) === (selection.kind === 'keys'));
  return {
    newRows: selected.filter(({ state }) => state === 'new'),
    extendedRows: selected.filter(({ state }) => state === 'extend'),
  };
}
