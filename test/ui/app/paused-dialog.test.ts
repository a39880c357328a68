import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { failure as failureSchema } from '#contract/failure';
import PausedDialog from '../../../renderer/app/shell/PausedDialog.svelte';
import { connectionOf, fakeDesktop, fakeEngine } from '../fakes';

/** Opens the dialog, and starts a test of a new key that has not ended. */
async function testNewKey() {
  let endTest: () => void = () => undefined;
  const { desktop, calls } = fakeDesktop({
    'connections.test': () => new Promise((resolve) => (endTest = () => resolve({ accounts: 1 }))),
    'connections.replaceCredential': () => undefined,
  });
  const { engine, calls: engineCalls } = fakeEngine({
    'refresh.cancel': () => undefined,
    'refresh.resume': () => undefined,
  });
  const failure = failureSchema.parse({ kind: 'credential-refused' });
  const { unmount } = render(PausedDialog, {
    desktop,
    engine,
    connection: connectionOf(),
    failure,
    ondismiss: vi.fn(),
  });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('API key'), 'canary-key-1234');
  await user.click(screen.getByRole('button', { name: 'Use this key' }));
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('connections.test'));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const namesCalled = () => [...calls, ...engineCalls].map(({ name }) => name);
  return { endTest: () => endTest(), press, unmount, namesCalled };
}

it('replaces the key that was tested, and resumes', async () => {
  const { endTest, namesCalled } = await testNewKey();
  endTest();
  await waitFor(() => expect(namesCalled()).toContain('refresh.resume'));
  expect(namesCalled()).toContain('connections.replaceCredential');
});

it.each([
  ['is closed', ['Close', 'Discard']],
  ['stops the refresh', ['Stop the refresh']],
])('does not replace the key if it %s during the test', async (_case, buttons) => {
  const { endTest, press, namesCalled } = await testNewKey();
  for (const button of buttons) await press(button);
  endTest();
  await new Promise(setImmediate);
  expect(namesCalled()).not.toContain('connections.replaceCredential');
  expect(namesCalled()).not.toContain('refresh.resume');
});

it('does not replace the key if the refresh is stopped elsewhere during the test', async () => {
  const { endTest, unmount, namesCalled } = await testNewKey();
  unmount();
  endTest();
  await new Promise(setImmediate);
  expect(namesCalled()).not.toContain('connections.replaceCredential');
  expect(namesCalled()).not.toContain('refresh.resume');
});
