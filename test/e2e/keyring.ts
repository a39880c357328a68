import { spawnSync } from 'node:child_process';
import { desktop, expect } from './running-app';

const KEYRING_PID_QUERY = 'org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets';

/**
 * Stops this desktop's keyring (Linux), like a keyring that waits for its password. Returns a function that
 * resumes it.
 */
export function holdKeyring(): () => void {
  const reply = spawnSync(
    'dbus-send',
    ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', ...KEYRING_PID_QUERY.split(' ')],
    { env: { ...process.env, ...desktop }, encoding: 'utf8' },
  );
  const keyring = Number(/uint32 (\d+)/.exec(reply.stdout)?.[1]);
  expect(keyring).toBeGreaterThan(0);
  process.kill(keyring, 'SIGSTOP');
  return () => void process.kill(keyring, 'SIGCONT');
}
