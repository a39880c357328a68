import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodeOf } from './error-code';

/** Delays between tries, 1 second in all. */
export const RENAME_DELAYS_MS = [10, 20, 40, 80, 150, 300, 400] as const;
/** Windows refuses to replace a file while a virus scanner, a backup or a sync program reads it. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Renames a file over another. Retries for a second while another program holds the target; then throws. */
export function renameOver(
  from: string,
  to: string,
  { rename = fs.renameSync, pause = pauseThread } = {},
): void {
  for (const delay of RENAME_DELAYS_MS) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!isInUse(error)) throw error;
      pause(delay);
    }
  }
  rename(from, to);
}

interface AsyncSteps {
  readonly rename?: (from: string, to: string) => Promise<void>;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Does the same as `renameOver`, without blocking the process. */
export async function renameOverAsync(
  from: string,
  to: string,
  { rename = fs.promises.rename, pause = sleep }: AsyncSteps = {},
): Promise<void> {
  for (const delay of RENAME_DELAYS_MS) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isInUse(error)) throw error;
      await pause(delay);
    }
  }
  await rename(from, to);
}

const isInUse = (error: unknown): boolean => IN_USE.has(errorCodeOf(error));

function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
