import { ruleNamed, type RuleId } from '#contract/features/review/rules';

/** Fields that select the records a rule checks; they are seldom the ones to correct. */
const SCOPE_FIELDS = new Set(['id', 'status', 'custodian', 'calculation_type', 'firm_id']);
/** Rules whose first field is not the one to correct. */
const FIELDS_TO_FIX: Readonly<Partial<Record<RuleId, string>>> = {
  'direct-in-fee-file': 'payment_source',
  'cash-without-frequency': 'required_cash_frequency',
  'rate-above-ceiling': 'tiers',
};

/** Returns the field of the record that a finding is usually corrected in; undefined if there is none. */
export const fieldToFix = (rule: RuleId): string | undefined =>
  FIELDS_TO_FIX[rule] ?? ruleNamed(rule).reads.find((field) => !SCOPE_FIELDS.has(field));
