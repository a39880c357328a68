import { getOrCompute } from '#contract/maps';
import type { OpenConnection } from './open-connection';

/** Memoizes a value per open connection; it is released with its connection. */
export function perConnection<T>(make: (opened: OpenConnection) => T): (opened: OpenConnection) => T {
  const values = new WeakMap<OpenConnection, T>();
  return (opened) => getOrCompute(values, opened, make);
}
