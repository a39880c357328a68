import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Period, SampleItem } from '#contract/features/period/sections';
import PeriodSheet from '../../../../renderer/features/period/PeriodSheet.svelte';

const item = (overrides: Partial<SampleItem>): SampleItem => ({
  account: '1',
  name: 'Lee IRA',
  number: '001',
  isChosen: false,
  debit: '10.00',
  verdict: 'differs',
  reason: 'Wrong rate',
  judged: { by: 'jo', at: '2026-10-03T15:00:00Z' },
  ...overrides,
});
const periodWithSample = (items: SampleItem[]): Period => ({
  firm: '39',
  endDate: '2026-09-30',
  sections: [{ facts: { name: 'sample', drawn: null, items }, state: 'done', checked: null, sha256: '' }],
  signature: null,
  colleagues: [],
  left: [],
  custodians: [],
  debit: null,
  accountsAsOf: null,
});

it('lists sampled accounts with the verdict “differs” with their name, and number if any', () => {
  const items = [
    item({}),
    item({ account: '2', name: 'Park Trust', number: null }),
    item({ account: '3', verdict: 'agrees' }),
  ];
  render(PeriodSheet, { period: periodWithSample(items), title: 'Q3 2026' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lee IRA, 001: Wrong rate',
    'Park Trust: Wrong rate',
  ]);
});
