import type { ResourceName } from '../../resources';

/** Findings that count as new: those of the last refresh, or of yesterday and today in local time. */
export const FOUND_SINCE = ['refresh', 'yesterday'] as const;

/** `high`: billing or trading goes wrong; `medium`: needs a decision; `low`: worth knowing. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Inputs that are not lists: a signed-off reconciliation, the firm's rate ceiling, lines of fee files, the
 * accounts that they should have, or balances to calculate fees from.
 */
export const OTHER_NEEDS = [
  'reconciliation',
  'rate-ceiling',
  'fee-history',
  'billable-accounts',
  'period-balances',
] as const;
/** Reasons why a rule cannot judge a record. */
export const UNDETERMINED_REASONS = [
  'unknown-period-length',
  'several-structures',
  'several-groups',
  'unreadable-amount',
  'replaced-file',
  'shared-number',
  'pays-for-others',
  'paid-by-group',
  'group-minimum',
  'partial-period',
  'no-cash',
  'no-balance',
  'no-report',
  'files-not-reconciled',
  'skipped-files',
] as const;
export type UndeterminedReason = (typeof UNDETERMINED_REASONS)[number];

/** An input that a rule needs besides the records it examines. */
export type RuleNeed = ResourceName | (typeof OTHER_NEEDS)[number];

/** The static part of a rule. The engine has its check and the renderer its text, under the same name. */
export interface ReviewRule {
  readonly severity: Severity;
  /** The list whose records it reports. */
  readonly resource: ResourceName;
  /**
   * The fields it reads, and no others: a mark holds until one of them changes. They are columns, or nested
   * fields read as JSON text. Secret fields are read but neither shown nor stored.
   */
  readonly reads: readonly string[];
  /** Rules about billing groups also need `billingGroups`, which fills the columns through which they read the groups. */
  readonly needs?: readonly RuleNeed[];
}

