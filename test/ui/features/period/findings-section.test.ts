import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import FindingsSection from '../../../../renderer/features/period/FindingsSection.svelte';
import { RULE_TEXTS } from '../../../../renderer/features/review/rule-messages';

it.each([
  ['39', true],
  [null, false],
])('opens the review queue for the firm of the period only: %s', (firm, isOfFirm) => {
  const counts = { open: 798, flagged: 0, waived: 0, reviewed: 0 };
  const rule = 'collection-differs';
  const go = vi.fn();
  render(FindingsSection, {
    facts: {
      name: 'findings',
      checkedAt: null,
      counts,
      rules: [{ rule, counts }],
      unchecked: [],
      sha256: 'a',
    },
    firm,
    go,
  });
  expect(screen.getByText('798')).toBeTruthy();
  const note = screen.queryByText('Counts are for firm 39 and for records without a firm.');
  expect(note !== null).toBe(isOfFirm);
  const ofFirm = isOfFirm ? { firm: '39' } : {};
  screen.getByRole('button', { name: RULE_TEXTS[rule].name }).click();
  expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'review', page: { rule, ...ofFirm } });
  screen.getByRole('button', { name: 'Open review queue' }).click();
  expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'review', page: ofFirm });
});
