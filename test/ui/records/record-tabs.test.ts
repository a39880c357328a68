import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ResourceName } from '#contract/resources';
import ExpectedFeeSection from '../../../renderer/features/expected-fees/ExpectedFeeSection.svelte';
import FeeSection from '../../../renderer/features/fee-structures/FeeSection.svelte';
import { OpenedRecord } from '../../../renderer/records/record/opened-record.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, type Answers } from '../fakes';
import WithRecordViews from './WithRecordViews.svelte';

const VIEWS = {
  accounts: { tabs: [{ name: 'expected-fee', label: 'Expected fee', view: ExpectedFeeSection }] },
  feeStructures: { tabs: [{ name: 'fee', label: 'Fee', view: FeeSection }] },
};
const USED_BY_12 = {
  groups: [
    {
      resource: 'accounts',
      field: 'fee_structures_ids',
      relation: 'referencing',
      total: 12,
      titles: [],
      filters: [],
    },
  ],
  incompleteLists: [],
};
const HISTORY = { changes: 0, bytes: 0, maxBytes: 500_000_000, since: null, dropped: null };
const pending = () => new Promise<never>(() => undefined);

/** Opens record 1 of a list; `showNext` steps to record 2. */
async function showRecord(resource: ResourceName, answers: Answers) {
  const { engine } = fakeEngine({
    'records.get': ({ key }: { key: string }) => ({
      raw: JSON.stringify({ id: Number(key), name: `Record ${key}` }),
      title: `Record ${key}`,
      fetchedAt: '2026-11-21T09:00:00.000Z',
      drift: [],
    }),
    'records.links': () => [],
    ...answers,
  });
  const record = new OpenedRecord();
  record.show({ resource, key: '1' });
  render(WithRecordViews, {
    views: VIEWS,
    record,
    desktop: fakeDesktop().desktop,
    engine,
    version: 1,
    go: vi.fn(),
    onstep: () => record.show({ resource, key: '2' }),
    canStep: { back: false, forward: true },
    onclose: vi.fn(),
  });
  const user = userEvent.setup();
  await screen.findByRole('heading', { name: 'Record 1' });
  const showNext = async () => {
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('heading', { name: 'Record 2' });
  };
  return { user, showNext };
}

it('shows no expected fees of the previous record below the title of the next', async () => {
  const { user, showNext } = await showRecord('accounts', {
    'expectedFees.get': ({ account }: { account: string }) =>
      account === '1' ? { structure: null, structuresAsOf: null, dayCount: null, periods: [] } : pending(),
  });
  await user.click(screen.getByRole('tab', { name: 'Expected fee' }));
  await screen.findByText('No reconciled fee file bills this account.');
  screen.getByRole('button', { name: 'Import balances…' }).focus();
  await showNext();
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Record' }));
  expect(screen.queryByText('No reconciled fee file bills this account.')).toBeNull();
  expect(screen.getByText('Calculating…')).toBeTruthy();
});

it('shows no accounts of the previous structure if those of the next one fail', async () => {
  const { user, showNext } = await showRecord('feeStructures', {
    'feeStructures.settings': () => ({ retired: [], ceiling: null }),
    'dependents.find': ({ selection }: { selection: { keys: string[] } }) => {
      if (selection.keys[0] === '2') throw declaredFailure('unexpected');
      return USED_BY_12;
    },
  });
  await user.click(screen.getByRole('tab', { name: 'Fee' }));
  await screen.findByRole('button', { name: 'Replace with…' });
  await showNext();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Replace with…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show accounts' })).toBeNull();
});

it('says that more accounts may have a fee structure while accounts are incomplete', async () => {
  const { user } = await showRecord('feeStructures', {
    'feeStructures.settings': () => ({ retired: [], ceiling: null }),
    'dependents.find': () => ({ ...USED_BY_12, incompleteLists: ['accounts'] }),
  });
  await user.click(screen.getByRole('tab', { name: 'Fee' }));
  expect(await screen.findByText(/^12 accounts: .*More may use it: accounts are not/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Replace with…' }));
  expect(
    await screen.findByText(/^Accounts are not downloaded completely\. Others may use it too/),
  ).toBeTruthy();
});

it('shows no history of the previous record below the title of the next', async () => {
  const { user, showNext } = await showRecord('accounts', {
    'changes.list': ({ filter }: { filter: { key: string } }) =>
      filter.key === '1' ? { total: 0, items: [] } : pending(),
    'changes.size': () => HISTORY,
  });
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await screen.findByText('No stored changes');
  await showNext();
  expect(screen.queryByText('No stored changes')).toBeNull();
});

it.each([
  [null, /^No changes to this record since its first download are stored\.$/],
  [{ changes: 5, until: '2026-01-02T00:00:00Z' }, /are stored\. The oldest changes were deleted/],
])('says that stored changes were deleted only if some were: %o', async (dropped, text) => {
  const { user } = await showRecord('accounts', {
    'changes.list': () => ({ total: 0, items: [] }),
    'changes.size': () => ({ ...HISTORY, dropped }),
  });
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('masks the tokens of the next record in its JSON', async () => {
  const { user, showNext } = await showRecord('accounts', {
    'records.get': ({ key }: { key: string }) => ({
      raw: JSON.stringify({ id: Number(key), name: `Record ${key}`, tax_id_token: `token-${key}` }),
      title: `Record ${key}`,
      fetchedAt: '2026-11-21T09:00:00.000Z',
      drift: [],
    }),
  });
  const text = () => screen.getByLabelText('Raw JSON').textContent;
  await user.click(screen.getByRole('tab', { name: 'JSON' }));
  expect(text()).not.toContain('token-1');
  await user.click(screen.getByRole('button', { name: 'Show tokens' }));
  expect(text()).toContain('token-1');
  await showNext();
  expect(text()).toContain('Record 2');
  expect(text()).not.toContain('token-2');
});