/** Every rule of the review queue, in display order within a severity. */
export const REVIEW_RULES = {
  // Accounts: billing or trading goes wrong, or may (fee-above-cash)
  'collection-differs': {
    severity: 'high',
    resource: 'accounts',
    reads: ['status', 'fee_structures_ids'],
    needs: ['feeStructures'],
  },
  'several-groups': { severity: 'high', resource: 'accounts', reads: ['id'], needs: ['billingGroups'] },
  'direct-in-fee-file': {
    severity: 'high',
    resource: 'accounts',
    reads: ['custodian', 'number', 'payment_source'],
    needs: ['reconciliation'],
  },
  'fee-in-two-files': {
    severity: 'high',
    resource: 'accounts',
    reads: ['custodian', 'number'],
    needs: ['fee-history'],
  },
  'fee-outside-dates': {
    severity: 'high',
    resource: 'accounts',
    reads: ['close_date', 'first_billable_date', 'fee_structures_ids', 'custodian', 'number'],
    needs: ['fee-history', 'feeStructures'],
  },
  'fee-and-invoice': {
    severity: 'high',
    resource: 'accounts',
    reads: ['custodian', 'number'],
    needs: ['fee-history', 'billingReports', 'invoices'],
  },
  'fee-missing': {
    severity: 'high',
    resource: 'accounts',
    reads: [
      'status',
      'payment_source',
      'fee_structures_ids',
      'first_billable_date',
      'close_date',
      'firm_id',
      'custodian',
      'number',
    ],
    needs: ['fee-history', 'billable-accounts', 'feeStructures', 'billingGroups', 'feeUploadFiles'],
  },
  'fee-wrong-payer': {
    severity: 'high',
    resource: 'accounts',
    reads: ['custodian', 'number'],
    needs: ['fee-history', 'billingGroups'],
  },
  'fee-not-in-report': {
    severity: 'high',
    resource: 'accounts',
    reads: ['payment_source', 'custodian', 'number'],
    needs: ['fee-history', 'billingReports', 'billingGroups'],
  },
  'fee-changed': {
    severity: 'high',
    resource: 'accounts',
    reads: ['fee_structures_ids', 'custodian', 'number'],
    needs: ['fee-history', 'feeStructures'],
  },
  'fee-flat-differs': {
    severity: 'high',
    resource: 'accounts',
    reads: ['fee_structures_ids', 'close_date', 'first_billable_date', 'custodian', 'number'],
    needs: ['fee-history', 'feeStructures', 'billingGroups'],
  },
  'fee-above-cash': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['custodian', 'number'],
    needs: ['fee-history', 'latestBalances'],
  },
  'fee-above-ceiling': {
    severity: 'high',
    resource: 'accounts',
    reads: ['custodian', 'number', 'fee_structures_ids'],
    needs: ['fee-history', 'feeStructures', 'billingGroups', 'rate-ceiling', 'period-balances'],
  },
  'number-twice': { severity: 'high', resource: 'accounts', reads: ['custodian', 'number'] },
  'trade-lists-conflict': {
    severity: 'high',
    resource: 'accounts',
    reads: [
      'status',
      'buy_securities_ids',
      'do_not_buy_securities_ids',
      'sell_securities_ids',
      'do_not_sell_securities_ids',
    ],
  },
  quarantined: { severity: 'high', resource: 'accounts', reads: ['first_quarantine_date'] },
  'code-not-mapped': {
    severity: 'high',
    resource: 'accounts',
    reads: ['status', 'custodian', 'advisor_codes'],
    needs: ['advisorCodes'],
  },
  // Accounts: needs a decision
  'no-fee-structure': { severity: 'medium', resource: 'accounts', reads: ['status', 'fee_structures_ids'] },
  'frequency-differs': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'fee_structures_ids'],
    needs: ['feeStructures'],
  },
  'inactive-in-group': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['id', 'status'],
    needs: ['billingGroups'],
  },
  'no-household': { severity: 'medium', resource: 'accounts', reads: ['status', 'household_id'] },
  'owner-in-several-households': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'household_id', 'tax_id_token'],
  },
  'no-advisor-code': { severity: 'medium', resource: 'accounts', reads: ['status', 'advisor_codes'] },
  'inception-after-closing': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['inception_date', 'close_date'],
  },
  'taxable-and-deferred': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'is_taxable', 'is_tax_deferred'],
  },
  'cash-without-frequency': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'required_cash', 'required_cash_frequency'],
  },
  // Accounts: worth knowing
  'no-group': { severity: 'low', resource: 'accounts', reads: ['id', 'status'], needs: ['billingGroups'] },
  'inception-missing': { severity: 'low', resource: 'accounts', reads: ['status', 'inception_date'] },
  'tax-status-unknown': {
    severity: 'low',
    resource: 'accounts',
    reads: ['status', 'is_taxable', 'is_tax_deferred'],
  },

  // Billing groups and their households
  'household-split': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'household_id', 'firm_id'],
    needs: ['billingGroups'],
  },
  'household-half-grouped': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'household_id', 'firm_id'],
    needs: ['billingGroups'],
  },
  'group-empty': {
    severity: 'low',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: ['billingGroups'],
  },
  'group-households': {
    severity: 'medium',
    resource: 'billingGroups',
    reads: ['assignments', 'household_id'],
    needs: ['billingGroups', 'accounts'],
  },
  'group-frequencies': {
    severity: 'medium',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: ['billingGroups', 'accounts', 'feeStructures'],
  },
  'payer-closed': {
    severity: 'high',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: ['billingGroups', 'accounts'],
  },
  'payer-direct': {
    severity: 'medium',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: ['billingGroups', 'accounts'],
  },
  'payer-outside': {
    severity: 'high',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: ['billingGroups', 'accounts'],
  },
  'payer-deferred': {
    severity: 'high',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: ['billingGroups', 'accounts'],
  },
  'payer-not-billed': {
    severity: 'high',
    resource: 'billingGroups',
    reads: ['assignments'],
    needs: [
      'fee-history',
      'billable-accounts',
      'billingGroups',
      'accounts',
      'feeStructures',
      'feeUploadFiles',
    ],
  },

  // Fee upload files
  'fee-report-total': {
    severity: 'high',
    resource: 'feeUploadFiles',
    reads: ['end_date'],
    needs: ['fee-history', 'billingReports'],
  },
  'fee-annual-ratio': {
    severity: 'medium',
    resource: 'feeUploadFiles',
    reads: ['end_date', 'total_period_debit', 'total_annual_debit'],
    needs: ['fee-history', 'feeStructures'],
  },

  // Fee structures and their accounts
  'tiers-faulty': { severity: 'high', resource: 'feeStructures', reads: ['calculation_type', 'tiers'] },
  'rate-above-ceiling': {
    severity: 'high',
    resource: 'feeStructures',
    reads: ['calculation_type', 'flat_rate', 'tiers'],
    needs: ['rate-ceiling'],
  },
  'structure-retired': {
    severity: 'medium',
    resource: 'feeStructures',
    reads: ['name'],
    needs: ['accounts'],
  },
  'tiers-rise': { severity: 'medium', resource: 'feeStructures', reads: ['calculation_type', 'tiers'] },
  'breakpoint-alone': {
    severity: 'medium',
    resource: 'accounts',
    reads: ['status', 'fee_structures_ids'],
    needs: ['feeStructures', 'billingGroups'],
  },
  'structure-unused': { severity: 'low', resource: 'feeStructures', reads: ['name'], needs: ['accounts'] },
  'structure-alike': {
    severity: 'low',
    resource: 'feeStructures',
    reads: [
      'calculation_type',
      'flat_rate',
      'flat_dollar_fee',
      'tiers',
      'firm_id',
      'collection_type',
      'frequency',
      'balance_type',
      'quarter_cycle',
      'semi_annual_cycle',
      'annual_cycle',
    ],
  },
} as const satisfies Readonly<Record<string, ReviewRule>>;

export type RuleId = keyof typeof REVIEW_RULES;
export const RULE_IDS = Object.keys(REVIEW_RULES) as [RuleId, ...RuleId[]];
/** Returns a rule by name, with the general type. */
export const ruleNamed = (id: RuleId): ReviewRule => REVIEW_RULES[id];
/** All rules, by severity and then as the contract lists them. */
export const RULE_ORDER: readonly RuleId[] = SEVERITIES.flatMap((severity) =>
  RULE_IDS.filter((id) => ruleNamed(id).severity === severity),
);

const ABOUT_FEE_FILES: ReadonlySet<string> = new Set(
  RULE_IDS.filter((id) => ruleNamed(id).needs?.includes('fee-history')),
);
/** Returns whether a waiver ends when the compared values change, not only with its last day. */
export const isWaivedForValues = (rule: string): boolean => ABOUT_FEE_FILES.has(rule);
