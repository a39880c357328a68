import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { PeriodSection } from '#contract/features/period/sections';
import SectionCard from '../../../../renderer/features/period/SectionCard.svelte';
import { waitForRestoredFocus } from '../../fakes';

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

it('focuses the button again that opened the dialog, which then undoes the check-off', async () => {
  const open: PeriodSection = { ...section, state: 'open', checked: null };
  const oncheck = vi.fn(() => view.rerender({ section }));
  const children = createRawSnippet(() => ({ render: () => '<p></p>' }));
  const view = render(SectionCard, { id: 'steps', section: open, mayCheck: true, oncheck, children });
  const user = userEvent.setup();
  screen.getByRole('button', { name: /^Check off…/ }).focus();
  await user.keyboard('{Enter}');
  await user.type(await screen.findByLabelText('Note'), 'None needed');
  await user.click(screen.getByRole('button', { name: 'Check off' }));
  await waitForRestoredFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
  const button = screen.getByRole('button', { name: /^Undo check-off/ });
  expect(document.activeElement).toBe(button);
  // The Enter key that submitted the dialog is still held: the browser would press the button.
  await expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).resolves.toBe(false);
  await expect(fireEvent.keyDown(button, { key: 'Enter' })).resolves.toBe(true);
});
