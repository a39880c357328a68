import { render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { QuarantinedWork } from '#contract/calls/backups';
import QuarantinedWorkDialog from '../../../renderer/app/backup/QuarantinedWorkDialog.svelte';
import { connectionOf, declaredFailure, fakeDesktop, type Answers } from '../fakes';

const connection = connectionOf({ id: 'harbor', name: 'Harbor Wealth' });
const quarantined: QuarantinedWork[] = [
  { name: 'set-aside-20261122090000000', at: '2026-11-22T09:00:00.000Z', bytes: 2_000_000 },
  { name: 'set-aside-20261120090000000', at: '2026-11-20T09:00:00.000Z', bytes: 1_000_000 },
];

/** Opens the dialog with both items; returns the inputs of calls to the app process, and the second item. */
async function openDialog(responses: Answers = {}) {
  let remainingWork = quarantined;
  const { desktop, calls } = fakeDesktop({
    'backups.listQuarantined': () => remainingWork,
    'backups.removeQuarantined': ({ name }: { name: string }) => {
      remainingWork = remainingWork.filter((work) => work.name !== name);
    },
    ...responses,
  });
  const onclose = vi.fn();
  render(QuarantinedWorkDialog, { desktop, connection, onclose });
  const items = await screen.findAllByRole('listitem', { name: /^Set aside/ });
  const second = items[1];
  if (!second) throw new Error('The dialog lists only one item.');
  const inputsOf = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { second: within(second), inputsOf, onclose, user: userEvent.setup() };
}

it('exports the chosen saved work with a passphrase into the chosen file', async () => {
  const { second, inputsOf, user } = await openDialog({
    'backups.isGuessable': () => false,
    choose: () => [{ grant: 'grant-1', path: '/backups/harbor.fdbackup', name: 'harbor.fdbackup' }],
    'backups.exportQuarantined': () => ({ connection, createdAt: '2026-11-23T09:00:00.000Z', lines: 3 }),
  });
  await user.click(second.getByRole('button', { name: /^Export…/ }));
  for (const label of ['Passphrase', 'Confirm passphrase'])
    await user.type(await screen.findByLabelText(label), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Choose file…' }));
  await vi.waitFor(() => expect(screen.queryByLabelText('Passphrase')).toBeNull());
  expect(inputsOf('backups.exportQuarantined')).toEqual([
    { id: 'harbor', name: quarantined[1]?.name, grant: 'grant-1', passphrase: 'correct horse battery' },
  ]);
  expect(inputsOf('choose')).toMatchObject([{ what: 'save', purpose: 'backup-file' }]);
  expect(inputsOf('backups.make')).toEqual([]);
});

it('deletes the chosen saved work only after a confirmation, and lists the other', async () => {
  const { second, inputsOf, user } = await openDialog();
  const question = () => screen.queryByRole('alertdialog') ?? screen.queryByText('Delete this saved work?');
  await user.click(second.getByRole('button', { name: /^Delete…/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(question()).toBeNull());
  expect(inputsOf('backups.removeQuarantined')).toEqual([]);
  await user.click(second.getByRole('button', { name: /^Delete…/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(question()).toBeNull());
  expect(inputsOf('backups.removeQuarantined')).toEqual([{ id: 'harbor', name: quarantined[1]?.name }]);
  expect(screen.getAllByRole('listitem', { name: /^Set aside/, hidden: true })).toHaveLength(1);
});

it('names the buttons of each saved work by its time', async () => {
  await openDialog();
  for (const action of ['Compare', 'Open', 'Export…', 'Delete…'])
    for (const day of ['Nov 22, 2026', 'Nov 20, 2026'])
      expect(screen.getByRole('button', { name: new RegExp(`^${action}: ${day}`) })).toBeTruthy();
});

it('shows on Compare alone that a comparison is running', async () => {
  const { second, user } = await openDialog({
    'backups.compareQuarantined': () => new Promise(() => undefined),
  });
  await user.click(second.getByRole('button', { name: /^Compare/ }));
  const isBusy = (name: RegExp) => second.getByRole('button', { name }).getAttribute('aria-busy');
  expect([isBusy(/^Compare/), isBusy(/^Open/)]).toEqual(['true', null]);
});

it('closes after the recovery code has opened the saved work', async () => {
  const { inputsOf, onclose, user } = await openDialog({ 'recovery.unlock': () => undefined });
  await user.click(screen.getByRole('button', { name: 'Use recovery code…' }));
  await user.type(await screen.findByLabelText('Recovery code'), 'ABCD-EFGH');
  expect(onclose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Open saved work' }));
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
  expect(inputsOf('recovery.unlock')).toEqual([{ id: 'harbor', code: 'ABCD-EFGH' }]);
});

it('keeps the question and shows the reason when the saved work cannot be deleted', async () => {
  const { second, user } = await openDialog({
    'backups.removeQuarantined': () => Promise.reject(declaredFailure('disk-full')),
  });
  await user.click(second.getByRole('button', { name: /^Delete…/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/disk is full/i)).toBeTruthy();
  expect(screen.getByText('Delete this saved work?')).toBeTruthy();
  expect(screen.getAllByRole('listitem', { name: /^Set aside/, hidden: true })).toHaveLength(2);
});
