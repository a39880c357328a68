/** A value of a field with its number of records. */
export interface FacetValue {
  readonly value: string | null;
  readonly count: number;
}

/** Adds selected values that are rare or do not match the search, so that they can be deselected. */
export function withSelectedValues(
  values: readonly FacetValue[],
  chosen: readonly (string | null)[],
  contains: string,
): FacetValue[] {
  if (contains !== '') return [...values];
  const listed = new Set(values.map(({ value }) => value));
  const missing = chosen.filter((value) => !listed.has(value)).map((value) => ({ value, count: 0 }));
  return [...missing, ...values];
}
