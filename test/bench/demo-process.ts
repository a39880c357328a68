import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { NightChanges } from '#main/demo/data/night';

export interface DemoProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
  /**
   * Applies a night (main/demo/data/night.ts); returns how many accounts it changed, added, closed or removed, besides
   * moving the dates of nearly all.
   */
  night(): Promise<number>;
  /** Changes the notes of this many accounts; more than 1,000 are rounded up to a multiple of 1,000. */
  change(accounts: number, notes?: string): Promise<void>;
  stop(): void;
}

/**
 * Starts the demo firm in a separate process, like a real service: it must not use the measured process's
 * time.
 */
export async function startDemoProcess(accounts: number): Promise<DemoProcess> {
  const child = spawn(process.execPath, [
    path.resolve('out/main/demo.js'),
    '--port',
    '0',
    '--accounts',
    String(accounts),
  ]);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { base_url, api_key } = JSON.parse(line) as { base_url: string; api_key: string };
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const change = async (count: number, notes = 'Changed') => {
    const accountsUrl = `${base_url}/account-management/accounts`;
    const limit = Math.min(count, 1_000);
    for (let page = 1; (page - 1) * limit < count; page += 1) {
      const response = await fetch(`${accountsUrl}?pager.limit=${limit}&pager.page=${page}`, { headers });
      const { data } = (await response.json()) as { data: object[] };
      const body = JSON.stringify(data.map((account) => ({ ...account, notes })));
      const put = await fetch(accountsUrl, { method: 'PUT', headers, body });
      await put.arrayBuffer();
      if (!put.ok) throw new Error(`The service answered ${put.status}`);
    }
  };
  const night = async () => {
    const response = await fetch(`${base_url}/demo/next-day`, { method: 'POST', headers });
    const { changed, added, closed, vanished } = (await response.json()) as NightChanges;
    return changed + added + closed + vanished;
  };
  const stop = () => void child.kill();
  return { baseUrl: base_url, apiKey: api_key, pid: child.pid ?? 0, night, change, stop };
}
