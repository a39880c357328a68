import { RULE_IDS, ruleNamed, SEVERITIES, type RuleId } from '#contract/features/review/rules';

/** All rules, by severity and then as the contract lists them. */
export const RULE_ORDER: readonly RuleId[] = SEVERITIES.flatMap((severity) =>
  RULE_IDS.filter((id) => ruleNamed(id).severity === severity),
);
