import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { draft, draftKind, draftRow } from '../../edit';
import { errors } from '../../failure';

const call = oc.errors(errors);
const person = z.object({ id: z.uuid(), name: z.string(), isSelf: z.boolean() });
export const approvalNote = z.string().trim().max(2_000);

/** What can need a second person, set by an admin. */
export const approvalRules = z.object({
  /** Edits, creations and deletions of more than so many records at once; null: any number without approval. */
  records: z.int().min(1).max(1_000_000).nullable(),
  /** Deletions of records. */
  removals: z.boolean(),
  /** Every change of fee structures. */
  feeStructures: z.boolean(),
  /** Creating and deleting advisor codes. */
  advisorCodes: z.boolean(),
  /** Billing groups deleted and recreated from households. An earlier version stored no such rule. */
  recreations: z.boolean().default(false),
  /** Leftover group assignments, removed one by one. */
  leftovers: z.boolean().default(false),
});
export type ApprovalRules = z.output<typeof approvalRules>;
export const NO_RULES: ApprovalRules = {
  records: null,
  removals: false,
  feeStructures: false,
  advisorCodes: false,
  recreations: false,
  leftovers: false,
};

export const approvalRule = z.enum([
  'records',
  'removals',
  'feeStructures',
  'advisorCodes',
  'recreations',
  'leftovers',
]);
export type ApprovalRule = z.output<typeof approvalRule>;

/** What is done to the rows of a request. */
export const approvedOperation = z.enum([...draftKind.options, 'recreate', 'unassign']);
export type ApprovedOperation = z.output<typeof approvedOperation>;

/** Days for which an approval holds. */
export const APPROVAL_DAYS = 5;

/** What a member asked approval for: exactly the rows that would be sent. */
export const approval = z.object({
  id: z.uuid(),
  /** What would be sent, as a draft; its ID is that of the requester's draft or planned job. */
  draft,
  operation: approvedOperation,
  isJob: z.boolean(),
  from: person,
  note: z.string(),
  /** The time of the request; ISO, UTC. */
  at: z.string(),
  /** `ended`: approved, but its approver has left the team or became a viewer, or five days have passed. */
  state: z.enum(['asked', 'approved', 'ended', 'declined', 'withdrawn', 'sent']),
  /** Who approved or declined it, when, and with which note. */
  by: person.nullable(),
  decidedAt: z.string().nullable(),
  answer: z.string().nullable(),
  /** The end of an approval (ISO, UTC). */
  until: z.string().nullable(),
  /** True while the request waits on its author's computer: no colleague sees it. */
  isWaiting: z.boolean(),
});
export type Approval = z.output<typeof approval>;

export const approvalNamed = z.object({ approval: z.uuid() });
/** A draft, or a job that was planned without one. */
const subject = z.object({ kind: z.enum(['draft', 'job']), id: z.string() });
export type ApprovalSubject = z.output<typeof subject>;
export const askInput = z.object({ subject, note: approvalNote });
export const answerInput = approvalNamed.extend({ note: approvalNote });

/** Yields the rules and the open and answered requests, oldest first, and again after every change. */
export const followApprovals = call.output(
  eventIterator(z.object({ rules: approvalRules, list: z.array(approval) })),
);
/** Returns a range of the rows that would be sent. */
export const approvalRows = call
  .input(approvalNamed.extend({ offset: z.int().min(0), limit: z.int().min(1).max(500) }))
  .output(z.object({ rows: z.array(draftRow), total: z.int() }));
/**
 * Returns the rules that what would be sent falls under, and the approval of all of them or the
 * request for exactly them; null if there is none.
 */
export const approvalOf = call
  .input(z.object({ subject }))
  .output(z.object({ rules: z.array(approvalRule), approval: approval.nullable() }));
