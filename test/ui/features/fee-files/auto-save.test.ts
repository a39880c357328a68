import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { DesktopClient } from '../../../../renderer/bridge';
import { FeeFiles } from '../../../../renderer/features/fee-files/fee-files.svelte';
import SavedFiles from '../../../../renderer/features/fee-files/SavedFiles.svelte';
import { forbidden } from '../../../../renderer/state/forbidden.svelte';
import { declaredFailure, fakeEngine } from '../../fakes';

afterEach(() => forbidden.set([]));

it('shows automatic saving as off again if it could not be turned on', async () => {
  const setAutoSave = vi.fn(() => {
    throw declaredFailure('disk-full');
  });
  const { engine } = fakeEngine({ 'feeFiles.setAutoSave': setAutoSave });
  const files = new FeeFiles(engine, {} as DesktopClient);
  files.state = { saved: [], colleagues: [], jobs: [], folder: '/fees', isAutoSaveOn: false };
  const strip = createRawSnippet(() => ({ render: () => '<nav></nav>' }));
  render(SavedFiles, { files, strip, onpreview: vi.fn(), onreconcile: vi.fn(), onfiles: vi.fn() });
  const checkbox = screen.getByRole('checkbox', { name: /^Save new files to/ });
  await userEvent.click(checkbox);
  expect(setAutoSave).toHaveBeenCalledOnce();
  await waitFor(() => expect(checkbox).toHaveProperty('checked', false));
});

it('says next to automatic saving why policies forbid it', () => {
  forbidden.set(['ExportFiles']);
  const files = new FeeFiles(fakeEngine().engine, {} as DesktopClient);
  files.state = { saved: [], colleagues: [], jobs: [], folder: '/fees', isAutoSaveOn: false };
  const strip = createRawSnippet(() => ({ render: () => '<nav></nav>' }));
  render(SavedFiles, { files, strip, onpreview: vi.fn(), onreconcile: vi.fn(), onfiles: vi.fn() });
  const description = 'Your organization doesn’t allow exporting or printing.';
  expect(screen.getByRole('checkbox', { description })).toHaveProperty('disabled', true);
  expect(screen.getAllByText(description).some((text) => !text.hidden)).toBe(true);
});
