import type { FindingFacts } from '../../../preload/contract/calls/review';
import type { RuleId } from '../../../preload/contract/review-rules';
import { accountWords } from './account-words';
import { feeWords } from './fee-words';
import { groupWords } from './group-words';

/** The texts of a rule. */
export interface RuleWords {
  /** Heading of its findings, for users who know the field: "No household". */
  readonly name: string;
  /** Returns what is wrong with this record, in a sentence. */
  readonly what: (facts: FindingFacts) => string;
  /** Why it matters, and what to do about it. */
  readonly why: string;
}

/** The texts of every rule, from one file per family. */
export const RULE_WORDS: Readonly<Record<RuleId, RuleWords>> = {
  ...accountWords,
  ...groupWords,
  ...feeWords,
};
