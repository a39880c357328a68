import { expect, it } from 'vitest';
import { columnsOf } from '#contract/resource';
import { resourceNamed } from '#contract/resources';
import { selectionText } from '../../../renderer/records/list/list-sums.svelte';

const cash = columnsOf(resourceNamed('accounts')).filter(({ name }) => name === 'required_cash');
const scope = { range: { offset: 0, limit: 3 } };

it('shows the sum and the average of money exactly, beyond binary floating point', () => {
  const totals = [{ name: 'required_cash', count: 2, sum: '9007199254740993.15' }];
  expect(selectionText({ scope, columns: cash, label: '3 cells' }, totals)).toBe(
    '3 cells · 2 numbers · Sum $9,007,199,254,740,993.15 · Average $4,503,599,627,370,496.58',
  );
});

it('shows only how much is selected if there is nothing to sum', () => {
  expect(selectionText({ scope, columns: [], label: '6 cells' }, [])).toBe('6 cells');
  const noNumbers = [{ name: 'required_cash', count: 0, sum: '0' }];
  expect(selectionText({ scope, columns: cash, label: '6 cells' }, noNumbers)).toBe('6 cells');
});
