import type { OpenConnection } from './open-connection';

/** One of something for each open connection, made when it is first asked for; it goes with its connection. */
export function perConnection<T>(make: (opened: OpenConnection) => T): (opened: OpenConnection) => T {
  const made = new WeakMap<OpenConnection, { readonly it: T }>();
  return (opened) => {
    const known = made.get(opened);
    if (known) return known.it;
    const it = make(opened);
    made.set(opened, { it });
    return it;
  };
}
