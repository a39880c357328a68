import { ruleNamed, type RuleId } from '#contract/features/review/rules';

/** Fields that say which records a rule looks at, and are seldom what is wrong. */
const SCOPE = new Set(['id', 'status', 'custodian', 'calculation_type', 'firm_id']);
/** Where the first field that a rule reads is not the one to correct. */
const FIX: Readonly<Partial<Record<RuleId, string>>> = {
  'direct-in-fee-file': 'payment_source',
  'cash-without-frequency': 'required_cash_frequency',
  'rate-above-ceiling': 'tiers',
};

/** Returns the field of the record that a finding is usually corrected in; undefined if there is none. */
export const fieldToFix = (rule: RuleId): string | undefined =>
  FIX[rule] ?? ruleNamed(rule).reads.find((field) => !SCOPE.has(field));
