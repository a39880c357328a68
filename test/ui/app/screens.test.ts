import type { MenuItemConstructorOptions } from 'electron';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { menuItems } from '#main/app/menu-items';
import { command as commandSchema, type Command } from '#contract/calls/desktop';
import { SCREENS } from '#contract/screens';
import { RESOURCE_NAMES } from '#contract/resources';
import { paletteEntries } from '../../../renderer/app/palette/entries';
import { shellCommands } from '../../../renderer/app/shell/shell-commands';
import { Shell } from '../../../renderer/app/shell/shell.svelte';
import Sidebar from '../../../renderer/app/shell/Sidebar.svelte';
import { commandOf } from '../../../renderer/app/shortcuts';
import type { Route } from '../../../renderer/routes';
import { AppState } from '../../../renderer/state/app.svelte';
import { registerLeaveGuard } from '../../../renderer/ui/leave-guards';
import { connectionOf, fakeDesktop, fakeEngine, liveOf, sessionOf } from '../fakes';

const connection = connectionOf();
const session = sessionOf({ connections: [connection], open: { connection, state: 'open' } });
const live = liveOf({
  resources: RESOURCE_NAMES.map((resource) => ({
    resource,
    count: 3,
    asOf: '2026-11-21T07:00:00Z',
    uncertain: false,
    drifted: 0,
  })),
});

const leaves = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => (Array.isArray(item.submenu) ? leaves(item.submenu) : [item]));

describe.each(SCREENS)('$title', (appScreen) => {
  it('is in the sidebar, unless it is only in the palette', async () => {
    const go = vi.fn();
    render(Sidebar, {
      desktop: fakeDesktop().desktop,
      engine: fakeEngine().engine,
      session,
      live,
      engineState: 'flowing',
      route: { screen: 'changes', page: { runId: 1 } },
      shell: new Shell(),
      go,
    });
    const user = userEvent.setup();
    // Connections are in the menu of the connection block, which end-to-end tests open.
    if (appScreen.command === 'connections') {
      expect(screen.getByRole('button', { name: /, connection$/ })).toBeTruthy();
      return;
    }
    // Lists that only explain IDs are in the palette.
    if (appScreen.paletteOnly) {
      expect(screen.queryByRole('button', { name: new RegExp(`^${appScreen.title}`) })).toBeNull();
      return;
    }
    await user.click(screen.getByRole('button', { name: new RegExp(`^${appScreen.title}`) }));
    expect(go).toHaveBeenCalledWith(appScreen.route);
  });

  it('is in the native menu, with its keys', () => {
    const commandsRun: Command[] = [];
    const run = (command: Command) => void commandsRun.push(command);
    const items = menuItems({ run, openLog: vi.fn(), isMac: false, isPackaged: true, name: 'Firm Desk' });
    const matchingItems = leaves(items).filter(
      ({ label }) => label?.replace('…', '').toLowerCase() === appScreen.title.toLowerCase(),
    );
    expect(matchingItems).toHaveLength(1);
    (matchingItems[0]?.click as (() => void) | undefined)?.();
    expect(commandsRun).toEqual([appScreen.command]);
    expect(matchingItems[0]?.accelerator?.toString().replace('CmdOrCtrl', 'Ctrl')).toBe(appScreen.shortcut);
  });

  it('is in the palette, with its keys', () => {
    const run = vi.fn();
    const context = {
      live,
      session,
      run,
      openConnection: vi.fn(),
      openLog: vi.fn(),
      back: vi.fn(),
      setTheme: vi.fn(),
    };
    const matchingEntries = paletteEntries(context).filter(
      ({ group, title }) => group === 'Screens' && title === appScreen.title,
    );
    expect(matchingEntries.map(({ shortcut }) => shortcut)).toEqual([appScreen.shortcut]);
    matchingEntries[0]?.run();
    expect(run).toHaveBeenCalledWith(appScreen.command);
  });

  it('has a command that opens it and that its keys run', () => {
    const app = new AppState();
    app.setSession(session);
    app.go({ screen: 'changes', page: { runId: 1 } });
    const handlers = shellCommands(app, new Shell()).filter(([name]) => name === appScreen.command);
    expect(handlers).toHaveLength(1);
    handlers[0]?.[1]();
    expect(app.route).toEqual(appScreen.route);
    expect(commandSchema.parse(appScreen.command)).toBe(appScreen.command);
    if (appScreen.shortcut) expect(commandOf(strokeOf(appScreen.shortcut))).toBe(appScreen.command);
  });
});

it('stays on the screen below a dialog that keeps it', () => {
  const app = new AppState();
  app.setSession(session);
  app.go({ screen: 'settings' });
  const shown: Route = { screen: 'changes', page: { runId: 1 } };
  app.go(shown);
  const removeGuard = registerLeaveGuard(() => true);
  onTestFinished(removeGuard);
  const leaving: readonly Command[] = ['back', ...SCREENS.map(({ command }) => command)];
  const commands = shellCommands(app, new Shell()).filter(([name]) => leaving.includes(name));
  for (const [, run] of commands) run();
  expect(app.route).toEqual(shown);
  removeGuard();
  for (const [, run] of commands.slice(0, 1)) run();
  expect(app.route).toEqual({ screen: 'settings' });
});

function strokeOf(shortcut: string) {
  const modifiers = shortcut.split('+');
  const key = modifiers.pop() ?? '';
  return {
    key,
    ctrlKey: modifiers.includes('Ctrl'),
    shiftKey: modifiers.includes('Shift'),
    altKey: false,
    metaKey: false,
    target: null,
  };
}

it('shows every list of records on exactly one screen', () => {
  for (const resource of RESOURCE_NAMES)
    expect(SCREENS.filter((appScreen) => appScreen.resource === resource)).toHaveLength(1);
});
