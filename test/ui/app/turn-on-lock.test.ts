import { render, screen, waitFor } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import LockSettings from '../../../renderer/app/lock/LockSettings.svelte';
import TurnOnLock from '../../../renderer/app/lock/TurnOnLock.svelte';
import Toasts from '../../../renderer/ui/Toasts.svelte';
import { fakeDesktop, waitForRestoredFocus } from '../fakes';

it('says how to lock in the keys of this platform after the lock was turned on', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  const { desktop, calls } = fakeDesktop({ 'appLock.turnOn': () => undefined });
  render(Toasts);
  render(TurnOnLock, { desktop, onclose: vi.fn() });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Recovery code'), '7K3M-0001');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('Lock now: ⌘⇧L');
  expect(calls).toContainEqual({ name: 'appLock.turnOn', input: { code: '7K3M-0001' } });
});

it.each(['before', 'after'])('focuses the app lock if its state arrives %s the answer', async (when) => {
  const off = {
    isOn: false,
    isLocked: false,
    hasCode: true,
    pin: 'none',
    systemAsks: false,
    systemUnlocks: false,
  } as const;
  const turnOn = () => view.rerender({ lock: { ...off, isOn: true } });
  const { desktop } = fakeDesktop({
    'appLock.turnOn': async () => {
      if (when === 'before') await turnOn();
    },
  });
  const view = render(LockSettings, { desktop, lock: off, open: true });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Turn on…' }));
  await user.type(await screen.findByLabelText('Recovery code'), '7K3M-0001');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  if (when === 'after') {
    await waitForRestoredFocus();
    await turnOn();
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'App lock' })));
});
