import { randomUUID } from 'node:crypto';
import type { Failure } from '#contract/failure';
import type { RoiAddress, RoiDraftContent } from '#contract/features/roi/schemas';
import { takesEmail } from '#contract/features/roi/custodians';
import type { Db } from '#engine/sqlite/open-database';
import { withoutTaxIds } from '../../team/saved-work/without-tax-ids';
import type { StoredNote, StoredRequest } from './stored-request';
import {
  MAX_SHARED_ACCOUNTS,
  MAX_SHARED_NOTES,
  type RoiRequestChange,
  type SharedDecision,
  type SharedRequest,
} from './shared-request';

/** Facts about a request that only a team has. */
export interface SharedFacts {
  /** The sender's name. */
  readonly by: string;
  readonly foundBy: string | null;
  readonly followUpBy: string | null;
  readonly decision: SharedDecision | null;
  readonly contested: readonly SharedDecision[];
}
type Outcome = NonNullable<RoiRequestChange['outcome']>;

/** Returns the team's facts about a stored request; null if it is not shared. */
export const sharedFacts = ({ shared }: Pick<StoredRequest, 'shared'>): SharedFacts | null =>
  shared === null ? null : (JSON.parse(shared) as SharedFacts);

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
const shortText = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? withoutTaxIds(value).slice(0, max) : null;

/** Returns how sending a stored request ended, as far as it is shared; texts are cut to the lengths of the schema. */
export function outcomeOf({
  state,
  ended,
  answer,
  failure,
}: Pick<StoredRequest, 'state' | 'ended' | 'answer' | 'failure'>): Outcome {
  const response = parsed(answer) as Record<string, unknown> | null;
  const storedFailure = parsed(failure) as Failure | null;
  return {
    state,
    ended,
    answer: response && {
      id: typeof response['id'] === 'number' ? response['id'] : shortText(response['id'], 100),
      status: shortText(response['status'], 1_000),
      created_at_utc: shortText(response['created_at_utc'], 100),
      custodian: shortText(response['custodian'], 100),
    },
    failure: storedFailure && {
      kind: storedFailure.kind,
      ...(storedFailure.reasons && {
        reasons: storedFailure.reasons.slice(0, 20).map((reason) => withoutTaxIds(reason).slice(0, 1_000)),
      }),
    },
  };
}

/** Reads requests of this computer as they are shared. */
export function sharedRequestReader(db: Db) {
  const findKeys = db.prepare<[string], string>('SELECT keys FROM roi_before WHERE request = ?').pluck();
  const setUid = db.prepare('UPDATE roi_note SET uid = ? WHERE id = ?');
  const notes = db.prepare<[string], StoredNote>('SELECT * FROM roi_note WHERE request = ? ORDER BY id');

  const sentOf = (stored: StoredRequest): NonNullable<RoiRequestChange['request']> => {
    const keys = parsed(findKeys.get(stored.id) ?? null) as string[] | null;
    const body = JSON.parse(stored.json) as SharedRequest['body'];
    const { draft, custodian, way, started, day, replaces } = stored;
    return {
      ...outcomeOf(stored),
      ...{ draft, custodian, way, started, day, replaces },
      body: {
        ...body,
        owner_name: withoutTaxIds(body.owner_name),
        firm_name: withoutTaxIds(body.firm_name),
        sender_name: withoutTaxIds(body.sender_name),
      },
      before: keys && keys.length <= MAX_SHARED_ACCOUNTS ? keys : null,
    };
  };

  const notesOf = (request: string) =>
    notes
      .all(request)
      .slice(-MAX_SHARED_NOTES)
      .map(({ id, uid: known, at, text }) => {
        const uid = known ?? randomUUID();
        if (known === null) setUid.run(uid, id);
        return { id: uid, at, text: withoutTaxIds(text) };
      });

  return {
    sentOf,
    /** Returns a complete request that the team does not have yet. */
    completeRequest(stored: StoredRequest, by: string): RoiRequestChange {
      const { id, closed, closed_at: at, found, follow_up: followUp } = stored;
      const ownNotes = notesOf(id);
      return {
        by,
        request: sentOf(stored),
        followUp,
        ...(found !== null && { found }),
        ...(ownNotes.length > 0 && { notes: ownNotes }),
        ...(closed && {
          // A fixed ID: if the request is shared twice, its decision counts once.
          decision: { id: 'from before the team', as: closed, at: at ?? '', on: null, seen: [] },
        }),
      };
    },
  };
}

const addressOf = (address: string): RoiAddress => ({ address, name: null });

