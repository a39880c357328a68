import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import FeeBeside from '../../../../renderer/features/fee-structures/FeeBeside.svelte';
import { fakeEngine } from '../../fakes';

afterEach(cleanup);

const values = { calculation_type: '"R"', flat_rate: '0.5', frequency: '"Q"' };
const shown = (wrong: string[]) => {
  const { engine } = fakeEngine({ 'records.window': () => ({ rows: [], total: 0 }) });
  return render(FeeBeside, { values, wrong, raw: null, engine });
};

it('shows the fee for the typed values', () => {
  shown(['name']);
  expect(screen.getByRole('table', { name: 'Calculation' })).toBeTruthy();
  expect(screen.queryByText(/Not the fee/)).toBeNull();
});

it('shows no fee for invalid values and says what to fix', () => {
  shown(['tiers', 'name', 'flat_rate']);
  expect(screen.getByText('Not the fee of what you typed. Fix Flat rate and Tiers first.')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Calculation' })).toBeNull();
});
