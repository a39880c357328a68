import { render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import TurnOnLock from '../../../renderer/app/lock/TurnOnLock.svelte';
import Toasts from '../../../renderer/ui/Toasts.svelte';
import { fakeDesktop } from '../fakes';

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