/** Returns the content of a draft like this request. */
export const contentLike = (
  { custodian, body }: Pick<SharedRequest, 'custodian' | 'body'>,
  step: RoiDraftContent['step'],
): RoiDraftContent => ({
  step,
  custodian: takesEmail(custodian) ? custodian : null,
  codes: body.advisor_codes,
  advisorName: body.owner_name,
  firmName: body.firm_name,
  senderName: body.sender_name,
  cc: body.cc_emails.map(addressOf),
  replyTo: body.reply_to_emails.map(addressOf),
  typed: { codes: '', cc: '', replyTo: '' },
});

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Returns a function that inserts a request that the team shared, with its codes; `sending` until its outcome is set. */
function requestInserter(db: Db) {
  const isDraftTaken = db.prepare<[string]>('SELECT 1 FROM roi_request WHERE draft = ?');
  const insert = db.prepare(
    `INSERT INTO roi_request (id, draft, content, custodian, way, json, state, started, day, replaces, member)
     VALUES (@id, @draft, @content, @custodian, @way, @json, 'sending', @started, @day, @replaces, @member)`,
  );
  const insertCode = db.prepare('INSERT OR IGNORE INTO roi_code VALUES (?, ?)');
  const insertBefore = db.prepare('INSERT OR IGNORE INTO roi_before VALUES (?, ?)');
  const dropDraft = db.prepare('DELETE FROM roi_draft WHERE id = ?');

  return (id: string, request: SharedRequest, self: string | undefined): void => {
    const { draft, custodian, way, body, started, day, replaces, member } = request;
    insert.run({
      ...{ id, custodian, way, started, day, replaces },
      draft: isDraftTaken.get(draft) ? id : draft, // unique; a restored copy of the draft may have been sent here
      content: JSON.stringify(contentLike(request, 'preview')),
      json: JSON.stringify(body, null, 2),
      member: member === self ? null : member,
    });
    for (const code of body.advisor_codes) insertCode.run(id, code);
    if (request.before) insertBefore.run(id, JSON.stringify(request.before));
    dropDraft.run(draft); // a restored copy of it
  };
}

/** Returns a function that replaces the stored notes of a request by the shared ones. */
function noteWriter(db: Db) {
  const uids = db
    .prepare<[string], string>('SELECT uid FROM roi_note WHERE request = ? AND uid IS NOT NULL')
    .pluck();
  const addNote = db.prepare('INSERT INTO roi_note (request, at, text, uid, author) VALUES (?, ?, ?, ?, ?)');
  const dropNote = db.prepare('DELETE FROM roi_note WHERE request = ? AND uid = ?');

  /** `author` is null for notes of this computer. */
  return (id: string, { notes }: SharedRequest, self: string | undefined): void => {
    const known = new Set(uids.all(id));
    for (const { id: uid, at, text, by, member } of notes)
      if (!known.delete(uid)) addNote.run(id, at, text, uid, member === self ? null : by);
    for (const uid of known) dropNote.run(id, uid);
  };
}

const sharedFactsOf = ({ by, found, followUpBy, decision, contested }: SharedRequest): SharedFacts => ({
  by,
  foundBy: found?.by ?? null,
  followUpBy,
  decision,
  contested,
});

/** Writes what the team knows of requests into the tables that the tracker reads. */
export function sharedRequestWriter(db: Db) {
  const find = db.prepare<[string], StoredRequest>('SELECT * FROM roi_request WHERE id = ?');
  // This computer's own answer and failure are complete; the shared ones are shortened.
  const setOutcome = db.prepare(
    `UPDATE roi_request SET state = @state, ended = @ended,
       answer = iif(member IS NULL, coalesce(answer, @answer), @answer),
       failure = iif(member IS NULL, coalesce(failure, @failure), @failure) WHERE id = @id`,
  );
  const setTracking = db.prepare(
    `UPDATE roi_request SET found = @found, follow_up = @followUp, closed = @closed, closed_at = @closedAt,
       shared = @shared WHERE id = @id`,
  );
  const insertRequest = requestInserter(db);
  const writeNotes = noteWriter(db);

  return {
    /** Removes a request that is no longer shared; one of this computer only with `includesOwn`. */
    remove(id: string, includesOwn: boolean): void {
      db.prepare(`DELETE FROM roi_request WHERE id = ?${includesOwn ? '' : ' AND member IS NOT NULL'}`).run(
        id,
      );
    },
    /** `self` is this computer's member; `isShared` says whether the team has anything of the request. */
    write(
      id: string,
      request: SharedRequest,
      { self, isShared }: { readonly self: string | undefined; readonly isShared: boolean },
    ): void {
      if (!find.get(id)) insertRequest(id, request, self);
      const stored = find.get(id);
      // For its own requests, this computer's outcome takes precedence, even before the log has it.
      const isKnown = stored?.member === null && (stored.state !== 'sending' || request.state === 'sending');
      // The team may know how an unknown outcome was settled.
      const isSettled = stored?.state === 'unknown' && request.state !== 'sending';
      if (!isKnown || isSettled)
        setOutcome.run({
          ...{ id, state: request.state, ended: request.ended },
          answer: textOf(request.answer),
          failure: textOf(request.failure),
        });
      const { decision, found, followUp } = request;
      setTracking.run({
        ...{ id, followUp, found: found?.at ?? null },
        closed: decision?.as ?? null,
        closedAt: decision?.as ? decision.at : null,
        shared: isShared || stored?.shared ? JSON.stringify(sharedFactsOf(request)) : null,
      });
      writeNotes(id, request, self);
    },
  };
}
