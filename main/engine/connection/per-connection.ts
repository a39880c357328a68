import type { OpenConnection } from './open-connection';

/** Memoizes a value per open connection; it is released with its connection. */
export function perConnection<T>(make: (opened: OpenConnection) => T): (opened: OpenConnection) => T {
  const byConnection = new WeakMap<OpenConnection, { readonly value: T }>();
  return (opened) => {
    const memoized = byConnection.get(opened);
    if (memoized) return memoized.value;
    const value = make(opened);
    byConnection.set(opened, { value });
    return value;
  };
}
