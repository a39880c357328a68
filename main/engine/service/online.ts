import { networkInterfaces } from 'node:os';
import { systemClock, type Clock } from './clock';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Returns false if this computer has no network that could reach the host. */
export function isOnline(hostname: string): boolean {
  if (LOOPBACK.has(hostname)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

const CHECK_INTERVAL_MS = 3_000;

/** Reports whether this computer has a network for the host: first if it has none, then on every change. */
export function watchNetwork(
  hostname: string,
  onChange: (isOnline: boolean) => void,
  until: AbortSignal,
  { clock = systemClock, checkOnline = isOnline }: { clock?: Clock; checkOnline?: typeof isOnline } = {},
): void {
  let wasOnline = true;
  let cancel: () => void = () => undefined;
  const check = (): void => {
    const isOnline = checkOnline(hostname);
    if (isOnline !== wasOnline) onChange(isOnline);
    wasOnline = isOnline;
    cancel = clock.after(CHECK_INTERVAL_MS, check);
  };
  until.addEventListener('abort', () => cancel(), { once: true });
  check();
}
