import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import ResourceScreen from '../../../../renderer/records/list/ResourceScreen.svelte';
import { FEE_STRUCTURES_LIST } from '../../../../renderer/features/fee-structures/fee-structures-list';
import { feeSettingsOf } from '../../../../renderer/features/fee-structures/fee-settings.svelte';
import ReplaceDialog from '../../../../renderer/features/fee-structures/ReplaceDialog.svelte';
import UsageSection from '../../../../renderer/features/fee-structures/UsageSection.svelte';
import { connectionOf, declaredFailure, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { stubLayout } from '../../grid/support';

beforeEach(stubLayout);

const RECORDS: readonly Record<string, string | number>[] = [
  { key: '1290', name: 'Wealth', calculation_type: 'T', flat_rate: 0 },
  { key: '1291', name: 'Flat', calculation_type: 'R', flat_rate: 0.85 },
  { key: '1292', name: 'Odd', calculation_type: 'T', flat_rate: 0.5 },
];

function show(settings?: () => unknown) {
  let retired: { key: string; by: string; at: string }[] = [];
  let ceiling: string | null = null;
  const { engine, calls } = fakeEngine({
    'layout.get': () => null,
    'views.list': () => [],
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: RECORDS.map((record) => ({
        key: String(record['key']),
        isDrifted: false,
        cells: columns.map((name) => record[name] ?? null),
      })),
      total: RECORDS.length,
      version: 1,
    }),
    'records.get': ({ key }: { key: string }) => ({
      raw: `{"id":${key},"name":"Flat","frequency":"Q"}`,
      title: 'Flat',
      fetchedAt: '2026-11-21T07:00:00Z',
      drift: [],
    }),
    'records.links': () => [],
    'dependents.find': () => ({
      groups: [
        {
          resource: 'accounts',
          field: 'fee_structures_ids',
          relation: 'referencing',
          total: RECORDS.length,
          titles: [],
          filters: [],
        },
      ],
      incompleteLists: [],
    }),
    'records.facets': () => ({ values: [{ value: 'funded', count: 3 }], distinct: 1 }),
    'feeStructures.settings': settings ?? (() => ({ retired, ceiling })),
    'feeStructures.retire': ({ key }: { key: string }) => {
      retired = [{ key, by: 'jo', at: '2026-11-21T08:00:00Z' }];
      return { retired, ceiling };
    },
    'feeStructures.setFeeChange': (feeChange: { percent: string; dollars: string }) => ({
      retired,
      ceiling,
      feeChange,
    }),
    'feeStructures.setCeiling': ({ ceiling: newCeiling }: { ceiling: string | null }) => {
      ceiling = newCeiling;
      return { retired, ceiling };
    },
  });
  const { desktop } = fakeDesktop({});
  render(ResourceScreen, {
    resource: 'feeStructures',
    view: FEE_STRUCTURES_LIST,
    engine,
    desktop,
    connection: connectionOf(),
    live: liveOf(),
    route: { screen: 'resource', resource: 'feeStructures' },
    go: vi.fn(),
  });
  return { engine, calls };
}
const row = (name: string) => screen.getByText(name).closest<HTMLElement>('[role=row]')?.textContent;

it('shows Tiered instead of a meaningless flat rate of 0, otherwise the rate', async () => {
  show();
  await screen.findByText('Wealth');
  expect(row('Wealth')).toContain('Tiered feeTiered');
  expect(row('Flat')).toContain('0.85%');
  expect(row('Odd')).toContain('0.50%');
});

it('shows a structure as retired as soon as it is marked', async () => {
  const { engine } = show();
  await screen.findByText('Wealth');
  await feeSettingsOf({ engine }).setRetired('1290', true);
  await vi.waitFor(() => expect(row('Wealth')).toContain('Retired'));
  expect(row('Flat')).not.toContain('Retired');
});

it('marks a structure as retired, and not the reverse, for a double click', async () => {
  const { engine, calls } = show();
  render(UsageSection, { key: '1290', values: {}, version: 1, engine, go: vi.fn() });
  await fireEvent.click(await screen.findByRole('button', { name: 'Mark as retired' }), { detail: 1 });
  await fireEvent.click(await screen.findByRole('button', { name: 'Mark as not retired' }), { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls.filter(({ name }) => name === 'feeStructures.retire').map(({ input }) => input)).toEqual([
    { key: '1290', isRetired: true },
  ]);
});

it('saves no ceiling over one that could not be read', async () => {
  let isBroken = true;
  show(() => {
    if (isBroken) throw declaredFailure('disk-full');
    return { retired: [], ceiling: '1.5' };
  });
  await screen.findByText('Wealth');
  await userEvent.click(await screen.findByRole('button', { name: 'Rate ceiling…' }));
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save().disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Highest rate, in percent').disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Rate ceiling…' }));
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Highest rate, in percent').value).toBe('1.5'),
  );
  expect(save().disabled).toBe(false);
});

