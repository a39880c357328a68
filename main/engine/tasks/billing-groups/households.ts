import type { HouseholdPlan, HouseholdRow } from '../../../../preload/contract/calls/billing-groups';
import type { Cell, Selection } from '../../../../preload/contract/query';
import type { ResourceName } from '../../../../preload/contract/resources';
import { LIST_GAP } from '../../cache/cells';
import type { CacheReader } from '../../cache/reader';
import { HouseholdPlanner, type PlannedHousehold, type PlannedHouseholds } from './from-households';
import { idOf, type Id } from './ids';

export type HouseholdReader = Pick<CacheReader, 'version' | 'states' | 'scan'>;

/** Rows read at a time: those that are done with make room for the next. */
const STRETCH = 1_000;
const ACCOUNT = ['id', 'firm_id', 'household_id', 'status'];
const GROUP = ['id', 'name', 'firm_id', 'household_id', 'assignments'];

/** Goes through a list; others have their turn again and again. */
async function through(
  reader: HouseholdReader,
  resource: ResourceName,
  fields: readonly string[],
  pause: () => Promise<void>,
  take: (cells: readonly (Cell | undefined)[]) => void,
): Promise<void> {
  const scan = reader.scan(resource, fields);
  for (let after = 0; ;) {
    const rows = scan(after, STRETCH);
    for (const [, , ...cells] of rows) take(cells);
    if (rows.length < STRETCH) return;
    after = rows.at(-1)?.[0] ?? after;
    await pause();
  }
}

/** The plan from the data on this computer. Groups are known by the cells of their assignments, which name the accounts. */
export async function planFrom(reader: HouseholdReader, pause: () => Promise<void>) {
  const planner = new HouseholdPlanner();
  await through(reader, 'billingGroups', GROUP, pause, ([id, name, firm, household, assigned]) =>
    planner.group({
      id: idOf(id) ?? '',
      name: name === null || name === undefined ? '' : String(name),
      firm: idOf(firm),
      household: idOf(household),
      accounts: idsIn(assigned),
    }),
  );
  await through(reader, 'accounts', ACCOUNT, pause, ([own, firm, household, status]) => {
    const id = idOf(own);
    if (id !== null)
      planner.account({ id, firm: idOf(firm), household: idOf(household), open: status !== 'closed' });
  });
  return planner.plan();
}

/** The ids of a list's cell; each once. */
function idsIn(cell: Cell | undefined): Id[] {
  if (cell === null || cell === undefined) return [];
  const ids = String(cell)
    .split(LIST_GAP)
    .flatMap((id) => idOf(id) ?? []);
  return new Set(ids).size === ids.length ? ids : [...new Set(ids)];
}

export const keyOf = ({ firm, household }: Pick<PlannedHousehold, 'firm' | 'household'>): string =>
  JSON.stringify([String(firm), String(household)]);

/** The plan as the window shows it; `nameOf` names a household where the service does. */
export function told(
  reader: HouseholdReader,
  plan: PlannedHouseholds,
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
  { rows }: PlannedHouseholds,
  chosen: Selection,
): { readonly fresh: PlannedHousehold[]; readonly extended: PlannedHousehold[] } {
  const named = new Set(chosen.kind === 'keys' ? chosen.keys : chosen.except);
  const taken = rows.filter((row) => named.has(keyOf(row)) === (chosen.kind === 'keys'));
  return {
    fresh: taken.filter(({ state }) => state === 'new'),
    extended: taken.filter(({ state }) => state === 'extend'),
  };
}
