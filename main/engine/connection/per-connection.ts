import type { OpenConnection } from './open-connection';

/** Memoizes a value per open connection; it is released with its connection. */
export function perConnection<T>(make: (opened: OpenConnection) => T): (opened: OpenConnection) => T {
  const byConnection = new WeakMap<OpenConnection, { readonly it: T }>();
  return (opened) => {
    const known = byConnection.get(opened);
    if (known) return known.it;
    const it = make(opened);
    byConnection.set(opened, { it });
    return it;
  };
}
