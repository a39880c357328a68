import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { toast } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import ActionButton from '../../../../renderer/records/list/ActionButton.svelte';
import type { ListContext } from '../../../../renderer/records/list/list-view';
import { FEE_FILES_LIST } from '../../../../renderer/features/fee-files/fee-files-list';
import { feeFilesOf } from '../../../../renderer/features/fee-files/fee-files.svelte';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import { GridSelection } from '../../../../renderer/grid/selection.svelte';
import { declaredFailure, deferredPromise, fakeDesktop, fakeEngine } from '../../fakes';

it('offers the last save folder once it is loaded, even if the button was rendered before', async () => {
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  const context = {
    engine,
    desktop,
    list: { grid: { selectedCount: 1, selection: new GridSelection() } },
  } as unknown as ListContext;
  const action = FEE_FILES_LIST.actions?.find(({ name }) => name === 'save');
  if (!action) throw new Error('The list has no action to save.');
  // The button calls feeFilesOf first: the state is created in its derived values (per-engine.svelte.ts).
  render(ActionButton, { props: { action, context, onact: () => undefined } });
  const button = () => screen.getByRole('button', { name: 'Save…' });
  expect(button().getAttribute('aria-haspopup')).toBeNull();
  feeFilesOf({ engine, desktop }).state = {
    saved: [],
    colleagues: [],
    jobs: [],
    folder: '/fees',
    isAutoSaveOn: false,
  };
  await tick();
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
});

it('says why it cannot be used where the keyboard reaches it', async () => {
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  const grid = { selectedCount: 0, selection: new GridSelection() };
  const context = { engine, desktop, list: { grid } } as unknown as ListContext;
  const onact = vi.fn();
  for (const action of FEE_FILES_LIST.actions ?? [])
    render(ActionButton, { props: { action, context, onact } });
  const button = screen.getByRole('button', { name: 'Save…', description: 'Select files to save' });
  button.focus();
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { description: 'Select files to reconcile' }));
  expect(onact).not.toHaveBeenCalled();
});

it('makes the next step primary: save, then reconcile, then none', () => {
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  const selection = new GridSelection();
  selection.replace(['40', '41']);
  const context = {
    engine,
    desktop,
    list: { grid: { selectedCount: 2, selection } },
  } as unknown as ListContext;
  const files = feeFilesOf({ engine, desktop });
  const primaryActions = (saved: readonly Partial<SavedFile>[]) => {
    files.byFile = new Map(saved.map((file) => [file.fileId ?? '', file as SavedFile]));
    return FEE_FILES_LIST.actions?.flatMap(({ name, primary: isPrimary }) =>
      typeof isPrimary === 'function' && isPrimary(context) ? [name] : [],
    );
  };
  const whole = { state: 'whole', signedAt: null } as const;
  expect(primaryActions([])).toEqual(['save']);
  expect(primaryActions([{ fileId: '40', ...whole }])).toEqual(['save']);
  expect(
    primaryActions([
      { fileId: '40', ...whole },
      { fileId: '41', ...whole, state: 'missing' },
    ]),
  ).toEqual(['save']);
  const savedFiles = [
    { fileId: '40', ...whole },
    { fileId: '41', ...whole },
    { fileId: '9', ...whole },
  ];
  expect(primaryActions(savedFiles)).toEqual(['reconcile']);
  expect(primaryActions(savedFiles.map((file) => ({ ...file, signedAt: '2026-11-21T07:00:00Z' })))).toEqual(
    [],
  );
});

it('does not leave another screen when the files to reconcile are known', async () => {
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  feeFilesOf({ engine, desktop }).byFile = new Map([['40', { fileId: '40' } as SavedFile]]);
  const keys = deferredPromise<readonly string[]>();
  const list = { selectedKeys: () => keys.promise, isClosed: false };
  const go = vi.fn();
  const context = { engine, desktop, go, list } as unknown as ListContext;
  const runReconcile = () => FEE_FILES_LIST.actions?.find(({ name }) => name === 'reconcile')?.run?.(context);
  const reconciling = runReconcile();
  list.isClosed = true;
  keys.settle(['40']);
  await reconciling;
  expect(go).not.toHaveBeenCalled();
  list.isClosed = false;
  await runReconcile();
  expect(go).toHaveBeenCalledExactlyOnceWith({
    screen: 'task',
    task: 'feeFiles',
    page: { kind: 'reconcile', fileId: '40' },
  });
});

it('says why the selected files could not be read for saving', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  feeFilesOf({ engine, desktop }).state = {
    saved: [],
    colleagues: [],
    jobs: [],
    folder: '/fees',
    isAutoSaveOn: false,
  };
  const selectedKeys = () => Promise.reject(declaredFailure('engine-lost'));
  const context = { engine, desktop, list: { grid: { selectedCount: 2 }, selectedKeys } };
  const action = FEE_FILES_LIST.actions?.find(({ name }) => name === 'save');
  const [toFolder] = action?.menuItems?.(context as unknown as ListContext) ?? [];
  if (typeof toFolder === 'object' && 'onSelect' in toFolder) toFolder.onSelect();
  await vi.waitFor(() => expect(errorToast).toHaveBeenCalledOnce());
});
