import { render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import Dialog from '../../../renderer/ui/Dialog.svelte';
import Menu from '../../../renderer/ui/Menu.svelte';
import Popover from '../../../renderer/ui/Popover.svelte';

const paragraph = (content: string) =>
  createRawSnippet<[() => void]>(() => ({ render: () => `<p>${content}</p>` }));
// Without a layout, a popover may not be positioned yet, and a dialog of the previous file may still be
// closing.
const dialogNames = () =>
  screen
    .queryAllByRole('dialog', { hidden: true })
    .flatMap((dialog) => dialog.getAttribute('aria-label') ?? []);

it('closes the popovers and menus above a dialog that opens by itself', async () => {
  const anchor = document.body.appendChild(document.createElement('div'));
  render(Popover, { props: { label: 'Columns', open: true, anchor, children: paragraph('columns') } });
  render(Menu, {
    props: { label: 'Column', open: true, anchor, items: [{ label: 'Hide', onSelect: vi.fn() }] },
  });
  await waitFor(() => expect(dialogNames()).toEqual(['Columns']));
  expect(screen.getByRole('menu', { hidden: true })).toBeTruthy();
  const { rerender } = render(Dialog, { title: 'Enter a new key', open: false });
  expect(dialogNames()).toEqual(['Columns']);
  await rerender({ open: true });
  await waitFor(() => expect(screen.getByText('Enter a new key')).toBeTruthy());
  await waitFor(() => expect(screen.queryByText('columns')).toBeNull());
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
});

it('keeps popovers that opened after a dialog until it opens again', async () => {
  const { rerender } = render(Dialog, { title: 'Contacts', open: true });
  await waitFor(() => expect(screen.getByText('Contacts')).toBeTruthy());
  const anchor = document.body.appendChild(document.createElement('div'));
  render(Popover, { props: { label: 'Columns', open: true, anchor, children: paragraph('columns') } });
  await waitFor(() => expect(screen.getByText('columns')).toBeTruthy());
  await rerender({ title: 'Contacts of Schwab' });
  expect(screen.getByText('columns')).toBeTruthy();
  await rerender({ open: false });
  await rerender({ open: true });
  await waitFor(() => expect(screen.queryByText('columns')).toBeNull()); // it opened later than the popover
});
