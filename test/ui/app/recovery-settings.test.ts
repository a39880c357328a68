import { render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import RecoverySettings from '../../../renderer/app/backup/RecoverySettings.svelte';
import { connectionOf, fakeDesktop, type Answers } from '../fakes';

const connection = connectionOf({ id: 'harbor', name: 'Harbor Wealth' });
const show = (codeState: Answers[string]) => {
  const { desktop, calls } = fakeDesktop({
    'recovery.codeState': codeState,
    'recovery.create': () => ({ code: 'ABCD-EFGH' }),
    'recovery.confirm': () => undefined,
  });
  render(RecoverySettings, { desktop, connection });
  return calls;
};

it.each([
  ['none', 'No code created yet.', 'Create code…'],
  ['created', 'A code was created.', 'Create a new code…'],
  ['unconfirmed', /the code before it still works, too/, 'Create a new code…'],
])('says whether a code exists: %s', async (codeState, text, button) => {
  show(() => codeState);
  await screen.findByText(text);
  screen.getByRole('button', { name: button });
});

it('claims nothing if the code could not be read, and voids it once another is written down', async () => {
  const calls = show(() => {
    throw new Error('The disk cannot be read');
  });
  await screen.findByText('Firm Desk couldn’t check whether a code was created.');
  expect(screen.queryByText('No code created yet.')).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Create code…' }));
  screen.getByText(/^A code that was created before opens your saved work/);
  await user.click(screen.getByRole('button', { name: 'Show code' }));
  const writtenDown = await screen.findByRole('button', { name: 'I wrote it down' });
  expect(calls.map(({ name }) => name)).not.toContain('recovery.confirm');
  await user.click(writtenDown);
  expect(calls).toContainEqual({ name: 'recovery.confirm', input: { id: connection.id } });
  await screen.findByText('A code was created.');
});

it('says that the code before still works until the new one is confirmed', async () => {
  const calls = show(() => 'created');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create a new code…' }));
  await user.click(screen.getByRole('button', { name: 'Show code' }));
  await screen.findByRole('button', { name: 'I wrote it down' });
  await screen.findByText(/the code before it still works, too/);
  await user.click(screen.getByRole('button', { name: 'I wrote it down' }));
  await screen.findByText('A code was created.');
  expect(calls.map(({ name }) => name)).toContain('recovery.confirm');
});
