import type { FindingFacts } from '#contract/features/review/calls';
import { listText } from '../../ui/format';

/** The texts of a rule. */
export interface RuleTexts {
  /** Heading of its findings, for users who know the field: "No household". */
  readonly name: string;
  /** Returns what is wrong with this record, in a sentence. */
  readonly what: (facts: FindingFacts) => string;
  /** Why it matters, and what to do about it. */
  readonly why: string;
}

/** Maximum number of items listed; the others are counted. */
export const MAX_LISTED_ITEMS = 6;

/** Returns the IDs or codes of a fact; empty if the rule found none. */
export function factList(facts: FindingFacts, name: string): string[] {
  const value = facts[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}

/** "1, 2, and 3"; for a long list the first few and the number of the others. */
export const shortListText = (items: readonly string[]): string =>
  listText(items.slice(0, MAX_LISTED_ITEMS), items.length - MAX_LISTED_ITEMS);

/** Returns a fact as a formatted list. */
export const factText = (facts: FindingFacts, name: string): string => shortListText(factList(facts, name));
