import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import FindingsSection from '../../../../renderer/features/period/FindingsSection.svelte';

it.each([
  ['39', true],
  [null, false],
])('says of a firm’s period that the review queue lists the findings of all firms: %s', (firm, isSaid) => {
  const counts = { open: 798, flagged: 0, waived: 0, reviewed: 0 };
  const rules = [{ rule: 'collection-differs' as const, counts }];
  render(FindingsSection, {
    facts: { name: 'findings', checkedAt: null, counts, rules, unchecked: [], sha256: 'a' },
    firm,
    go: vi.fn(),
  });
  expect(screen.getByText('798')).toBeTruthy();
  const note = screen.queryByText(
    'Counts are for firm 39 only. The review queue lists the findings of all firms.',
  );
  expect(note !== null).toBe(isSaid);
});
