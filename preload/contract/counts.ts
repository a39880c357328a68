/** Returns a count of zero for each state. */
export const zeroCounts = <S extends string>(states: readonly S[]) =>
  Object.fromEntries(states.map((state) => [state, 0])) as Record<S, number>;

/** Returns how many items are in each state. */
export function countByState<S extends string>(
  states: readonly S[],
  statesOfItems: Iterable<S>,
): Record<S, number> {
  const counts = zeroCounts(states);
  for (const state of statesOfItems) counts[state] += 1;
  return counts;
}
