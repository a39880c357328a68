import { fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import ExportMenu from '../../../renderer/records/export/ExportMenu.svelte';
import { forbidden } from '../../../renderer/state/forbidden.svelte';
import Button from '../../../renderer/ui/Button.svelte';

const REASON = 'Your organization doesn’t allow exporting or printing.';
const children = createRawSnippet(() => ({ render: () => '<span>Export…</span>' }));
afterEach(() => forbidden.set([]));

it('keeps an unavailable button in the keyboard order, says why, and does nothing', async () => {
  const onclick = vi.fn();
  render(Button, { children, unavailableReason: REASON, onclick });
  const button = screen.getByRole('button', { name: 'Export…', description: REASON });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  await fireEvent.click(button);
  expect(onclick).not.toHaveBeenCalled();
});

it('opens no menu of exports while policies forbid them', async () => {
  forbidden.set(['ExportFiles']);
  const onexport = vi.fn();
  const { unmount } = render(ExportMenu, { label: 'Export requests', onexport });
  const user = userEvent.setup();
  const trigger = screen.getByRole('button', { name: 'Export…', description: REASON });
  await user.click(trigger);
  await user.keyboard('{Enter}');
  expect(screen.queryByText('CSV…')).toBeNull();
  unmount();

  forbidden.set([]);
  render(ExportMenu, { label: 'Export requests', onexport });
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  await user.click(await screen.findByText('CSV…'));
  expect(onexport).toHaveBeenCalledWith('csv');
});

it('names the first permission that is missing', () => {
  forbidden.set(['ExportTaxIds', 'RevealTaxIds']);
  expect(forbidden.why('ExportFiles')).toBeUndefined();
  const noTaxIdExports = 'Your organization doesn’t allow exports of unmasked tax IDs.';
  expect(forbidden.why('ExportFiles', 'ExportTaxIds', 'RevealTaxIds')).toBe(noTaxIdExports);
  expect(forbidden.why('RevealTaxIds', 'ExportTaxIds')).not.toBe(noTaxIdExports);
});
