import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { approvalRules, approvalRule } from './approvals';
import { namedMember } from './hand-overs';
import { draft, draftRow } from '../../edit';
import { errors } from '../../failure';
import { jobOperation } from '../../job';
import { periodId } from '../period/schemas';

const call = oc.errors(errors);
const approvalNote = z.string().trim().max(2_000);

/** What a request is about. */
const approvalTopic = z.discriminatedUnion('kind', [
  z.object({
    /** A draft, or a job that was planned without one. */
    kind: z.enum(['draft', 'job']),
    /** What would be sent, as a draft; its ID is that of the requester's draft or planned job. */
    draft,
    operation: jobOperation,
  }),
  z.object({ kind: z.literal('period'), period: periodId }),
]);
export type ApprovalTopic = z.output<typeof approvalTopic>;

/** A member's request for approval of exactly the rows that would be sent or signed. */
export const approval = z.object({
  id: z.uuid(),
  about: approvalTopic,
  from: namedMember,
  /** For a period, the note of its signature. */
  note: z.string(),
  /** The time of the request; ISO, UTC. */
  at: z.string(),
  /** `ended`: approved, but its approver left the team or became a viewer, or five days have passed. */
  state: z.enum(['asked', 'approved', 'ended', 'declined', 'withdrawn', 'sent']),
  /** Who approved or declined it, when, and with which note. */
  by: namedMember.nullable(),
  decidedAt: z.string().nullable(),
  answer: z.string().nullable(),
  /** The end of an approval (ISO, UTC). */
  until: z.string().nullable(),
  /** True while the request, or this member's answer to it, waits on this computer: no colleague sees it. */
  isWaiting: z.boolean(),
  /** False for an answered request to sign a period that would sign something else now, or was not compared yet. */
  isCurrent: z.boolean(),
});
export type Approval = z.output<typeof approval>;

export const approvalNamed = z.object({ approval: z.uuid() });
/** A draft, a job that was planned without one, or the signature of a billing period. */
const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['draft', 'job']), id: z.string() }),
  z.object({ kind: z.literal('period'), period: periodId }),
]);
export type ApprovalSubject = z.output<typeof subject>;
export const askInput = z.object({
  subject,
  note: approvalNote,
  /** For a period: the hashes of the sections that were shown. Fails with `changed-since` if they changed. */
  sections: z.array(z.string()).optional(),
});
export const answerInput = approvalNamed.extend({ note: approvalNote });

/** Yields the rules and the open and answered requests, oldest first, and again after every change. */
export const followApprovals = call.output(
  eventIterator(z.object({ rules: approvalRules, list: z.array(approval) })),
);
/** Returns a range of the rows that would be sent or signed. */
export const approvalRows = call
  .input(approvalNamed.extend({ offset: z.int().min(0), limit: z.int().min(1).max(500) }))
  .output(z.object({ rows: z.array(draftRow), total: z.int() }));
const approvalStatus = z.object({
  /** The rules that apply to what would be sent or signed. */
  rules: z.array(approvalRule),
  /** Its approval, or else the request for exactly that. */
  approval: approval.nullable(),
  /** Without either: the latest request about an earlier version, approved or not; null if it was declined. */
  outdated: approval.nullable(),
});
export type ApprovalStatus = z.output<typeof approvalStatus>;
/** Returns which rules require approval before something is sent or signed, and its approval or request. */
export const approvalOf = call.input(z.object({ subject })).output(approvalStatus);
