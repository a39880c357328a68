import type { ElectronApplication } from '@playwright/test';
import { execFileSync } from 'node:child_process';

/**
 * Limits the size of files that the app's engine can write, in bytes, to simulate a full disk; null removes
 * the limit. Only Linux lets a test limit another process's writes.
 */
export async function limitDisk(app: ElectronApplication, bytes: number | null): Promise<void> {
  const engine = await app.evaluate(
    ({ app: electronApp }) =>
      electronApp
        .getAppMetrics()
        .find(({ name, serviceName }) => name === 'Firm Desk engine' || serviceName === 'Firm Desk engine')
        ?.pid,
  );
  // Only the soft limit: it can be raised again.
  execFileSync('prlimit', [`--pid=${engine}`, `--fsize=${bytes ?? 'unlimited'}:`]);
}
