import type { FindingFacts } from '#contract/features/review/calls';
import type { RuleId } from '#contract/features/review/rules';
import { ACCOUNT_RULE_TEXTS } from './account-messages';
import { FEE_RULE_TEXTS } from './fee-messages';
import { GROUP_RULE_TEXTS } from './group-messages';

/** The texts of a rule. */
export interface RuleTexts {
  /** Heading of its findings, for users who know the field: "No household". */
  readonly name: string;
  /** Returns what is wrong with this record, in a sentence. */
  readonly what: (facts: FindingFacts) => string;
  /** Why it matters, and what to do about it. */
  readonly why: string;
}

/** The texts of every rule, from one file per family. */
export const RULE_TEXTS: Readonly<Record<RuleId, RuleTexts>> = {
  ...ACCOUNT_RULE_TEXTS,
  ...GROUP_RULE_TEXTS,
  ...FEE_RULE_TEXTS,
};
