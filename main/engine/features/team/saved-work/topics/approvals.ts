import { z } from 'zod';
import { draftOrigin, jsonTextSchema } from '#contract/edit';
import { periodId, type PeriodId } from '#contract/features/period/schemas';
import {
  approvalRule,
  approvalRules,
  PERIOD_SIGNATURE,
  type ApprovedKind,
} from '#contract/features/team/approvals';
import { jobOperation } from '#contract/job';
import { resourceName } from '#contract/resource-name';
import type { Db } from '#engine/sqlite/open-database';
import { sharedTopic, type ItemReader, type SharedItem, type TopicState } from './shared-topic';

/**
 * A record with each value before and after, as it would be sent; or a section or list entry of what would be
 * signed.
 */
export const approvalRow = z.object({
  /** Null for a new record. */
  key: z.string().nullable(),
  title: z.string(),
  subtitle: z.string(),
  fields: z.array(z.object({ field: z.string(), before: jsonTextSchema.optional(), after: jsonTextSchema })),
});
export type ApprovalRow = z.output<typeof approvalRow>;

const note = z.string().max(2_000);
/** SHA-256 over the canonical text of the changes (changesDigest). */
const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** The fields of every request. */
const requestFields = {
  rules: z.array(approvalRule),
  note,
  total: z.int().min(1),
  parts: z.int().min(1),
  digest,
};
const approvalContent = z.discriminatedUnion('kind', [
  /** Some rows of a request, under their own key; they precede it. */
  z.object({ kind: z.literal('rows'), rows: z.array(approvalRow) }),
  z.object({
    kind: z.literal('request'),
    /** The ID of the draft, or of the planned job. */
    subject: z.string().max(100),
    isJob: z.boolean(),
    resource: resourceName,
    operation: jobOperation,
    origin: draftOrigin,
    title: z.string().nullable(),
    ...requestFields,
  }),
  /** Asks for the signature of a billing period, with this note. */
  z.object({ kind: z.literal('period-request'), period: periodId, ...requestFields }),
  /** Signed with its entry: approves exactly the changes with this hash. */
  z.object({ kind: z.literal('approve'), digest, note }),
  z.object({ kind: z.enum(['decline', 'withdraw']), note }),
  z.object({ kind: z.literal('sent') }),
]);
export type ApprovalContent = z.output<typeof approvalContent>;
export type ApprovalRequest = Extract<ApprovalContent, { kind: 'request' | 'period-request' }>;

/** The field of the first row of a request to sign: the hash of what the signature covers. */
export const CONTENT_FIELD = 'contentSha256';

/** Returns the text of a period, which is the subject of requests to sign it. */
export const periodSubject = ({ firm, endDate }: PeriodId): string => JSON.stringify([firm, endDate]);
/** Returns what a request is about: a draft, a planned job or a period. */
export const subjectOf = (request: ApprovalRequest): string =>
  request.kind === 'request' ? request.subject : periodSubject(request.period);
/** Returns the kind of what a request would send or sign. */
export const approvedKindOf = (request: ApprovalRequest): ApprovedKind =>
  request.kind === 'request'
    ? { resource: request.resource, operation: request.operation }
    : PERIOD_SIGNATURE;

export const APPROVAL_STATES = ['asked', 'approved', 'declined', 'withdrawn', 'sent'] as const;

/** The state of a request according to the log. */
export interface FoldedApproval {
  readonly requester: string;
  readonly request: ApprovalRequest;
  /** ISO, UTC. */
  readonly at: string;
  readonly state: (typeof APPROVAL_STATES)[number];
  /** Who approved or declined, when, and with which note. `decidedAt` is also the time of a withdrawal. */
  readonly decider: string | null;
  readonly decidedAt: string | null;
  readonly answer: string | null;
}

/**
 * Returns the state of a request from all entries about it, in the order of the log. Only another member can approve
 * it, and only its hash. A later decline or withdrawal ends an approval, but a decline that comes after the period was
 * signed changes nothing.
 */
export function foldApproval(items: readonly SharedItem[]): FoldedApproval | null {
  let folded: FoldedApproval | null = null;
  for (const { member, at, place, value } of items) {
    const content = approvalContent.safeParse(value).data;
    if (!content) continue;
    if (content.kind === 'request' || content.kind === 'period-request')
      folded ??= {
        requester: member,
        request: content,
        at,
        state: 'asked',
        decider: null,
        decidedAt: null,
        answer: null,
      };
    else if (folded) folded = applyAnswer(folded, content, { member, at, place });
  }
  return folded;
}

function applyAnswer(
  approval: FoldedApproval,
  content: ApprovalContent,
  { member, at, place }: Pick<SharedItem, 'member' | 'at' | 'place'>,
): FoldedApproval {
  const isOwn = member === approval.requester;
  const isOpen = approval.state === 'asked';
  const isEnded = approval.state === 'declined' || approval.state === 'withdrawn';
  // A job that was sent may still have rows left, which a colleague can decline.
  const isSigned = approval.state === 'sent' && approval.request.kind === 'period-request';
  if (content.kind === 'approve') {
    // Another answer may still precede an approval that is not in the log yet.
    if (isOwn || !isOpen || place === null || content.digest !== approval.request.digest) return approval;
    return { ...approval, state: 'approved', decider: member, decidedAt: at, answer: content.note };
  }
  // By any member: the draft may have been handed over to the one who sends it.
  if (content.kind === 'sent')
    return approval.state === 'approved' ? { ...approval, state: 'sent' } : approval;
  if (content.kind === 'withdraw')
    return isOwn && !isEnded ? { ...approval, state: 'withdrawn', decidedAt: at } : approval;
  if (content.kind === 'decline')
    return isOwn || isEnded || isSigned
      ? approval
      : { ...approval, state: 'declined', decider: member, decidedAt: at, answer: content.note };
  return approval;
}

/** Returns the key of some rows of a request. */
export const approvalRowsKey = (approval: string, part: number): string => `${approval}/${part}`;

/** Requests for approval, and their answers. */
export const APPROVAL_TOPIC = sharedTopic({
  name: 'approval',
  value: approvalContent,
  maxItems: 1,
  open: (db, items) => new Approvals(db, items),
});

class Approvals implements TopicState {
  readonly #items: ItemReader;
  readonly #put;
  readonly #remove;

  constructor(db: Db, items: ItemReader) {
    this.#items = items;
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO team_approval (id, subject, requester, at, state, decider, decided, answer, request)
       VALUES (@id, @subject, @requester, @at, @state, @decider, @decided, @answer, @request)`,
    );
    this.#remove = db.prepare<[string]>('DELETE FROM team_approval WHERE id = ?');
  }

  settle(key: string): void {
    if (key.includes('/')) return; // rows, which count with their request
    const folded = foldApproval(this.#items.inOrder('approval', key));
    if (!folded) {
      this.#remove.run(key);
      return;
    }
    const { requester, request, at, state, decider, decidedAt: decided, answer } = folded;
    this.#put.run({
      id: key,
      subject: subjectOf(request),
      requester,
      at,
      state,
      decider,
      decided,
      answer,
      request: JSON.stringify(request),
    });
  }
}

/** Which writes require a second person's approval; the last entry in the log wins. */
export const APPROVAL_RULES_TOPIC = sharedTopic({
  name: 'approval-rules',
  value: approvalRules,
  maxItems: 1,
  mayWrite: (role) => role === 'admin',
  open: () => ({ settle: () => undefined }), // read from the items
});
export const RULES_KEY = 'rules';
