import { expect, test } from 'vitest';
import { columnsOf } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { gridColumn } from '../../../../renderer/records/list/columns';
import { names } from '../../../../renderer/records/names/names.svelte';

const columnOf = (resource: ResourceName, name: string) => {
  const column = columnsOf(resourceNamed(resource)).find((candidate) => candidate.name === name);
  if (!column) throw new Error(name);
  return gridColumn(column);
};

test('shows an unrecognized code as unknown, with the code', () => {
  expect(columnOf('accounts', 'custodian').text('XYZ')).toBe('Unknown (XYZ)');
  expect(columnOf('feeStructures', 'frequency').text('6')).toBe('Unknown (6)');
});

test('shows a numeric relation as an unknown code and a text relation as it is', () => {
  const { text } = columnOf('relatedPersons', 'type');
  expect([text(6), text('6'), text('Trustee 2')]).toEqual(['Unknown (6)', 'Unknown (6)', 'Trustee 2']);
});

test('colors only exceptional states', () => {
  const { tone } = columnOf('accounts', 'status');
  // Every object inherits a property `constructor`, which is no status.
  expect(['funded', 'papered', 'closed', 'stale', 'constructor', null].map((code) => tone?.(code))).toEqual([
    undefined,
    undefined,
    undefined,
    'warn',
    undefined,
    undefined,
  ]);
});

test('shows what a zero rate of a fee means and requests the calculation type for it', () => {
  const { text, contextFields } = columnOf('feeStructures', 'flat_rate');
  expect(contextFields).toEqual(['calculation_type']);
  const rateText = (rate: number | null, type: string | null) => text(rate, { calculation_type: type });
  expect([rateText(0, 'T'), rateText(null, 'T'), rateText(0, 'D'), rateText(0, 'A')]).toEqual([
    'Tiered',
    'Tiered',
    'Drop through',
    '—',
  ]);
  expect([rateText(0, 'R'), rateText(0.5, 'T'), rateText(0, null), rateText(0, 'x')]).toEqual([
    '0.00%',
    '0.50%',
    '0.00%',
    '0.00%',
  ]);
});

test('shows the accounts of a billing group by name', async () => {
  const requests: unknown[] = [];
  const namesById = (request: { list: string; ids: string[] }) => {
    requests.push(request);
    return Promise.resolve([{ id: '7', name: 'Maria Diaz', detail: '' }]);
  };
  names.use({ names: { byId: namesById } } as never, 'names of accounts', 1);
  const { text } = columnOf('billingGroups', 'assignments');
  expect(text('7, 8')).toBe('7, 8');
  await expect.poll(() => text('7, 8')).toBe('Maria Diaz, 8');
  expect(requests).toEqual([{ list: 'accounts', ids: ['7', '8'] }]);
});

test('rounds an amount to cents, unless to zero; tooltip and copy have the exact one', () => {
  const { text, exactText, clipboardText } = columnOf('accounts', 'required_cash');
  expect([text('11884.2594'), exactText?.('11884.2594'), clipboardText?.('11884.2594')]).toEqual([
    '$11,884.26',
    'Exact: $11,884.2594',
    '11884.2594',
  ]);
  expect([text(-3), exactText?.(-3), clipboardText?.(-3)]).toEqual(['-$3.00', undefined, '-3']);
  expect([text('-90071992547409931.005'), text('0.0040'), text(null), text('n/a')]).toEqual([
    '-$90,071,992,547,409,931.01',
    '$0.0040',
    '—',
    'n/a',
  ]);
  expect(columnOf('feeStructures', 'flat_rate').clipboardText?.('0.5', { calculation_type: 'F' })).toBe(
    '0.5%',
  );
});

test('shows a household by its name alone, with the ID in the tooltip and in the copy', () => {
  names.use({ names: { byId: () => Promise.resolve([]) } } as never, 'short names', 1);
  const { text, exactText, clipboardText } = columnOf('accounts', 'household_id');
  names.nameReceiver()({ households: { 60001: 'The Juns Household' } });
  expect([text(60001), exactText?.(60001), clipboardText?.(60001)]).toEqual([
    'The Juns Household',
    'The Juns Household (60001)',
    'The Juns Household (60001)',
  ]);
  expect([text(7), exactText?.(7), text(null)]).toEqual(['7', undefined, '—']);
  names.use(null, '', 0);
});
