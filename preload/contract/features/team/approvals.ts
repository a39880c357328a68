import { z } from 'zod';
import type { JobKind } from '../../job';

/** The rules for which changes need a second person's approval, set by an admin. */
export const approvalRules = z.object({
  /** Edits, creations and deletions of more records at once than this; null: no limit. */
  records: z.int().min(1).max(1_000_000).nullable(),
  /** Deletions of records. */
  removals: z.boolean(),
  /** Every change of fee structures. */
  feeStructures: z.boolean(),
  /** Creating and deleting advisor codes. */
  advisorCodes: z.boolean(),
  // Earlier versions stored none of these.
  /** Billing groups deleted and recreated from households. */
  recreations: z.boolean().default(false),
  /** Leftover group assignments, removed one by one. */
  leftovers: z.boolean().default(false),
  /** Signing a billing period. */
  periods: z.boolean().default(false),
});
export type ApprovalRules = z.output<typeof approvalRules>;
export const NO_RULES: ApprovalRules = {
  records: null,
  removals: false,
  feeStructures: false,
  advisorCodes: false,
  recreations: false,
  leftovers: false,
  periods: false,
};

export const approvalRule = z.enum([
  'records',
  'removals',
  'feeStructures',
  'advisorCodes',
  'recreations',
  'leftovers',
  'periods',
]);
export type ApprovalRule = z.output<typeof approvalRule>;

/** Signing a billing period: the kind of a request that sends nothing. */
export const PERIOD_SIGNATURE = { resource: 'billingPeriods', operation: 'sign' } as const;
/** What a request asks for: a kind of job, or the signature of a billing period. */
export type ApprovedKind = JobKind | typeof PERIOD_SIGNATURE;
export const isPeriodSignature = (kind: ApprovedKind): kind is typeof PERIOD_SIGNATURE =>
  kind.operation === PERIOD_SIGNATURE.operation;

/** Days for which an approval holds. */
export const APPROVAL_DAYS = 5;
