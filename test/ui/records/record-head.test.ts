import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { resources } from '#contract/resources';
import { readRecord } from '../../../renderer/records/record/record';
import RecordHead from '../../../renderer/records/record/RecordHead.svelte';

it('shows a repeated ID in a list once', () => {
  const descriptor = resources.accounts;
  const raw = JSON.stringify({ name: 'Violet', fee_structures_ids: ['12', '7', '12'] });
  render(RecordHead, {
    descriptor,
    content: readRecord(descriptor, raw, []),
    title: 'Violet',
    isMissing: false,
    onfollow: vi.fn(),
    go: vi.fn(),
  });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['12', '7']);
});
