import { render, screen, waitFor } from '@testing-library/svelte';
import { toast } from 'svelte-sonner';
import { expect, it } from 'vitest';
import type { DesktopClient } from '../../../../renderer/bridge';
import { FeeFiles } from '../../../../renderer/features/fee-files/fee-files.svelte';
import Toasts from '../../../../renderer/ui/Toasts.svelte';
import { declaredFailure, fakeEngine } from '../../fakes';
import { savedFileOf } from './samples';

it('says that a saved file was removed from the list only if it was', async () => {
  let isFull = true;
  const { engine } = fakeEngine({
    'feeFiles.forget': () => {
      if (isFull) throw declaredFailure('disk-full');
    },
  });
  const files = new FeeFiles(engine, {} as DesktopClient);
  render(Toasts);
  // The files of a worker share the messages: earlier ones go first.
  toast.dismiss();
  await waitFor(() => expect(screen.queryByText('Removed from list')).toBeNull());
  await files.forget(savedFileOf(1, '40'));
  // With a count if an earlier test showed the same failure.
  expect(await screen.findByText(/^The disk is full/)).toBeTruthy();
  expect(screen.queryByText('Removed from list')).toBeNull();
  isFull = false;
  await files.forget(savedFileOf(1, '40'));
  expect(await screen.findByText('Removed from list')).toBeTruthy();
});
