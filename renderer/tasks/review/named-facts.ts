import type { NamedThing } from '../../../preload/contract/calls/names';
import type { FindingFacts } from '../../../preload/contract/calls/review';
import { MOST } from './fact-words';

/** Facts that are lists of IDs, and of what. */
const IDS: Readonly<Partial<Record<string, NamedThing>>> = {
  accounts: 'accounts',
  structures: 'feeStructures',
  groups: 'billingGroups',
  households: 'households',
  buy: 'securities',
  sell: 'securities',
};

/** The facts of a finding with names beside their IDs, as far as they are read out; `named` says what an ID is called. */
export const namedFacts = (
  facts: FindingFacts,
  named: (of: NamedThing, id: string) => string,
): FindingFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const of = IDS[name];
      if (of === undefined || !Array.isArray(value)) return [name, value];
      return [name, value.map((id, at) => (at < MOST ? named(of, id) : id))];
    }),
  );
