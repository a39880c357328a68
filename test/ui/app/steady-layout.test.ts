import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import BackupDialog from '../../../renderer/app/backup/BackupDialog.svelte';
import ConnectionBlock from '../../../renderer/app/shell/ConnectionBlock.svelte';
import NoticeBar from '../../../renderer/app/shell/NoticeBar.svelte';
import type { Notice } from '../../../renderer/app/shell/notices';
import { isNeverRefreshed } from '../../../renderer/records/refresh/progress';
import { connectionOf, fakeDesktop, liveOf, runOf, sessionOf } from '../fakes';

const message = {
  title: 'Editing accounts was interrupted',
  meaning: 'Some were not sent.',
  next: 'Resume it.',
};

it('removes a notice once it was opened, and keeps a permanent one', async () => {
  const notice: Notice = { id: 'job-1', message, detailsRoute: { screen: 'task', task: 'edits' } };
  const permanentNotice: Notice = {
    id: 'not-open',
    message,
    detailsRoute: { screen: 'today' },
    isPermanent: true,
  };
  const [go, ondismiss] = [vi.fn(), vi.fn()];
  render(NoticeBar, { notices: [notice, permanentNotice], ondismiss, onremedy: vi.fn(), go });
  const [first, second] = screen.getAllByRole('button', { name: 'Show' });
  if (!first || !second) throw new Error('no Show buttons');
  await userEvent.click(first);
  expect(go).toHaveBeenLastCalledWith(notice.detailsRoute);
  expect(ondismiss).toHaveBeenCalledExactlyOnceWith(notice);
  await userEvent.click(second);
  expect(go).toHaveBeenLastCalledWith(permanentNotice.detailsRoute);
  expect(ondismiss).toHaveBeenCalledOnce();
});

it('keeps one line below the state of the connection, whether it has a text or not', async () => {
  const connection = connectionOf();
  const lines = () => [...document.querySelectorAll('.block > *')].map(({ className }) => className);
  const props = {
    desktop: fakeDesktop().desktop,
    session: sessionOf({ connections: [connection], open: { connection, state: 'open' } }),
    engineState: 'flowing' as const,
    narrow: false,
    go: vi.fn(),
  };
  const { rerender } = render(ConnectionBlock, { ...props, live: null });
  const initialLines = lines();
  await rerender({ ...props, live: liveOf() });
  expect(screen.getByText(/^Updated/)).toBeTruthy();
  expect(lines()).toEqual(initialLines);
  const until = new Date(Date.now() + 45_000).toISOString();
  await rerender({ ...props, live: liveOf({ waiting: { reason: 'retry-after', until } }) });
  expect(screen.getByRole('timer').textContent.trim()).toMatch(/^Trying again in 0:4\d$/);
  expect(screen.getByRole('timer').title).toMatch(/^The service asked us to wait/);
  expect(lines()).toEqual(initialLines);
});

it('proposes a name with the date and the extension for a backup', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 9), toFake: ['Date'] });
  const { desktop, calls } = fakeDesktop({ 'backups.isGuessable': () => false, choose: () => [] });
  render(BackupDialog, { desktop, isDaily: false, name: 'Smith Wealth', onclose: vi.fn(), ondone: vi.fn() });
  const user = userEvent.setup();
  for (const label of ['Passphrase', 'Confirm passphrase'])
    await user.type(await screen.findByLabelText(label), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Choose file…' }));
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('choose'));
  vi.useRealTimers();
  expect(calls.find(({ name }) => name === 'choose')?.input).toMatchObject({
    name: 'Smith Wealth backup 2026-11-23.fdbackup',
    extension: 'fdbackup',
  });
});

it('counts a firm as never refreshed only without data, a refresh or one to resume', () => {
  const empty = liveOf().resources.map((state) => ({ ...state, count: 0, asOf: null }));
  expect(isNeverRefreshed(null)).toBe(false);
  expect(isNeverRefreshed(liveOf({ run: null, resources: empty }))).toBe(true);
  expect(isNeverRefreshed(liveOf({ run: null, resources: empty, canResume: true }))).toBe(false);
  expect(isNeverRefreshed(liveOf({ run: runOf({ state: 'canceled' }), resources: empty }))).toBe(false);
  expect(isNeverRefreshed(liveOf({ run: null }))).toBe(false);
});
