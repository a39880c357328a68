import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import Kbd from '../../../renderer/ui/Kbd.svelte';
import { deferred, deferredAfterStart, deferredDialog, loadDeferred } from '../../../renderer/ui/deferred';

test('shows a deferred component once its code is loaded, and passes on changed props', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Kbd }));
  const Deferred = deferred(load);
  expect(load).not.toHaveBeenCalled();
  const { rerender } = render(Deferred, { keys: 'Ctrl+K' });
  expect(screen.queryByText('K')).toBeNull();
  expect(await screen.findByText('K')).toBeDefined();
  await rerender({ keys: 'Ctrl+J' });
  expect(screen.queryByText('K')).toBeNull();
  expect(screen.getByText('J')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

test('shows a deferred component at once if its code was loaded before', async () => {
  const Deferred = deferred(() => Promise.resolve({ default: Kbd }));
  await loadDeferred();
  render(Deferred, { keys: 'Ctrl+K' });
  expect(screen.getByText('K')).toBeDefined();
});

test('shows a component after the start without loading its code earlier', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Kbd }));
  render(deferredAfterStart(load), { keys: 'Ctrl+K' });
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  await loadDeferred();
  expect(await screen.findByText('K')).toBeDefined();
});

test('says that code could not be loaded', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  render(deferred(load), {});
  expect((await screen.findByRole('alert')).textContent).toContain('Quit Firm Desk and open it again');
  expect(screen.getByText('TypeError: Failed to fetch dynamically imported module')).toBeDefined();
});

test('logs one error if all components of a file fail to load, and another for another file', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fail = (file: string) => () => Promise.reject(new TypeError(`Failed to fetch ${file}`));
  for (const file of ['later-1.js', 'later-1.js', 'later-2.js']) deferred(fail(file));
  await loadDeferred();
  await loadDeferred();
  expect(log.mock.calls).toEqual([['TypeError'], ['TypeError']]);
  log.mockRestore();
});

test('says in a dialog that the code of a dialog could not be loaded, and closes it', async () => {
  const onclose = vi.fn();
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  render(deferredDialog<{ onclose: () => void }>(load), { onclose });
  const dialog = await screen.findByRole('dialog', { name: 'A part of Firm Desk could not be loaded' });
  expect(within(dialog).getAllByRole('heading')).toHaveLength(1);
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toContain('Quit Firm Desk and open it again');
  expect(within(dialog).getByText('TypeError: Failed to fetch dynamically imported module')).toBeDefined();
  await fireEvent.click(within(dialog.querySelector('footer') ?? dialog).getByRole('button'));
  expect(onclose).toHaveBeenCalledOnce();
});

test('says in a dialog, until it is closed, that a component for after the start is missing', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch a component for after the start'));
  render(deferredAfterStart(load), {});
  await loadDeferred();
  const dialog = await screen.findByRole('dialog', { name: 'A part of Firm Desk could not be loaded' });
  await fireEvent.click(within(dialog.querySelector('footer') ?? dialog).getByRole('button'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
