import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import SignOffDialog from '../../../renderer/features/reconcile/SignOffDialog.svelte';
import ConfirmDialog from '../../../renderer/ui/ConfirmDialog.svelte';
import Dialog from '../../../renderer/ui/Dialog.svelte';
import { canLeaveScreen } from '../../../renderer/ui/leave-guards';
import { declaredFailure } from '../fakes';

const rendered = (html: string) => createRawSnippet(() => ({ render: () => html }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const note = () => screen.findByLabelText<HTMLInputElement>('Note');
async function typeNote(): Promise<void> {
  const field = await note();
  field.focus();
  await fireEvent.input(field, { target: { value: 'Checked.' } });
}

it('opens without the warning that closed it, and reports what was discarded', async () => {
  const ondiscard = vi.fn();
  const children = rendered('<input aria-label="Note" />');
  const footer = rendered('<button>Save</button>');
  const { rerender } = render(Dialog, { title: 'Finding', open: true, ondiscard, children, footer });
  await typeNote();
  await press('Close');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(ondiscard).not.toHaveBeenCalled();
  await press('Discard');
  expect(ondiscard).toHaveBeenCalledOnce();
  await rerender({ open: false });
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  await rerender({ open: true });
  await note();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

it('keeps the screen below until the user discards what was typed', async () => {
  render(Dialog, { title: 'Finding', open: true, children: rendered('<input aria-label="Note" />') });
  await note();
  expect(canLeaveScreen()).toBe(true);
  await typeNote();
  expect([canLeaveScreen(), canLeaveScreen()]).toEqual([false, false]);
  await screen.findByRole('alertdialog');
  await press('Discard');
  await waitFor(() => expect(canLeaveScreen()).toBe(true));
});

it('keeps the screen below while it cannot be closed', async () => {
  render(Dialog, { title: 'Recovery code', open: true, dismissible: false });
  await screen.findByRole('dialog');
  expect(canLeaveScreen()).toBe(false);
});

it('empties the note of a sign-off that was discarded', async () => {
  const result = { comparisons: [], lines: 1, accounts: 1, sum: '10.00' } as never;
  const { rerender } = render(SignOffDialog, { open: true, result, onsign: () => Promise.resolve() });
  await typeNote();
  await press('Close');
  await press('Discard');
  await rerender({ open: false });
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  await rerender({ open: true });
  expect((await note()).value).toBe('');
});

it('opens without the failure after which it was canceled', async () => {
  const onconfirm = () => Promise.reject(declaredFailure('disk-full'));
  const onclose = vi.fn();
  const { rerender } = render(ConfirmDialog, {
    title: 'Rebuild?',
    open: true,
    confirm: 'Rebuild',
    onconfirm,
    onclose,
  });
  await waitFor(() => press('Rebuild'));
  await screen.findByRole('alert');
  await press('Cancel');
  expect(onclose).toHaveBeenCalledOnce();
  await rerender({ open: false });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rebuild' })).toBeNull());
  await rerender({ open: true });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rebuild' })).toBeTruthy());
  expect(screen.queryByRole('alert')).toBeNull();
});
