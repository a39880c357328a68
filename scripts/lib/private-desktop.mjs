// A desktop that nobody sees (Linux): Xvfb, a D-Bus session, an unlocked throw-away keyring and XDG folders, all its own.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { read } from './project.mjs';

const SCREEN = ['-a', '-s', '-screen 0 1920x1200x24 -nolisten tcp'];
// Inside of it: unlock the keyring, tell the environment, stay until the input ends (as it does when the opener is killed),
// and remove the folders.
const INNER =
  'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null && env -0 >"$0.next" && mv "$0.next" "$0" && cat; rm -rf "${0%/*}"';
const TOLD = ['DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS'];
const START_SECONDS = 30;

const signal = (pid, name) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
};

/**
 * Opens a desktop. Answers `env`, what a program needs to be on it, and `close()`, which ends it and removes its folders:
 * the app's data too, which without the keyring that holds its key is worth nothing.
 */
export async function openDesktop() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'desktop-'));
  for (const name of ['config', 'data', 'run']) fs.mkdirSync(path.join(home, name), { mode: 0o700 });
  const xdg = {
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
  };
  const told = path.join(home, 'environment');
  const inner = ['dbus-run-session', '--', 'sh', '-c', INNER, told];
  const { WAYLAND_DISPLAY: _, ...outside } = process.env;
  const child = spawn('xvfb-run', [...SCREEN, ...inner], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...outside, ...xdg },
    detached: true, // a process group of its own: it outlives a Ctrl-C until what runs on it has ended
  });
  let failure;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve((failure = error.message)));
    child.once('close', (code) => resolve((failure = `it ended with code ${code}`)));
  });
  const close = async () => {
    child.stdin?.destroy();
    const late = setTimeout(() => signal(-child.pid, 'SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
    if (child.pid) signal(-child.pid, 'SIGTERM'); // what was left behind, such as the keyring
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const env = await environment(told, () => failure);
    return { env: { ...xdg, ...Object.fromEntries(TOLD.map((name) => [name, env[name]])) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function environment(file, failed) {
  for (const start = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const text = read(file);
    if (text !== undefined)
      return Object.fromEntries(text.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const reason =
      failed() ?? (Date.now() - start > START_SECONDS * 1000 ? 'it did not start in time' : undefined);
    if (reason) throw new Error(`a private desktop could not be opened: ${reason}`);
  }
}
