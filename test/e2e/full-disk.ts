import type { ElectronApplication } from '@playwright/test';
import { execFileSync } from 'node:child_process';

/**
 * The system lets the app's engine write no file beyond so many bytes, as a full disk does; null: as far as it wants again.
 * Only Linux lets a test limit what another process writes.
 */
export async function limitDisk(app: ElectronApplication, bytes: number | null): Promise<void> {
  const engine = await app.evaluate(
    ({ app: electronApp }) =>
      electronApp
        .getAppMetrics()
        .find(({ name, serviceName }) => name === 'Firm Desk engine' || serviceName === 'Firm Desk engine')
        ?.pid,
  );
  // The soft limit alone: it can be raised again.
  execFileSync('prlimit', [`--pid=${engine}`, `--fsize=${bytes ?? 'unlimited'}:`]);
}
