import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A real message bus of its own, without a desktop around it (Linux). */
export async function privateBus(): Promise<{ address: string; close: () => void }> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(daemon.stdout), 'line')) as [string];
  return { address, close: () => void daemon.kill() };
}
