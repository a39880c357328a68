import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { AccountBalances } from '../../../../renderer/features/balances/balances.svelte';
import { BALANCES_VIEWS } from '../../../../renderer/features/balances/feature';
import { ResourceList } from '../../../../renderer/records/list/list.svelte';
import { chosenSums } from '../../../../renderer/records/list/sums';
import { fakeEngine, liveOf } from '../../fakes';

const row = (account: number, value: number) => ({
  key: String(account),
  drifted: false,
  cells: [account, value, 1.5, '2026-11-19'],
});

it('requests the balances of all displayed accounts at once, and again with other data', async () => {
  vi.useFakeTimers();
  const { engine, calls } = fakeEngine({
    'records.window': () => ({ rows: [row(1, 100.25)], total: 1, version: 1 }),
  });
  const balances = new AccountBalances(engine);
  expect(balances.cell('1', 'total_value', 1)).toBeNull();
  expect(balances.cell('2', 'total_value', 1)).toBeNull();
  const before = balances.learned;
  await vi.runAllTimersAsync();
  expect(calls.map(({ input }) => input)).toMatchObject([
    { query: { resource: 'latestBalances', filters: [{ values: ['1', '2'] }] } },
  ]);
  expect(balances.learned).toBe(before + 1);
  expect(balances.cell('1', 'total_value', 1)).toBe(100.25);
  expect(balances.cell('1', 'reported_date', 1)).toBe('2026-11-19');
  expect(balances.cell('2', 'total_value', 1)).toBeNull();
  balances.cell('1', 'total_value', 2);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
  expect(balances.learned).toBe(before + 1); // the same values are no news
  vi.useRealTimers();
});

it('leaves cells empty if the balances cannot be read, and asks again', async () => {
  vi.useFakeTimers();
  const { engine, calls } = fakeEngine({
    'records.window': () => {
      throw new Error('unreadable');
    },
  });
  const balances = new AccountBalances(engine);
  balances.cell('1', 'cash_value', 1);
  await vi.runAllTimersAsync();
  expect(balances.cell('1', 'cash_value', 1)).toBeNull();
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
  vi.useRealTimers();
});

it('offers the columns only while the service’s list of balances has records', async () => {
  const live = liveOf();
  const without = live.resources.map((state) =>
    state.resource === 'latestBalances' ? { ...state, count: 0 } : state,
  );
  const offered = async (resources: typeof live.resources) => {
    const view = BALANCES_VIEWS.lists.accounts;
    const context = () => ({ live: { ...live, resources } }) as never;
    const list = new ResourceList({} as never, 'accounts', 'c1', view, context);
    await tick();
    return list.grid.arrangement.columns
      .filter(({ name }) => ['total_value', 'cash_value', 'reported_date'].includes(name))
      .map((column) => [column.label, column.shown, column.isOffered?.()]);
  };
  expect(await offered(live.resources)).toEqual([
    ['Value', false, true],
    ['Cash', false, true],
    ['Balance date', false, true],
  ]);
  expect((await offered(without)).map(([, , isOffered]) => isOffered)).toEqual([false, false, false]);
});

it('are left out of sums of a selection, which the cache adds up', () => {
  const list = new ResourceList(
    {} as never,
    'accounts',
    'c1',
    BALANCES_VIEWS.lists.accounts,
    () => ({}) as never,
  );
  const sumsAt = (column: string) =>
    chosenSums(
      {
        range: { box: null },
        selected: 2,
        arrangement: { names: [column] },
        cursor: { column: 1 },
        selection: { value: { kind: 'all', except: [] } },
      } as never,
      list.descriptor,
    );
  expect(sumsAt('required_cash')?.label).toBe('Required cash');
  expect(sumsAt('total_value')).toBeNull();
});
