import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuItems } from '#main/app/menu-items';
import { COMMANDS, type Command } from '#contract/calls/desktop';
import { SHORTCUTS } from '../../../renderer/app/shortcuts';

const leaves = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => (Array.isArray(item.submenu) ? leaves(item.submenu) : [item]));

function menu(isMac = false) {
  const commandsRun: Command[] = [];
  const openLog = vi.fn();
  const context = { run: (command: Command) => void commandsRun.push(command), openLog, isMac };
  const items = leaves(menuItems({ ...context, isPackaged: true, name: 'Firm Desk' }));
  const press = (item: MenuItemConstructorOptions) => (item.click as (() => void) | undefined)?.();
  return { items, press, commandsRun, openLog };
}

describe('native menu', () => {
  for (const isMac of [false, true])
    it(`has every command once${isMac ? ' on a Mac' : ''}, and the log file`, () => {
      const { items, press, commandsRun, openLog } = menu(isMac);
      items.forEach(press);
      expect([...commandsRun].sort()).toEqual([...COMMANDS].sort());
      expect(openLog).toHaveBeenCalledOnce();
    });

  it('has the same shortcuts as the shortcut sheet', () => {
    const { items, press, commandsRun } = menu();
    const keysOf = new Map(
      items.map((item) => {
        commandsRun.length = 0;
        press(item);
        return [commandsRun.at(-1), item.accelerator?.toString().replace('CmdOrCtrl', 'Ctrl')] as const;
      }),
    );
    // The page handles single characters, because it knows whether the user is typing.
    for (const { command, keys } of SHORTCUTS.flatMap(({ shortcuts }) => shortcuts))
      if (command && keys.some((key) => key.length > 1))
        expect([command, [keysOf.get(command)]]).toEqual([command, keys]);
  });

  it('leaves undo, copy and similar to the platform', () => {
    const roles = menu().items.flatMap(({ role }) => role ?? []);
    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']));
  });
});
