import { vi } from 'vitest';
import { addCleanup } from './cleanups';

/** Sets the time zone of this process until the end of the test (Linux, macOS). */
export function useTimeZone(zone: string): void {
  vi.stubEnv('TZ', zone);
  addCleanup(() => void vi.unstubAllEnvs());
}
