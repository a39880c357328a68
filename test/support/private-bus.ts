import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a private D-Bus message bus without a desktop (Linux). */
export async function privateBus(): Promise<{ address: string; close: () => void }> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(daemon.stdout), 'line')) as [string];
  return { address, close: () => void daemon.kill() };
}
