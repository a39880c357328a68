// A virtual desktop (Linux): private Xvfb, D-Bus session, unlocked temporary keyring and XDG folders.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readIfExists } from './project.mjs';

// Without -s 0, ten minutes without input count as a locked screen, and the app looks up no tax IDs.
const SCREEN = ['-a', '-s', '-screen 0 1920x1200x24 -nolisten tcp -s 0'];
// In the D-Bus session: unlocks the keyring, writes the environment, waits until the input ends (as it does when the
// opener is killed), and removes the folders.
const INNER =
  'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null && env -0 >"$0.next" && mv "$0.next" "$0" && cat; rm -rf "${0%/*}"';
const PASSED_VARIABLES = ['DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS'];
const START_SECONDS = 30;

const signal = (pid, name) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
};

/**
 * Opens a desktop. Returns `env`, the variables to set for programs on it, which must not inherit WAYLAND_DISPLAY, and
 * `close()`, which ends it and removes its folders, the app's data included: without the keyring that holds its key the data is useless.
 */
export async function openDesktop() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'desktop-'));
  for (const name of ['config', 'data', 'run']) fs.mkdirSync(path.join(home, name), { mode: 0o700 });
  const xdg = {
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
  };
  const environmentFile = path.join(home, 'environment');
  const inner = ['dbus-run-session', '--', 'sh', '-c', INNER, environmentFile];
  const { WAYLAND_DISPLAY: _, ...outside } = process.env;
  const child = spawn('xvfb-run', [...SCREEN, ...inner], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...outside, ...xdg },
    detached: true, // a separate process group: it survives Ctrl-C until the programs on it have ended
  });
  let failure;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve((failure = error.message)));
    child.once('close', (code) => resolve((failure = `it ended with code ${code}`)));
  });
  const close = async () => {
    child.stdin?.destroy();
    const killTimer = setTimeout(() => signal(-child.pid, 'SIGKILL'), 15_000);
    await ended;
    clearTimeout(killTimer);
    if (child.pid) signal(-child.pid, 'SIGTERM'); // remaining processes, such as the keyring
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const env = await waitForEnvironment(environmentFile, () => failure);
    return {
      env: { ...xdg, ...Object.fromEntries(PASSED_VARIABLES.map((name) => [name, env[name]])) },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function waitForEnvironment(file, failureOf) {
  for (const start = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const text = readIfExists(file);
    if (text !== undefined)
      return Object.fromEntries(text.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const reason =
      failureOf() ?? (Date.now() - start > START_SECONDS * 1000 ? 'it did not start in time' : undefined);
    if (reason) throw new Error(`a private desktop could not be opened: ${reason}`);
  }
}
