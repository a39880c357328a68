import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { BALANCES_VIEWS } from '../../../../renderer/features/balances/feature';
import { filterColumns } from '../../../../renderer/records/list/columns';
import { ResourceList } from '../../../../renderer/records/list/list.svelte';
import { chosenSums } from '../../../../renderer/records/list/list-sums.svelte';
import { liveOf } from '../../fakes';

const NAMES = ['total_value', 'cash_value', 'reported_date'];
const live = liveOf();
const withoutBalances = live.resources.map((state) =>
  state.resource === 'latestBalances' ? { ...state, count: 0 } : state,
);

async function listWith(resources: typeof live.resources) {
  const context = () => ({ live: { ...live, resources } }) as never;
  const list = new ResourceList({} as never, 'accounts', 'c1', BALANCES_VIEWS.lists.accounts, context);
  await tick();
  const columns = list.grid.arrangement.columns.filter(({ name }) => NAMES.includes(name));
  return { list, columns };
}

it('offers the columns only while the service’s list of balances has records', async () => {
  const { columns } = await listWith(live.resources);
  expect(columns.map(({ label, shown, isOffered }) => [label, shown, isOffered?.()])).toEqual([
    ['Value', false, true],
    ['Cash', false, true],
    ['Balance date', false, true],
  ]);
  const hidden = await listWith(withoutBalances);
  expect(hidden.columns.map(({ isOffered }) => isOffered?.())).toEqual([false, false, false]);
});

it('can be sorted, filtered while offered, and added up', async () => {
  const { list, columns } = await listWith(live.resources);
  // A column can be sorted unless `sortable` is false.
  expect(columns.map(({ sortable, filterable }) => [sortable, filterable])).toEqual([
    [undefined, true],
    [undefined, true],
    [undefined, true],
  ]);
  const offeredFilters = (isOffered: boolean) =>
    filterColumns(list.descriptor, (name) => isOffered || !NAMES.includes(name)).others.filter(({ name }) =>
      NAMES.includes(name),
    );
  expect(offeredFilters(true)).toHaveLength(3);
  expect(offeredFilters(false)).toHaveLength(0);
  const sums = chosenSums(
    {
      range: { box: null },
      selectedCount: 2,
      arrangement: { names: ['total_value'] },
      cursor: { column: 1 }, // the first column; column 0 has the checkboxes
      selection: { value: { kind: 'all', except: [] } },
    } as never,
    list.descriptor,
  );
  expect(sums?.label).toBe('Value');
});
