import { expect } from './expect';
import type { ServiceAccess } from './other-client';

/** Numbers of accounts that a night of the demo firm changed. */
type NightlyChanges = Record<'changed' | 'added' | 'closed' | 'vanished', number>;

/** Simulates one night in the demo firm, and returns how many accounts it changed. */
export async function simulateDemoNight({ address, apiKey }: ServiceAccess): Promise<NightlyChanges> {
  const response = await fetch(`${address}/demo/next-day`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as NightlyChanges;
}
