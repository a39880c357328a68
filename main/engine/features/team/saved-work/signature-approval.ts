import { z } from 'zod';
import { DAY_MS } from '#contract/dates';
import type { SignatureApproval } from '#contract/features/period/schemas';
import { APPROVAL_DAYS, approvalRules } from '#contract/features/team/approvals';
import { distinctName } from '#contract/features/team/member-name';
import type { Db } from '#engine/sqlite/open-database';
import { requestedRows } from './approvals';
import { CONTENT_FIELD, foldApproval, RULES_KEY, subjectOf, type ApprovalRequest } from './topics/approvals';
import type { ItemReader, SharedItem } from './topics/shared-topic';

/** A signature of a period as it is in the log. */
export interface PlacedSignature extends Pick<SharedItem, 'member' | 'place' | 'at'> {
  /** The period, as `periodSubject` returns it. */
  readonly subject: string;
  readonly contentSha256: string;
  readonly approval: SignatureApproval | null;
}

/**
 * Returns whether an approval precedes a signature in the log; null if the rules before it required none. A computer
 * that has not read the rule yet can sign without an approval.
 */
export function isApprovedInLog(db: Db, items: ItemReader, signed: PlacedSignature): boolean | null {
  const { place } = signed;
  if (place === null || place === 0) return null; // not in the log yet, or from before the team
  if (hasApproval(db, items, { ...signed, place })) return true;
  return isRequiredAt(items, place) ? false : null;
}

const isBefore = (place: number) => (item: SharedItem) =>
  item.place !== null && item.place > 0 && item.place < place;

function isRequiredAt(items: ItemReader, place: number): boolean {
  const rules = items.newestFirst('approval-rules', RULES_KEY).find(isBefore(place));
  return approvalRules.safeParse(rules?.value).data?.periods ?? false;
}

function hasApproval(
  db: Db,
  items: ItemReader,
  { member, place, at, subject, contentSha256, approval }: PlacedSignature & { readonly place: number },
): boolean {
  if (!approval) return false;
  const folded = foldApproval(items.inOrder('approval', approval.id).filter(isBefore(place)));
  if (folded?.state !== 'approved' || folded.decider === null || folded.decidedAt === null) return false;
  const age = Date.parse(at) - Date.parse(folded.decidedAt);
  return (
    folded.request.kind === 'period-request' &&
    folded.requester === member &&
    subjectOf(folded.request) === subject &&
    age < APPROVAL_DAYS * DAY_MS &&
    writerAt(db, folded.decider, place) === approval.by &&
    contentHashOf(items, approval.id, folded.request) === contentSha256
  );
}

/** Returns the hash of the content that a request is about; undefined if its rows do not match its hash. */
function contentHashOf(items: ItemReader, id: string, request: ApprovalRequest): string | undefined {
  const [first] = requestedRows(items, id, request) ?? [];
  const text = first?.fields.find(({ field }) => field === CONTENT_FIELD)?.after;
  return text === undefined ? undefined : z.string().safeParse(JSON.parse(text)).data;
}

const membershipChange = z.object({
  kind: z.string(),
  member: z.string().optional(),
  name: z.string().optional(),
  role: z.string().optional(),
});

/**
 * Returns a member's name on the team if they could write at a place of the log; else null. An admission has the name
 * without the number that distinguishes it from an earlier member's.
 */
function writerAt(db: Db, member: string, place: number): string | null {
  const changes = db
    .prepare<[number], { author: string; content: string }>(
      'SELECT member AS author, content FROM team_membership WHERE abs(place) < ? ORDER BY abs(place)',
    )
    .all(place);
  const names = new Map<string, string>();
  let isWriter = false;
  for (const { author, content } of changes) {
    const { kind, member: about = author, name, role } = membershipChange.parse(JSON.parse(content));
    if (name !== undefined) names.set(about, distinctName(name, names.values()));
    if (about === member) isWriter = kind === 'founded' || role === 'admin' || role === 'member';
  }
  return isWriter ? (names.get(member) ?? '') : null;
}
