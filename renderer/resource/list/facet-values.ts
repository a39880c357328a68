/** One value of a field, and how many records have it. */
export interface FacetValue {
  readonly value: string | null;
  readonly count: number;
}

/** Chosen values stay in the list even when they are rare or out of reach of the search, so that they can be taken back. */
export function withChosen(
  values: readonly FacetValue[],
  chosen: readonly (string | null)[],
  contains: string,
): FacetValue[] {
  if (contains !== '') return [...values];
  const listed = new Set(values.map(({ value }) => value));
  const missing = chosen.filter((value) => !listed.has(value)).map((value) => ({ value, count: 0 }));
  return [...missing, ...values];
}
