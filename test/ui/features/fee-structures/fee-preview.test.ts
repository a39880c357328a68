import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import FeePreview from '../../../../renderer/features/fee-structures/FeePreview.svelte';
import { fakeEngine } from '../../fakes';

afterEach(cleanup);

const values = { calculation_type: '"R"', flat_rate: '0.5', frequency: '"Q"' };
const show = (invalidFields: string[]) => {
  const { engine } = fakeEngine({ 'records.window': () => ({ rows: [], total: 0 }) });
  return render(FeePreview, { values, invalidFields, raw: null, engine });
};

it('shows the fee for the typed values', () => {
  show(['name']);
  expect(screen.getByRole('table', { name: 'Calculation' })).toBeTruthy();
  expect(screen.queryByText(/^Fix /)).toBeNull();
});

it('shows no fee for invalid values and says what to fix', () => {
  show(['tiers', 'name', 'flat_rate']);
  expect(screen.getByText('Fix Rate and Tiers to see the fee for these values.')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Calculation' })).toBeNull();
});

it('asks for a calculation in a form without one', async () => {
  const { rerender } = show([]);
  expect(screen.queryByText('Choose a calculation to see the fee.')).toBeNull();
  await rerender({ values: { ...values, calculation_type: 'null' } });
  expect(screen.getByText('Choose a calculation to see the fee.')).toBeTruthy();
});

it('announces the new fee, or what to fix, once and in one sentence', async () => {
  const { rerender } = show([]);
  const announcements = () =>
    [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
  await vi.waitFor(
    () => expect(announcements()).toEqual(['Fee per year: $5,000.00, 0.50% of the balance.']),
    3_000,
  );
  await rerender({ invalidFields: ['flat_rate'] });
  await vi.waitFor(
    () => expect(announcements()).toEqual(['Fix Rate to see the fee for these values.']),
    3_000,
  );
});
