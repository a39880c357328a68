import { render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import Dialog from '../../../renderer/ui/Dialog.svelte';
import {
  onInputOpen,
  onPendingSave,
  registerInput,
  registerPendingSave,
} from '../../../renderer/ui/open-input';

it('notifies when the first input opens and when the last one closes', () => {
  const listener = vi.fn();
  const stop = onInputOpen(listener);
  const [endFirst, endSecond] = [registerInput(), registerInput()];
  endFirst();
  expect(listener.mock.calls).toEqual([[true]]);
  endSecond();
  endSecond();
  expect(listener.mock.calls).toEqual([[true], [false]]);
  stop();
  registerInput()();
  expect(listener).toHaveBeenCalledTimes(2);
});

it('notifies of pending saves, apart from open inputs', () => {
  const [inputs, saves] = [vi.fn(), vi.fn()];
  const stops = [onInputOpen(inputs), onPendingSave(saves)];
  registerPendingSave()();
  expect(saves.mock.calls).toEqual([[true], [false]]);
  expect(inputs).not.toHaveBeenCalled();
  stops.forEach((stop) => stop());
});

it('counts an open dialog, even one that is removed with its screen', async () => {
  const listener = vi.fn();
  const stop = onInputOpen(listener);
  const { rerender, unmount } = render(Dialog, { title: 'Back up saved work', open: false });
  expect(listener).not.toHaveBeenCalled();
  await rerender({ open: true });
  expect(listener.mock.calls).toEqual([[true]]);
  unmount();
  expect(listener.mock.calls).toEqual([[true], [false]]);
  stop();
});
