import type { Desk } from './open-connection';

/** One of something for each open desk, made when it is first asked for; it goes with its desk. */
export function perDesk<T>(make: (desk: Desk) => T): (desk: Desk) => T {
  const made = new WeakMap<Desk, { readonly it: T }>();
  return (desk) => {
    const known = made.get(desk);
    if (known) return known.it;
    const it = make(desk);
    made.set(desk, { it });
    return it;
  };
}
