import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

/** Opens two desktops. Returns the process that opened them, and their environments as their command saw them. */
async function openTwoDesktops() {
  const script = path.resolve('scripts/desktop.mjs');
  // The command ends with its input, so that it does not outlive a killed opener.
  const command = [process.execPath, '-e', 'console.log(process.env.DESKTOPS); process.stdin.resume()'];
  const opener = spawn(process.execPath, [script, '--private', '--desktops=2', '--', ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = (await once(opener.stdout, 'data')) as [Buffer];
  return { opener, desktops: JSON.parse(String(line)) as Record<string, string>[] };
}

const foldersOf = (desktops: Record<string, string>[]): (string | undefined)[] =>
  desktops.flatMap((desktop) => [
    desktop['XDG_CONFIG_HOME'],
    desktop['XDG_DATA_HOME'],
    desktop['XAUTHORITY'],
  ]);
const socketsOf = (desktops: Record<string, string>[]): string[] =>
  desktops.map((desktop) => `/tmp/.X11-unix/X${desktop['DISPLAY']?.slice(1) ?? ''}`);

if (process.platform === 'linux') {
  test('isolates parallel desktops from each other and ends them with their command', async () => {
    const { opener, desktops } = await openTwoDesktops();
    expect(desktops).toHaveLength(2);
    const everything = desktops.flatMap((desktop) => Object.values(desktop));
    expect(new Set(everything).size).toBe(everything.length);
    for (const path of [...foldersOf(desktops), ...socketsOf(desktops)])
      expect(existsSync(path ?? '')).toBe(true);
    opener.stdin.end();
    expect(await once(opener, 'close')).toEqual([0, null]);
    for (const folder of foldersOf(desktops)) expect(existsSync(folder ?? '')).toBe(false);
    // The display removes its socket while it ends; no code waits for that.
    await expect.poll(() => socketsOf(desktops).some((socket) => existsSync(socket))).toBe(false);
  });

  test('ends desktops when the process that opened them is killed', async () => {
    const { opener, desktops } = await openTwoDesktops();
    opener.kill('SIGKILL');
    await expect.poll(() => socketsOf(desktops).some((socket) => existsSync(socket))).toBe(false);
  });
}
