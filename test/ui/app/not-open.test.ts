import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ConnectionSession } from '#contract/calls/live';
import NoticeBar from '../../../renderer/app/shell/NoticeBar.svelte';
import NotOpen from '../../../renderer/app/shell/NotOpen.svelte';
import { connectionOf, fakeDesktop } from '../fakes';
import { noticesOf, notOpenNotice } from '../../../renderer/app/shell/notices';

const connection = connectionOf();
const failed: ConnectionSession['open'] = {
  state: 'failed',
  connection,
  failure: { kind: 'workspace-unreadable' },
};

it('explains in Settings and Connections why the connection is not open and what to do', () => {
  const go = vi.fn();
  const notices = notOpenNotice(failed, { screen: 'settings' });
  expect(notOpenNotice(failed, { screen: 'connect' })).toEqual(notices);
  render(NoticeBar, { notices, ondismiss: vi.fn(), onremedy: vi.fn(), go });
  expect(screen.getByRole('status').textContent).toContain('Your saved work could not be opened');
  expect(screen.queryByRole('button', { name: /^Dismiss/ })).toBeNull();
  screen.getByRole('button', { name: 'Show' }).click();
  expect(go).toHaveBeenCalledWith({ screen: 'today' });
});

it('shows no second notice on Today, and none while the connection is open', () => {
  expect(notOpenNotice(failed, { screen: 'today' })).toEqual([]);
  expect(notOpenNotice({ state: 'open', connection }, { screen: 'settings' })).toEqual([]);
});

it.each([
  ['cache.db', 'Download the data again…', 'Download again', { freshData: true }],
  ['history.db', 'Start a new history…', 'Set aside', { freshHistory: true }],
])(
  'opens without %s after confirmation if it cannot be read from the disk',
  async (where, offer, confirmation, options) => {
    const { desktop, calls } = fakeDesktop({ 'connections.open': () => undefined });
    const open = { state: 'failed', connection, failure: { kind: 'disk-not-read', where } } as const;
    render(NotOpen, { desktop, open, go: vi.fn() });
    await fireEvent.click(screen.getByRole('button', { name: offer }));
    expect(calls).toEqual([]);
    await fireEvent.click(await screen.findByRole('button', { name: confirmation }));
    await waitFor(() =>
      expect(calls).toEqual([{ name: 'connections.open', input: { id: connection.id, ...options } }]),
    );
  },
);

it('reports a restarted process only while the connection is open', () => {
  const session = (open: ConnectionSession['open']): ConnectionSession => ({
    connections: [],
    open,
    engineRestarts: 1,
    leftoverKeys: 0,
  });
  const ids = (open: ConnectionSession['open']) => noticesOf(session(open), null, 0).map(({ id }) => id);
  expect(ids({ state: 'open', connection })).toEqual(['restart-1']);
  expect(ids({ state: 'failed', connection, failure: { kind: 'engine-lost' } })).toEqual([]);
});
