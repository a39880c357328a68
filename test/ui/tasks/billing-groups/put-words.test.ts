import { expect, it } from 'vitest';
import { lineDoubts } from '../../../../renderer/tasks/billing-groups/words';

it('what is doubtful about an account names its firm and household, with the ID', () => {
  const known: Record<string, string> = { firms39: 'Harbor Wealth (39)', households60001: '60001' };
  const doubts = [
    { code: 'other-firm' as const, facts: { firm: '39' } },
    { code: 'other-household' as const, facts: { household: '60001' } },
  ];
  expect(lineDoubts({ doubts }, (of, id) => known[`${of}${id}`] ?? '')).toBe(
    'Firm: Harbor Wealth (39) · Household: 60001',
  );
  expect(lineDoubts({ doubts: [{ code: 'other-firm', facts: {} }] }, () => '')).toBe('No firm');
});