it.each([
  ['Rate ceiling…', 'Highest rate, in percent', { ceiling: '1.25' }, '1.25'],
  [
    'Fee thresholds…',
    'Change in percent',
    { ceiling: null, feeChange: { percent: '20', dollars: '5' } },
    '20',
  ],
  [
    'Fee thresholds…',
    'Change in dollars',
    { ceiling: null, feeChange: { percent: '20', dollars: '1500.50' } },
    '1,500.50',
  ],
])('%s shows what a colleague set after the list was loaded', async (button, label, changed, text) => {
  let limits: object = { ceiling: null };
  show(() => ({ retired: [], ...limits }));
  await screen.findByText('Wealth');
  limits = changed;
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await vi.waitFor(() => {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    expect([field.value, field.disabled]).toEqual([text, false]);
  });
});

it('saves the typed rate ceiling and rejects an invalid rate', async () => {
  const user = userEvent.setup();
  const { calls } = show();
  await user.click(await screen.findByRole('button', { name: 'Rate ceiling…' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const invalid of ['150', '1.12345678901']) {
    await user.clear(dialog.getByLabelText('Highest rate, in percent'));
    await user.type(dialog.getByLabelText('Highest rate, in percent'), invalid);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Enter a rate from 0 to 99 with at most ten decimals.')).toBeTruthy();
  }
  await user.clear(dialog.getByLabelText('Highest rate, in percent'));
  await user.type(dialog.getByLabelText('Highest rate, in percent'), '1.5%');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ name }) => name === 'feeStructures.setCeiling').map(({ input }) => input)).toEqual([
    { ceiling: '1.5' },
  ]);
});

it('saves thresholds of fee changes, and rejects zero and a third decimal', async () => {
  const user = userEvent.setup();
  const { calls } = show();
  await user.click(await screen.findByRole('button', { name: 'Fee thresholds…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const percent = dialog.getByLabelText('Change in percent');
  expect((percent as HTMLInputElement).value).toBe('15');
  await user.clear(percent);
  await user.type(percent, '0');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter a percentage above 0 with at most two decimals.')).toBeTruthy();
  const dollars = dialog.getByLabelText('Change in dollars');
  await user.type(dollars, '.005');
  expect(dialog.getByText('Enter an amount above 0 in whole cents.')).toBeTruthy();
  await user.clear(dollars);
  await user.type(dollars, '100');
  await user.clear(percent);
  await user.type(percent, '20%');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ name }) => name === 'feeStructures.setFeeChange').map(({ input }) => input)).toEqual(
    [{ percent: '20', dollars: '100' }],
  );
});

it('offers to replace a structure from its row menu', async () => {
  const user = userEvent.setup();
  const { calls } = show();
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Flat') });
  await user.click(await screen.findByRole('menuitem', { name: 'Replace with…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace “Flat”' }));
  expect(dialog.getByText(/^Its 3 accounts get a different fee structure/)).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText('Replace with'), '1290');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await vi.waitFor(() =>
    expect(calls.find(({ name }) => name === 'edits.draftMany')?.input).toMatchObject({
      selection: { kind: 'all', except: [] },
      edits: [{ op: 'replace', field: 'fee_structures_ids', from: '1291', to: '1290' }],
    }),
  );
});

it.each([
  [true, 'No account on this computer uses it. There is nothing to replace.'],
  [false, 'It is unknown which accounts use it: accounts are not downloaded completely.'],
])(
  'says why no account of a structure can be replaced; all accounts downloaded: %o',
  (hasAllAccounts, text) => {
    const { engine } = fakeEngine({
      'records.window': () => ({ rows: [], total: 0, version: 1 }),
      'feeStructures.settings': () => ({ retired: [], ceiling: null }),
    });
    const values = { name: '"Flat"' };
    const props = { key: '1291', values, accounts: 0, hasAllAccounts, engine, go: vi.fn(), onclose: vi.fn() };
    render(ReplaceDialog, props);
    expect(screen.getByText(text)).toBeTruthy();
  },
);
