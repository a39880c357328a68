import { lazy } from '#contract/lazy';
import type { FindingFacts } from '#contract/features/review/calls';
import { count } from '../../ui/format';

/** Maximum number of items listed; the others are counted. */
export const MAX_LISTED_ITEMS = 6;
const list = lazy(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));

/** Returns the IDs or codes of a fact; empty if the rule found none. */
export function factList(facts: FindingFacts, name: string): string[] {
  const value = facts[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}

/** "1, 2, and 3"; for a long list the first few and the number of the others. */
export function listText(items: readonly string[]): string {
  if (items.length <= MAX_LISTED_ITEMS) return list().format(items);
  return list().format([
    ...items.slice(0, MAX_LISTED_ITEMS),
    `${count(items.length - MAX_LISTED_ITEMS)} more`,
  ]);
}

/** Returns a fact as a formatted list. */
export const factText = (facts: FindingFacts, name: string): string => listText(factList(facts, name));
