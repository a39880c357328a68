/** Values that are kept at once. */
const MOST = 2_000;
/** Longer texts repeat too seldom to be held. */
const LONGEST = 200;

/**
 * Works out a value once where it is asked for again and again, as in most columns of a table. Where more than half of the
 * values are new ones, as names are, nothing is kept any more: that would cost more than it saves.
 */
export function kept<V extends string | number, T>(of: (value: V) => T, most = MOST): (value: V) => T {
  const known = new Map<V, T>();
  let asked = 0;
  let made = 0;
  let isKept = true;
  return (value) => {
    if (!isKept || (typeof value === 'string' && value.length > LONGEST)) return of(value);
    asked += 1;
    const found = known.get(value);
    if (found !== undefined) return found;
    const fresh = of(value);
    made += 1;
    if (known.size >= most) {
      isKept = made * 2 <= asked;
      known.clear();
    }
    if (isKept) known.set(value, fresh);
    return fresh;
  };
}
