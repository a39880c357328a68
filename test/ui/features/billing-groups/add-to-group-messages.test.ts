import { expect, it } from 'vitest';
import { accountWarnings, linePayerText } from '../../../../renderer/features/billing-groups/messages';

it('names the firm and the household with their IDs in warnings about an account', () => {
  const labels: Record<string, string> = { firms39: 'Harbor Wealth (39)', households60001: '60001' };
  const warnings = [
    { code: 'other-firm' as const, facts: { firm: '39' } },
    { code: 'other-household' as const, facts: { household: '60001' } },
  ];
  expect(accountWarnings({ warnings }, (of, id) => labels[`${of}${id}`] ?? '')).toBe(
    'Firm: Harbor Wealth (39) · Household: 60001',
  );
  expect(accountWarnings({ warnings: [{ code: 'other-firm', facts: {} }] }, () => '')).toBe('No firm');
});

it('says who would pay for an account, and that others keep their payer', () => {
  const nameOf = (id: string) => (id === '7' ? { id, name: 'Ann Lee', number: 'D7' } : undefined);
  const payerTextOf = (payer: string, state: 'added' | 'already-in' | 'stays' = 'added') =>
    linePayerText({ state, account: { id: '9' } }, payer, nameOf);
  expect(['0', '9', '-1', '7', '8'].map((payer) => payerTextOf(payer))).toEqual([
    'Itself',
    'Itself',
    'The group, by balance',
    'Ann Lee (D7)',
    'Account 8',
  ]);
  expect([payerTextOf('7', 'already-in'), payerTextOf('7', 'stays')]).toEqual(['No change', 'No change']);
});
