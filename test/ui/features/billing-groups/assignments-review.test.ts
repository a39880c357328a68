import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import AssignmentsReview from '../../../../renderer/features/billing-groups/AssignmentsReview.svelte';
import { names } from '../../../../renderer/records/names/names.svelte';

afterEach(() => names.use(null, '', 0));

type Payers = Readonly<Record<number, number | null>>;
const json = (payers: Payers) =>
  JSON.stringify(
    Object.entries(payers).map(([account, payer]) => ({ account_id: Number(account), fee_location: payer })),
  );
const show = (before: Payers | undefined, after: Payers) =>
  render(AssignmentsReview, {
    before: before && json(before),
    after: json(after),
    label: 'Assigned accounts',
  });
const rows = () =>
  within(screen.getByRole('table', { name: 'Assigned accounts' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()));

it('lists each account of a new group with who pays', () => {
  show(undefined, { 10: 0, 11: -1, 12: 10, 13: null, 14: 14 });
  expect(rows()).toEqual([
    ['Account 10', 'Itself'],
    ['Account 11', 'The group, by balance'],
    ['Account 12', 'Account 10'],
    ['Account 13', 'Not specified'],
    ['Account 14', 'Itself'],
  ]);
  expect(screen.getByText(/After this/).textContent).toBe(
    'After this, the group has 5 accounts: 2 pay for themselves, 1 is paid by the group by balance, 1 is paid by Account 10, 1 has no payer.',
  );
});

it('shows a code that contradicts the payer unchanged', () => {
  render(AssignmentsReview, {
    before: undefined,
    after:
      '[{"account_id":10,"fee_location":0,"fee_location_option":"Z"},{"account_id":11,"fee_location":-1,"fee_location_option":"Z"}]',
    label: 'Assigned accounts',
  });
  expect(screen.getByText(/After this/).textContent).toBe(
    'After this, the group has 2 accounts: 1 pays for itself · Z, 1 is paid by the group by balance · Z.',
  );
});

it('lists removals and payer changes before added accounts, and the unchanged ones on request', async () => {
  show({ 10: 0, 11: 0, 12: 0, 13: 0 }, { 11: -1, 12: 0, 13: 0, 14: -1 });
  expect(rows()).toEqual([
    ['Account 10 Removed', 'Itself'],
    ['Account 11 Different payer', 'Itself The group, by balance'],
    ['Account 14 Added', 'The group, by balance'],
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'Show the 2 unchanged accounts' }));
  expect(rows()).toHaveLength(5);
  expect(rows().at(-1)).toEqual(['Account 13 No change', 'Itself']);
});

it('never hides accounts that are removed or get another payer, but hides some added ones', () => {
  const accountsFrom = (from: number, payer: number): Payers =>
    Object.fromEntries(Array.from({ length: 150 }, (_, index) => [from + index, payer]));
  show(
    { ...accountsFrom(1000, 0), ...accountsFrom(2000, 0) },
    { ...accountsFrom(2000, -1), ...accountsFrom(3000, 0) },
  );
  expect(rows()).toHaveLength(150 + 150 + 100);
  expect(screen.getByRole('button', { name: 'Show all 450 accounts' })).toBeTruthy();
});

it('says that a group has no accounts left', () => {
  show({ 10: 0 }, {});
  expect(screen.getByText('After this, the group has no accounts.')).toBeTruthy();
  expect(rows()).toEqual([['Account 10 Removed', 'Itself']]);
});

it('tells payers apart by their ID, whatever their names say', () => {
  names.use({ names: { byId: () => Promise.resolve([]) } } as never, 'payers', 1);
  const twin = 'Not specified Trust';
  names.nameReceiver()({ accounts: { 20: twin, 21: twin } }, { accounts: { 20: '77', 21: '77' } });
  show({ 10: 20, 11: 20, 12: 20 }, { 10: 21, 11: 20, 12: 20 });
  expect(rows()).toEqual([
    ['Account 10 Different payer', 'Not specified Trust (77) Not specified Trust (77)'],
  ]);
  expect(screen.getByText(/After this/).textContent).toBe(
    'After this, the group has 3 accounts: 2 are paid by Not specified Trust (77), 1 is paid by Not specified Trust (77).',
  );
});
