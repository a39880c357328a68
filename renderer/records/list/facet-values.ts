/** A value of a field with its number of records. */
export interface FacetValue {
  readonly value: string | null;
  readonly count: number;
}

/**
 * Adds selected values that are not listed, so that they can be deselected; not while the user searches. A filter may
 * have a value twice, if the service repeats it in a record.
 */
export function withSelectedValues(
  values: readonly FacetValue[],
  selectedValues: readonly (string | null)[],
  searchText: string,
): FacetValue[] {
  if (searchText !== '') return [...values];
  const listedValues = new Set(values.map(({ value }) => value));
  const unlisted = [...new Set(selectedValues)]
    .filter((value) => !listedValues.has(value))
    .map((value) => ({ value, count: 0 }));
  return [...unlisted, ...values];
}
