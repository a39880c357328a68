/** Maximum number of memoized values. */
const MOST = 2_000;
/** Maximum length of a memoized text; longer texts rarely repeat. */
const LONGEST = 200;

/**
 * Memoizes a function of short texts or numbers. Stops memoizing when more than half of the inputs were
 * distinct, because the map would then cost more than it saves.
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
