import { expect, it } from 'vitest';
import { COMMANDS, type Command } from '#contract/calls/desktop';
import type { Live, ConnectionSession } from '#contract/calls/live';
import { Commands } from '../../../renderer/state/commands';
import { RouteHistory } from '../../../renderer/state/history.svelte';
import { inactiveCommands } from '../../../renderer/app/shell/shell-commands';
import { connectionOf, liveOf, runOf, sessionOf } from '../fakes';

const connection = connectionOf();
const OPEN = sessionOf({ connections: [connection], open: { connection, state: 'open' } });
const CLOSED = sessionOf({ connections: [connection] });

/** Returns commands that all have a handler, except these. */
function commandsExcept(...missing: Command[]): Commands {
  const commands = new Commands();
  for (const command of COMMANDS) if (!missing.includes(command)) commands.on(command, () => undefined);
  return commands;
}

const inactiveIn = (
  session: ConnectionSession,
  live: Live | null,
  { history = new RouteHistory({ screen: 'today' }), commands = commandsExcept() } = {},
): Command[] => inactiveCommands({ session, live, history, commands });

it('disables screens, sidebar, disconnect, refresh and copying a link without a connection', () => {
  // Settings is the current screen, and there is no other one to go back or forward to.
  const inactive = inactiveIn(CLOSED, null, { history: new RouteHistory({ screen: 'settings' }) });
  const NEED_CONNECTION =
    /^(go-.*|refresh|refresh-all|cancel-refresh|close-connection|back|forward|copy-link|toggle-sidebar|settings)$/;
  expect(inactive).toEqual(COMMANDS.filter((command) => NEED_CONNECTION.test(command)));
});

it('disables only commands without a target while a connection is open', () => {
  const emptyListCommand = 'go-legacyMappings'; // hidden while the list is empty
  expect(inactiveIn(OPEN, liveOf())).toEqual([
    'cancel-refresh',
    'back',
    'forward',
    'go-today',
    emptyListCommand,
  ]);
  expect(inactiveIn(OPEN, liveOf({ run: runOf({ state: 'running' }) }))).not.toContain('cancel-refresh');
  expect(inactiveIn(OPEN, liveOf({ run: runOf({ state: 'paused' }) }))).not.toContain('cancel-refresh');
});

it('disables going to the current screen', () => {
  const history = new RouteHistory({ screen: 'resource', resource: 'accounts' });
  expect(inactiveIn(OPEN, liveOf(), { history })).toContain('go-accounts');
  expect(inactiveIn(OPEN, liveOf(), { history })).not.toContain('go-today');
  history.go({ screen: 'connect' });
  expect(inactiveIn(OPEN, liveOf(), { history })).toContain('connections');
  expect(inactiveIn(OPEN, liveOf(), { history })).not.toContain('go-accounts');
});

it('enables Back and Forward by the navigation history', () => {
  const history = new RouteHistory({ screen: 'today' });
  history.go({ screen: 'settings' });
  expect(inactiveIn(OPEN, liveOf(), { history })).not.toContain('back');
  expect(inactiveIn(OPEN, liveOf(), { history })).toContain('forward');
  history.back();
  expect(inactiveIn(OPEN, liveOf(), { history })).toContain('back');
  expect(inactiveIn(OPEN, liveOf(), { history })).not.toContain('forward');
});

it('disables a command until a visible component handles it', () => {
  const commands = commandsExcept('record-panel');
  expect(inactiveIn(OPEN, liveOf(), { commands })).toContain('record-panel');
  const stop = commands.on('record-panel', () => undefined);
  expect(inactiveIn(OPEN, liveOf(), { commands })).not.toContain('record-panel');
  stop();
  expect(inactiveIn(OPEN, liveOf(), { commands })).toContain('record-panel');
});
