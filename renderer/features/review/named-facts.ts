import type { NamedList } from '#contract/calls/names';
import type { FindingFacts } from '#contract/features/review/calls';
import { MAX_LISTED_ITEMS } from './fact-messages';

/** Facts that are lists of IDs, with the kind of record. */
const ID_LISTS: Readonly<Partial<Record<string, NamedList>>> = {
  accounts: 'accounts',
  structures: 'feeStructures',
  groups: 'billingGroups',
  households: 'households',
  buy: 'securities',
  sell: 'securities',
};

/**
 * Returns the displayed facts of a finding with names instead of IDs; `nameOf` returns the text for an ID: its name
 * and number, or the ID alone.
 */
export const namedFacts = (
  facts: FindingFacts,
  nameOf: (list: NamedList, id: string) => string,
): FindingFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const list = ID_LISTS[name];
      if (list === undefined || !Array.isArray(value)) return [name, value];
      return [name, value.map((id, index) => (index < MAX_LISTED_ITEMS ? nameOf(list, id) : id))];
    }),
  );

/** Returns the IDs that `namedFacts` would show with their names, by kind of record. */
export function idsInFacts(all: readonly FindingFacts[]): ReadonlyMap<NamedList, ReadonlySet<string>> {
  const ids = new Map<NamedList, Set<string>>();
  for (const facts of all)
    for (const [name, value] of Object.entries(facts)) {
      const list = ID_LISTS[name];
      if (list === undefined || !Array.isArray(value)) continue;
      const listIds = ids.get(list) ?? new Set();
      ids.set(list, listIds);
      for (const id of value.slice(0, MAX_LISTED_ITEMS)) listIds.add(id);
    }
  return ids;
}
