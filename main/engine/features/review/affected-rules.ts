import { RULE_IDS, ruleNamed, type RuleNeed, type RuleId } from '#contract/features/review/rules';
import { ACCOUNT_FIELDS } from '../billing-groups/account-columns';
import type { ProposedChanges } from './proposed-changes';

/** The fields that rules read from the other lists that they need (firm-facts.ts, firm-columns.ts). */
const FIELDS_READ_BY_NEED: Readonly<Partial<Record<RuleNeed, readonly string[]>>> = {
  accounts: ACCOUNT_FIELDS,
  billingGroups: ['household_id', 'assignments'],
  feeStructures: ['collection_type', 'frequency', 'calculation_type', 'flat_dollar_fee', 'flat_rate'],
  advisorCodes: ['source', 'code'],
  feeUploadFiles: ['firm_id', 'end_date'],
  billingReports: ['fee_upload_file_id', 'billing_date', 'account_ids', 'custodian_billed_period_debit'],
  invoices: ['billing_report_id', 'billing_date', 'period_debit', 'account_ids'],
  latestBalances: ['account_id', 'cash_value', 'reported_date'],
};

/** Returns the rules whose findings can differ after these changes: those that read something that changes. */
export function affectedRules({ resource, patches, removed, created, fields }: ProposedChanges): RuleId[] {
  if (patches.size + removed.size + created.length === 0) return [];
  const areRecordsAddedOrRemoved = removed.size + created.length > 0;
  const readsChange = (read: readonly string[]): boolean =>
    areRecordsAddedOrRemoved || read.some((field) => fields.has(field));
  return RULE_IDS.filter((id) => {
    const rule = ruleNamed(id);
    const { reads, needs = [] } = rule;
    return (
      (rule.resource === resource && readsChange(reads)) ||
      needs.some((need) => need === resource && readsChange(FIELDS_READ_BY_NEED[need] ?? []))
    );
  });
}
