import { RULE_IDS, ruleNamed, type RuleId } from '../review/rules';

/** Rules of the review queue that are not about fees. */
const NON_BILLING_RULES: ReadonlySet<RuleId> = new Set([
  'trade-lists-conflict',
  'quarantined',
  'code-not-mapped',
  'no-advisor-code',
  'inception-after-closing',
  'inception-missing',
  'taxable-and-deferred',
  'tax-status-unknown',
  'cash-without-frequency',
]);

/** Rules that compare a debit with the account's cash; they have a separate section. */
export const CASH_RULES: ReadonlySet<RuleId> = new Set(['fee-above-cash']);

/** Rules that compare the lines of fee files with the setup, earlier fees, invoices and billing reports. */
export const FILE_RULES: ReadonlySet<RuleId> = new Set(
  RULE_IDS.filter((rule) => ruleNamed(rule).needs?.includes('fee-history') && !CASH_RULES.has(rule)),
);

/** Rules about setup and fees, whose findings a billing period counts. A new rule counts unless it is named above. */
export const BILLING_RULES: ReadonlySet<RuleId> = new Set(
  RULE_IDS.filter((rule) => !NON_BILLING_RULES.has(rule) && !CASH_RULES.has(rule)),
);
