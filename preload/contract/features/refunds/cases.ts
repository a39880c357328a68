import { z } from 'zod';
import { recordedDecision } from './schemas';

/** For advance fee structures (D, P): whether the billed interval begins after a fee file's end date or ends on it. */
export const advanceBilling = z.enum(['begins', 'ends']);
export type AdvanceBilling = z.output<typeof advanceBilling>;

/** `closed`: the account closed inside a billed interval. `first-bill`: it was first billable inside one. */
export const refundKind = z.enum(['closed', 'first-bill']);
export type RefundKind = z.output<typeof refundKind>;

/** Identifies one case. */
export const refundKey = z.object({
  account: z.string().min(1).max(200),
  endDate: z.iso.date(),
  kind: refundKind,
});
export type RefundKey = z.output<typeof refundKey>;

/** Why a refund could not be estimated. */
export const refundReason = z.enum([
  'no-structure',
  'unknown-structure',
  'structures-differ',
  'unknown-collection',
  'frequency',
  'unreadable-amount',
  'shared-number',
  'pays-for-others',
  /** Also billed by a file that the service no longer lists: the debit may count a fee twice. */
  'replaced-file',
  /** A decision was recorded, but the data on this computer no longer has the case. */
  'no-longer-found',
]);
export type RefundReason = z.output<typeof refundReason>;

/** An estimate: days of the billed interval, and that share of the debit to the cent. */
export const refundEstimate = z.object({
  /** First and last day of the billed interval. */
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.int().positive(),
  /** Closed: the days after the closing. First bill: the days from the first billable day on. */
  partDays: z.int().positive(),
  /** The share of the debit for these days, exact decimal text. */
  part: z.string(),
});
export type RefundEstimate = z.output<typeof refundEstimate>;

export const refundCase = refundKey.extend({
  name: z.string(),
  number: z.string().nullable(),
  custodian: z.string().nullable(),
  /** The closing day, or the first billable day. */
  day: z.iso.date().nullable(),
  /** The sum of the account's lines in the period's files; null if one is unreadable, may be another account's, or may count twice. */
  debit: z.string().nullable(),
  fileIds: z.array(z.string()),
  structures: z.array(z.string()),
  result: z.union([refundEstimate, z.object({ why: refundReason })]),
  decision: recordedDecision.nullable(),
});
export type RefundCase = z.output<typeof refundCase>;

export const REFUND_STATES = ['open', 'refunded', 'not-due', 'not-determined'] as const;
export const refundState = z.enum(REFUND_STATES);
export type RefundState = z.output<typeof refundState>;

/** Returns the state that a case is listed under; a decision comes before the estimate. */
export const refundStateOf = ({ decision, result }: Pick<RefundCase, 'decision' | 'result'>): RefundState =>
  decision ? decision.state : 'why' in result ? 'not-determined' : 'open';
