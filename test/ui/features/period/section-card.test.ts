import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { PeriodSection } from '#contract/features/period/calls';
import SectionCard from '../../../../renderer/features/period/SectionCard.svelte';

const section: PeriodSection = {
  facts: { name: 'steps', steps: [] },
  state: 'done',
  checked: { by: 'Ada Park', at: '2026-10-02T15:00:00Z', note: 'None needed', holds: true },
  sha256: 'ab',
};

it('undoes a check-off once, however often the button is pressed', async () => {
  const oncheck = vi.fn(() => new Promise<void>(() => undefined));
  const children = createRawSnippet(() => ({ render: () => '<p></p>' }));
  render(SectionCard, { id: 'steps', section, mayCheck: true, oncheck, children });
  await userEvent.setup().dblClick(screen.getByRole('button', { name: /^Undo check-off/ }));
  expect(oncheck.mock.calls).toEqual([[section, null]]);
});
