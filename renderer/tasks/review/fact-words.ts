import { later } from '../../../preload/contract/domain/later';
import type { FindingFacts } from '../../../preload/contract/calls/review';
import { count } from '../../kit/format';

/** More than these are told by their number. */
export const MOST = 6;
const list = later(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));

/** The IDs or codes that a fact has; none where the rule found no such thing. */
export function factList(facts: FindingFacts, name: string): string[] {
  const value = facts[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}

/** "1, 2, and 3"; of a long list the first few, and how many more. */
export function listText(items: readonly string[]): string {
  if (items.length <= MOST) return list().format(items);
  return list().format([...items.slice(0, MOST), `${count(items.length - MOST)} more`]);
}

/** A fact as a list in words. */
export const factText = (facts: FindingFacts, name: string): string => listText(factList(facts, name));
