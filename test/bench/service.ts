import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface DemoProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): void;
}

/** The demo firm in a process of its own, as a service would be: it must not share the measured one's time. */
export async function demoProcess(accounts: number): Promise<DemoProcess> {
  const child = spawn(process.execPath, [
    path.resolve('out/main/demo.js'),
    '--port',
    '0',
    '--accounts',
    String(accounts),
  ]);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { base_url, api_key } = JSON.parse(line) as { base_url: string; api_key: string };
  return { baseUrl: base_url, apiKey: api_key, stop: () => void child.kill() };
}
