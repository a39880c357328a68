import { render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import RecoverySettings from '../../../renderer/app/backup/RecoverySettings.svelte';
import { connectionOf, fakeDesktop, type Answers } from '../fakes';

const connection = connectionOf({ id: 'harbor', name: 'Harbor Wealth' });
const show = (has: Answers[string]) => {
  const { desktop, calls } = fakeDesktop({
    'recovery.has': has,
    'recovery.create': () => ({ code: 'ABCD-EFGH' }),
    'recovery.confirm': () => undefined,
  });
  render(RecoverySettings, { desktop, connection });
  return calls;
};

it.each([
  [false, 'No code created yet.', 'Create code…'],
  [true, 'A code was created.', 'Create a new code…'],
])('says whether a code exists: %s', async (isCreated, text, button) => {
  show(() => isCreated);
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
