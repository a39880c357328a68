import { networkInterfaces } from 'node:os';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** False when this computer has no network that could lead to the host. */
export function isOnline(hostname: string): boolean {
  if (LOOPBACK.has(hostname)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
