/** Maximum number of memoized values. */
const MAX_VALUES = 2_000;
/** Maximum length of a memoized text; longer texts rarely repeat. */
const MAX_TEXT_LENGTH = 200;

/**
 * Memoizes a function of short texts or numbers. A full map is cleared. If more than half of all lookups missed by
 * then, memoizing stops, because the map costs more than it saves.
 */
export function memoize<V extends string | number, T>(
  compute: (value: V) => T,
  maxValues = MAX_VALUES,
): (value: V) => T {
  const results = new Map<V, T>();
  let lookups = 0;
  let misses = 0;
  let isActive = true;
  return (value) => {
    if (!isActive || (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)) return compute(value);
    lookups += 1;
    const memoized = results.get(value);
    if (memoized !== undefined) return memoized;
    const result = compute(value);
    misses += 1;
    if (results.size >= maxValues) {
      isActive = misses * 2 <= lookups;
      results.clear();
    }
    if (isActive) results.set(value, result);
    return result;
  };
}
