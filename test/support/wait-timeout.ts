import { vi } from 'vitest';

/** How long tests wait for something to appear. The usual second is too short on a busy CI machine. */
export const WAIT_TIMEOUT_MS = 10_000;

const { waitFor } = vi;
vi.waitFor = (check, options) =>
  waitFor(check, {
    timeout: WAIT_TIMEOUT_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
