import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import RecordLinks from '../../../renderer/records/record/RecordLinks.svelte';

it('shows internal IDs of links only in tooltips, unless titles are equal', () => {
  const items = (...titles: string[]) =>
    titles.map((title, index) => ({ key: `90${index}`, title, subtitle: `90${index}` }));
  const group = (label: string, ...titles: string[]) => ({
    label,
    resource: 'billingGroups' as const,
    filters: [],
    total: titles.length,
    items: items(...titles),
  });
  render(RecordLinks, {
    links: [group('Own', 'Juns group'), group('Others', 'Same name', 'Same name')],
    onfollow: vi.fn(),
    go: vi.fn(),
  });
  const ownLink = screen.getByRole('button', { name: 'Juns group' });
  expect(ownLink.textContent).not.toContain('900');
  expect(ownLink.title).toBe('Internal ID: 900');
  expect(screen.getAllByRole('button', { name: /^Same name 90[01]$/ })).toHaveLength(2);
});
