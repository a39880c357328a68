import { later } from '../../../preload/contract/domain/later';
import type { FindingFacts } from '../../../preload/contract/calls/review';
import { count } from '../../kit/format';

/** Maximum number of items listed; the others are counted. */
export const MOST = 6;
const list = later(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));

/** Returns the IDs or codes of a fact; empty if the rule found none. */
export function factList(facts: FindingFacts, name: string): string[] {
  const value = facts[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}

/** "1, 2, and 3"; for a long list the first few and the number of the others. */
export function listText(items: readonly string[]): string {
  if (items.length <= MOST) return list().format(items);
  return list().format([...items.slice(0, MOST), `${count(items.length - MOST)} more`]);
}

/** Returns a fact as a formatted list. */
export const factText = (facts: FindingFacts, name: string): string => listText(factList(facts, name));
