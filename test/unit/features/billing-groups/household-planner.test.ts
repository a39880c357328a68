import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HouseholdPlanner } from '#engine/features/billing-groups/household-planner';
import { FirmColumns } from '#engine/features/billing-groups/firm-columns';

interface HouseholdAccount {
  readonly id: number;
  readonly firm: number | null;
  readonly household: number | null;
  readonly open: boolean;
}
type HouseholdGroup = ReturnType<typeof group>;

const account = (id: number, household: number | null, overrides: Partial<HouseholdAccount> = {}) => ({
  id,
  household,
  firm: 39,
  open: true,
  ...overrides,
});
const group = (id: number, household: number | null, accounts: number[], firm: number | null = 39) => ({
  id,
  name: `Group ${id}`,
  household,
  firm,
  accounts,
});
function planHouseholds(accounts: readonly HouseholdAccount[], groups: readonly HouseholdGroup[]) {
  const columns = new FirmColumns();
  // A group's cell lists its accounts, here without payers (cache/schema/pairs.ts).
  for (const { id, name, household, firm: firmId, accounts: assigned } of groups)
    columns.groups.add(id, String(id), name, household, firmId, assigned.join(' ') || null);
  for (const { id, household, firm: firmId, open } of accounts)
    columns.accounts.add({
      key: String(id),
      status: open ? 'funded' : 'closed',
      household_id: household,
      firm_id: firmId,
      payment_source: null,
      is_tax_deferred: null,
      fee_structures_ids: null,
    });
  const planner = new HouseholdPlanner(columns);
  planner.addAccounts(0, accounts.length);
  return planner.plan();
}
const statesOf = (accounts: HouseholdAccount[], groups: HouseholdGroup[]) =>
  planHouseholds(accounts, groups).rows.map(({ household, state, why, added }) => [
    household,
    state,
    why,
    added,
  ]);

describe('groups from households', () => {
  it('creates a group with the open accounts of a household without one', () => {
    const accounts = [account(1, 7), account(2, 7, { open: false }), account(3, 7)];
    expect(statesOf(accounts, [])).toEqual([[7, 'new', null, [1, 3]]]);
  });

  it('extends a group that lacks accounts of its household, and skips a complete one', () => {
    const accounts = [account(1, 7), account(2, 7), account(3, 8)];
    expect(statesOf(accounts, [group(70, 7, [1]), group(80, 8, [3])])).toEqual([
      [7, 'extend', null, [2]],
      [8, 'leave', 'complete', []],
    ]);
  });

  it('never moves accounts of other groups; skips such a household with a reason', () => {
    const accounts = [account(1, 7), account(2, 7)];
    expect(statesOf(accounts, [group(80, 8, [1])])).toEqual([[7, 'leave', 'in-other-groups', []]]);
    expect(statesOf(accounts, [group(80, null, [1, 2])])).toEqual([[7, 'leave', 'in-other-groups', []]]);
    expect(planHouseholds(accounts, [group(70, 7, [1]), group(80, 8, [2])]).rows).toMatchObject([
      { state: 'leave', why: 'complete', inOtherGroups: 1, open: 2 },
    ]);
  });

  it('leaves a household with several groups to the user', () => {
    expect(statesOf([account(1, 7), account(2, 7)], [group(70, 7, [1]), group(71, 7, [])])).toEqual([
      [7, 'leave', 'several', []],
    ]);
  });

  it('creates one group per firm for a household of two firms', () => {
    const accounts = [account(1, 7), account(2, 7, { firm: 41 })];
    expect(statesOf(accounts, [group(70, 7, [1], 39)])).toEqual([
      [7, 'leave', 'complete', []],
      [7, 'new', null, [2]],
    ]);
  });

  it('counts accounts without a household or firm, without planning them', () => {
    const accounts = [account(1, null), account(2, 7, { firm: null }), account(3, null, { open: false })];
    expect(planHouseholds(accounts, [])).toEqual({ rows: [], without: { household: 1, firm: 1 } });
  });
});

const smallId = fc.integer({ min: 1, max: 5 });
const firm = fc.constantFrom(39, 41);
const book = fc.record({
  accounts: fc
    .array(
      fc.record({ household: fc.option(smallId), firm: fc.option(firm, { freq: 9 }), open: fc.boolean() }),
      {
        maxLength: 30,
      },
    )
    .map((list) => list.map((account, index) => ({ id: index + 1, ...account }))),
  groups: fc
    .array(
      fc.record({
        household: fc.option(smallId),
        firm: fc.option(firm, { freq: 9 }),
        accounts: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }),
      }),
      { maxLength: 8 },
    )
    .map((list) => list.map((group, index) => ({ id: 100 + index, name: '', ...group }))),
});

describe('any book of accounts', () => {
  it('plans the ungrouped open accounts of new and extended households, and no others', () => {
    fc.assert(
      fc.property(book, ({ accounts, groups }) => {
        const { rows } = planHouseholds(accounts, groups);
        const grouped = new Set<unknown>(groups.flatMap((each) => each.accounts));
        const key = (item: { household: unknown; firm: unknown }) =>
          `${String(item.firm)}/${String(item.household)}`;
        const byHousehold = new Map(rows.map((row) => [key(row), row]));
        expect(byHousehold.size).toBe(rows.length); // each household of a firm once
        for (const row of rows) {
          const members = accounts.filter((each) => each.open && key(each) === key(row));
          const householdGroups = groups.filter(
            (each) => each.household === row.household && (each.firm === null || each.firm === row.firm),
          );
          const free = members.filter(({ id }) => !grouped.has(id)).map(({ id }) => id);
          const isNew = householdGroups.length === 0 && free.length === members.length;
          const isExtended = householdGroups.length === 1 && free.length > 0;
          expect(row.open).toBe(members.length);
          expect(row.state).toBe(isNew ? 'new' : isExtended ? 'extend' : 'leave');
          expect(row.added).toEqual(isNew || isExtended ? free : []);
        }
        const placed = accounts.filter((each) => each.open && each.household !== null && each.firm !== null);
        expect(rows.reduce((sum, { open }) => sum + open, 0)).toBe(placed.length);
        expect(rows.flatMap(({ added }) => added).some((id) => grouped.has(id))).toBe(false);
      }),
    );
  });
});
