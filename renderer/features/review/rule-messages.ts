import type { RuleId } from '#contract/features/review/rules';
import { ACCOUNT_RULE_TEXTS } from './account-messages';
import { FEE_RULE_TEXTS } from './fee-messages';
import { FEE_FILE_RULE_TEXTS } from './fee-file-messages';
import type { RuleTexts } from './fact-messages';
import { GROUP_RULE_TEXTS } from './group-messages';

/** The texts of every rule, from one file per family. */
export const RULE_TEXTS: Readonly<Record<RuleId, RuleTexts>> = {
  ...ACCOUNT_RULE_TEXTS,
  ...GROUP_RULE_TEXTS,
  ...FEE_RULE_TEXTS,
  ...FEE_FILE_RULE_TEXTS,
};
