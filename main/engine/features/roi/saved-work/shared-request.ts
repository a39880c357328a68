import { z } from 'zod';
import { failure } from '#contract/failure';
import { ROI_METHODS, roiState } from '#contract/features/roi/schemas';
import { custodianCode } from '#contract/fields';

/**
 * Maximum number of account keys shared with a request; with more, colleagues do not see which accounts have appeared.
 */
export const MAX_SHARED_ACCOUNTS = 1_000;
/** Maximum number of notes in one entry. */
export const MAX_SHARED_NOTES = 30;

const id = z.string().min(1).max(100);
const time = z.string().max(40);
const day = z.iso.date();
const text = z.string().max(200);
const addresses = z.array(z.string().max(254)).max(500);
/** Maximum number of codes in a shared request; the specification states no limit for a request. */
const MAX_CODES = 8_000;

const outcome = z.object({
  state: roiState,
  ended: time.nullable(),
  /** The fields of the service's response that screens show. */
  answer: z
    .object({
      id: z.union([z.number(), z.string().max(100)]).nullish(),
      status: z.string().max(1_000).nullish(),
      created_at_utc: z.string().max(100).nullish(),
      custodian: z.string().max(100).nullish(),
    })
    .nullable(),
  failure: failure
    .pick({ kind: true })
    .extend({ reasons: z.array(z.string().max(1_000)).max(20).optional() })
    .nullable(),
});
const sentRequest = outcome.extend({
  /** ID of the draft that was sent; a restored copy of it must not be sent again. */
  draft: id,
  custodian: custodianCode,
  way: z.enum(ROI_METHODS),
  body: z.object({
    custodian: custodianCode,
    advisor_codes: z.array(z.string().max(64)).max(MAX_CODES),
    owner_name: text,
    firm_name: text,
    sender_name: text,
    cc_emails: addresses,
    reply_to_emails: addresses,
  }),
  started: time,
  day,
  replaces: id.nullable(),
  /** Keys of the accounts that had the codes at sending; null: unknown, or too many. */
  before: z.array(text).max(MAX_SHARED_ACCOUNTS).nullable(),
});
const decision = z.object({
  id,
  /** What the custodian decided; null reopens the request. */
  as: z.enum(['granted', 'refused']).nullable(),
  at: time,
  /** The decision that its author saw; null: the request was open. */
  on: id.nullable(),
  /** Contested decisions of others that its author had seen. */
  seen: z.array(id).max(50),
});

/** One change of a request: any of these parts. */
export const roiRequestChange = z.object({
  /** The author's name. */
  by: z.string().max(80),
  /** The request itself, by its sender. */
  request: sentRequest.optional(),
  /** How sending it ended. */
  outcome: outcome.optional(),
  /** When the user confirmed that a request with unknown outcome arrived. */
  found: time.optional(),
  followUp: day.nullable().optional(),
  notes: z
    .array(z.object({ id, at: time, text: z.string().max(4_000) }))
    .max(MAX_SHARED_NOTES)
    .optional(),
  removedNote: id.optional(),
  decision: decision.optional(),
});
export type RoiRequestChange = z.output<typeof roiRequestChange>;
type Outcome = z.output<typeof outcome>;
/** Shares a change of a stored request, in the transaction that wrote it; null: it was withdrawn. */
export type ShareRequest = (id: string, change: Omit<RoiRequestChange, 'by'> | null) => void;

/** A decision, and who made it. */
export type SharedDecision = Pick<z.output<typeof decision>, 'id' | 'as' | 'at'> & { readonly by: string };
interface SharedNote {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly by: string;
  readonly member: string;
}

/** A request as the team knows it. */
export interface SharedRequest extends Omit<z.output<typeof sentRequest>, keyof Outcome>, Outcome {
  /** The member who sent it. */
  readonly member: string;
  readonly by: string;
  readonly found: { readonly at: string; readonly by: string } | null;
  readonly followUp: string | null;
  /** Who changed the follow-up day; null if it is still the one set when the request was sent. */
  readonly followUpBy: string | null;
  readonly notes: readonly SharedNote[];
  /** The latest decision; null: never closed. */
  readonly decision: SharedDecision | null;
  /** Differing decisions that were made without knowledge of this one; a user resolves them. */
  readonly contested: readonly SharedDecision[];
}

interface WrittenChange {
  readonly member: string;
  readonly value: RoiRequestChange | null;
}

/** A known outcome stays; an unknown one may become known. */
const canBecome = (from: Outcome['state'], to: Outcome['state']): boolean =>
  from === 'sending' || (from === 'unknown' && to !== 'sending');

/**
 * Computes a request from all changes, in the order of the log; null if there is none, or its sender withdrew it
 * before it was sent.
 */
export function requestOfChanges(changes: readonly WrittenChange[]): SharedRequest | null {
  const sent = changes.find(({ value }) => value?.request);
  if (!sent?.value?.request) return null;
  let request = newRequest(sent.member, sent.value.by, sent.value.request);
  const decided = new Set<string>();
  // A failover can put changes of colleagues before the request itself.
  for (const { member, value } of changes) {
    if (value === null && member === request.member) return null;
    if (value === null) continue;
    request = withOutcome(request, member, value);
    request = withNotes(request, member, value);
    if (value.followUp !== undefined)
      request = { ...request, followUp: value.followUp, followUpBy: value.request ? null : value.by };
    if (value.decision && !decided.has(value.decision.id)) {
      decided.add(value.decision.id);
      request = withDecision(request, value.decision, value.by);
    }
  }
  return request;
}

const newRequest = (member: string, by: string, sent: z.output<typeof sentRequest>): SharedRequest => ({
  ...sent,
  member,
  by,
  found: null,
  followUp: null,
  followUpBy: null,
  notes: [],
  decision: null,
  contested: [],
});

function withOutcome(request: SharedRequest, member: string, value: RoiRequestChange): SharedRequest {
  const { outcome: ended, found, by } = value;
  const isSender = request.member === member;
  const updated =
    ended && isSender && canBecome(request.state, ended.state) ? { ...request, ...ended } : request;
  if (found === undefined || updated.found) return updated;
  // A request from before the team comes with its confirmation, and its state is `sent` already.
  if (updated.state !== 'unknown' && !value.request) return updated;
  return { ...updated, state: 'sent', found: { at: found, by } };
}

function withNotes(
  request: SharedRequest,
  member: string,
  { notes = [], removedNote, by }: RoiRequestChange,
): SharedRequest {
  const known = new Set(request.notes.map((note) => note.id));
  const added = notes.filter((note) => !known.has(note.id)).map((note) => ({ ...note, by, member }));
  const all = [...request.notes, ...added];
  return { ...request, notes: all.filter((note) => note.id !== removedNote || note.member !== member) };
}

/**
 * A decision replaces the current one if its author knew that one, or if it closes a reopened request. Otherwise, if it
 * closes the request with a different result, both are shown until a user who has seen both decides.
 */
function withDecision(
  request: SharedRequest,
  { id: key, as, at, on, seen }: z.output<typeof decision>,
  by: string,
): SharedRequest {
  const current = request.decision;
  const newDecision = { id: key, as, at, by };
  if (on === (current?.id ?? null) || (current !== null && current.as === null && as !== null)) {
    const contested = request.contested.filter((other) => !seen.includes(other.id) && other.as !== as);
    return { ...request, decision: newDecision, contested };
  }
  if (as === null || current === null || current.as === as) return request;
  return { ...request, contested: [...request.contested, newDecision] };
}
