import { randomUUID } from 'node:crypto';
import { localDay } from '#contract/dates';
import { fail, type Failure } from '#contract/failure';
import {
  roiDraftContent,
  type RoiDraft,
  type RoiDraftContent,
  type RoiState,
} from '#contract/features/roi/schemas';
import type { RecordedRoiRequest } from '#contract/features/roi/calls';
import type { RoiCustodian } from '#contract/features/roi/custodians';
import type { CustodianCode } from '#contract/fields';
import { holdsSeparatedTaxId, holdsTaxId } from '#contract/tax-id';
import type { Db } from '#engine/sqlite/open-database';
import { withoutTaxIds } from '../../team/saved-work/without-tax-ids';
import type { RoiContacts } from './contacts';
import type { RoiDrafts } from './drafts';
import type { ShareRequest } from './shared-request';
import type { StoredNote, StoredRequest } from './stored-request';
import { contentLike, outcomeOf, sharedFacts, sharedRequestReader } from './shared-request-rows';

/** A request to send: its exact text, accounts, and what was known when it was sent. */
export interface NewRoiRequest {
  readonly draft: string;
  readonly content: RoiDraftContent;
  readonly custodian: RoiCustodian;
  readonly json: string;
  readonly codes: readonly string[];
  readonly followUp: string;
  /** Earlier requests to this custodian with any of these codes count from this day. */
  readonly since: string;
  /** The earlier requests that the user has seen. */
  readonly shownEarlier: readonly string[];
  /** Time of the backup that contained the draft, as shown to the user. */
  readonly restored?: string | null;
  /** Keys of the accounts that have the codes now; null before a full fetch of the accounts. */
  readonly accountKeys: readonly string[] | null;
}

export interface RoiOutcome {
  readonly state: Exclude<RoiState, 'sending'>;
  /** A record that the service returned. */
  readonly response?: unknown;
  readonly failure?: Failure;
}

/**
 * Requests that were sent or attempted. On open, requests still `sending` were interrupted: their outcome is
 * unknown. Callers run changes in a transaction, except those that open one here.
 */
export class RoiRequestStore {
  readonly #db: Db;
  readonly #drafts: RoiDrafts;
  readonly #contacts: RoiContacts;
  readonly #now: () => Date;
  readonly #share: ShareRequest;
  readonly #byId;
  readonly #byDraft;
  readonly #replacing;
  readonly #sentReplacement;
  readonly #notes;
  readonly #keysAtSending;

  constructor(
    db: Db,
    drafts: RoiDrafts,
    contacts: RoiContacts,
    { now, share }: { readonly now: () => Date; readonly share: ShareRequest },
  ) {
    this.#db = db;
    this.#drafts = drafts;
    this.#contacts = contacts;
    this.#now = now;
    this.#share = share;
    this.#byId = db.prepare<[string], StoredRequest>('SELECT * FROM roi_request WHERE id = ?');
    this.#byDraft = db.prepare<[string], StoredRequest>('SELECT * FROM roi_request WHERE draft = ?');
    this.#replacing = db.prepare<[string], StoredRequest>(
      'SELECT * FROM roi_request WHERE replaces = ? ORDER BY rowid DESC',
    );
    this.#sentReplacement = db.prepare<[string]>(
      "SELECT 1 FROM roi_request WHERE replaces = ? AND state IN ('sending', 'sent', 'unknown')",
    );
    this.#notes = db.prepare<[string], StoredNote>(
      'SELECT id, at, text, uid, author FROM roi_note WHERE request = ? ORDER BY at, id',
    );
    this.#keysAtSending = db
      .prepare<[string], string>('SELECT keys FROM roi_before WHERE request = ?')
      .pluck();
    this.#endInterrupted();
  }

  /** Sets the outcome of this computer's requests that were being sent when the app stopped to unknown. */
  #endInterrupted(): void {
    const interrupted = this.#db
      .prepare<[], string>("SELECT id FROM roi_request WHERE state = 'sending' AND member IS NULL")
      .pluck()
      .all();
    if (interrupted.length === 0) return;
    this.#db.transaction(() => {
      for (const id of interrupted) this.end(id, { state: 'unknown' });
    })();
  }

  /**
   * Returns requests to a custodian with any of the codes since a day that may have arrived; latest first.
   */
  sentSince(custodian: CustodianCode, codes: readonly string[], since: string): StoredRequest[] {
    return this.#db
      .prepare<[string, string, string], StoredRequest>(
        `SELECT * FROM roi_request r WHERE custodian = ? AND day >= ? AND state IN ('sending', 'sent', 'unknown')
         AND EXISTS (SELECT 1 FROM roi_code c WHERE c.request = r.id AND c.code IN (SELECT value FROM json_each(?)))
         ORDER BY started DESC, r.rowid DESC`,
      )
      .all(custodian, since, JSON.stringify(codes));
  }

  get(id: string): StoredRequest | null {
    return this.#byId.get(id) ?? null;
  }

  ofDraft(draft: string): StoredRequest | null {
    return this.#byDraft.get(draft) ?? null;
  }

  /** Returns the advisor last named for each of a custodian's codes, in requests that may have arrived. */
  advisors(custodian: RoiCustodian): Record<string, string> {
    const rows = this.#db
      .prepare<[string], { code: string; advisor: string | null }>(
        `SELECT c.code, json_extract(r.content, '$.advisorName') advisor
           FROM roi_request r JOIN roi_code c ON c.request = r.id
           WHERE r.custodian = ? AND r.state IN ('sending', 'sent', 'unknown') ORDER BY r.started, r.rowid`,
      )
      .all(custodian);
    return Object.fromEntries(rows.flatMap(({ code, advisor }) => (advisor ? [[code, advisor.trim()]] : [])));
  }

  /** Latest first. */
  list(): StoredRequest[] {
    return this.#db
      .prepare<[], StoredRequest>('SELECT * FROM roi_request ORDER BY started DESC, rowid DESC')
      .all();
  }

  notes(id: string): StoredNote[] {
    return this.#notes.all(id);
  }

  /** Returns the keys of accounts that had the codes when the request was sent; null if unknown. */
  accountKeysAtSending(id: string): ReadonlySet<string> | null {
    const keys = this.#keysAtSending.get(id);
    return keys === undefined ? null : new Set(JSON.parse(keys) as string[]);
  }

  /** Returns the last attempted request that replaces this one. */
  replacing(id: string): StoredRequest | null {
    return this.#replacing.get(id) ?? null;
  }

  /** Returns whether any request that replaces this one may have arrived. */
  isSuperseded(id: string): boolean {
    return this.#sentReplacement.get(id) !== undefined;
  }

  /**
   * Turns a draft into a request being sent; it is on disk before anything is sent. Of several callers with
   * one draft, even after a restart, exactly one gets `isNew: true` and may send; the others get the same
   * request. Fails with `changed-since` if there is an earlier request that the user has not seen, or
   * if the user was not shown that the draft was restored.
   */
  begin(request: NewRoiRequest): { request: StoredRequest; isNew: boolean } {
    return this.#db
      .transaction(() => {
        const existing = this.#byDraft.get(request.draft);
        if (existing) return { request: existing, isNew: false };
        const draft = this.#drafts.get(request.draft);
        if (!draft) throw fail('not-found', { where: 'draft' });
        if ((draft.restored ?? null) !== (request.restored ?? null))
          throw fail('changed-since', { cause: 'the user was not shown that the draft was restored' });
        const unseen = this.sentSince(request.custodian, request.codes, request.since).filter(
          ({ id }) => !request.shownEarlier.includes(id),
        );
        if (unseen.length > 0) throw fail('changed-since', { cause: 'an earlier request was not shown' });
        const id = randomUUID();
        const at = this.#now();
        this.#db
          .prepare(
            `INSERT INTO roi_request (id, draft, content, custodian, json, state, started, day, replaces, follow_up, restored)
             VALUES (?, ?, ?, ?, ?, 'sending', ?, ?, ?, ?, ?)`,
          )
          .run(
            id,
            request.draft,
            JSON.stringify(request.content),
            request.custodian,
            request.json,
            at.toISOString(),
            localDay(at),
            draft.replaces,
            request.followUp,
            draft.restored ?? null, // for a draft that this request becomes again
          );
        const insertCode = this.#db.prepare('INSERT OR IGNORE INTO roi_code VALUES (?, ?)');
        for (const code of request.codes) insertCode.run(id, code);
        if (request.accountKeys)
          this.#db
            .prepare('INSERT INTO roi_before VALUES (?, ?)')
            .run(id, JSON.stringify(request.accountKeys));
        this.#contacts.remember(request.custodian, request.content, at.toISOString());
        this.#drafts.remove(request.draft);
        this.#shareNew(id);
        return { request: this.#storedRequest(id), isNew: true };
      })
      .immediate();
  }

  #shareNew(id: string): void {
    const stored = this.#storedRequest(id);
    this.#share(id, { request: sharedRequestReader(this.#db).sentOf(stored), followUp: stored.follow_up });
  }

  /** Records how and when a request ended: now, unless the outcome had to wait. Only a request being sent can end. */
  end(id: string, { state, response, failure }: RoiOutcome, at = this.#now().toISOString()): void {
    const { changes } = this.#db
      .prepare(
        `UPDATE roi_request SET state = ?, ended = ?, answer = ?, failure = ? WHERE id = ? AND state = 'sending'`,
      )
      .run(
        state,
        at,
        response === undefined ? null : JSON.stringify(response),
        failure === undefined ? null : JSON.stringify(failure),
        id,
      );
    if (changes > 0) this.#share(id, { outcome: outcomeOf(this.#storedRequest(id)) });
  }

  /** Records that the user confirmed the arrival of a request with unknown outcome. */
  confirmArrival(id: string): StoredRequest {
    const foundAt = this.#now().toISOString();
    return this.#db.transaction(() => {
      const { changes } = this.#db
        .prepare("UPDATE roi_request SET state = 'sent', found = ? WHERE id = ? AND state = 'unknown'")
        .run(foundAt, id);
      if (changes > 0) this.#share(id, { found: foundAt });
      return this.#storedRequest(id);
    })();
  }

  /**
   * Returns a draft with the content of an earlier request. A request of this computer that never reached the service
   * becomes a draft again; any other stays and is linked to the new draft. There is at most one such draft,
   * and an attempt that did not reach the service is reused. Fails with `conflict` while the request is being sent.
   */
  draftAgain(id: string, step: RoiDraftContent['step'] = 'preview'): RoiDraft {
    return this.#db
      .transaction(() => {
        const attempt = this.#replacing.get(id);
        const request = attempt?.state === 'not-sent' ? attempt : this.#storedRequest(id);
        const existing = this.#drafts.replacing(request.id) ?? this.#drafts.replacing(id);
        if (existing) return existing;
        const content = { ...roiDraftContent.parse(JSON.parse(request.content)), step };
        if (request.state === 'sending') throw fail('conflict', { where: 'request' });
        if (request.state !== 'not-sent' || request.member !== null)
          return this.#drafts.create(content, id, restoredMarkOf(request));
        this.#remove(request.id);
        return this.#drafts.create(content, request.replaces, request.restored);
      })
      .immediate();
  }

  /** Turns an unsent request back into its draft. */
  withdraw(id: string): void {
    const { draft, content, replaces, restored } = this.#storedRequest(id);
    this.#db
      .prepare('INSERT INTO roi_draft (id, content, replaces, updated, restored) VALUES (?, ?, ?, ?, ?)')
      .run(draft, content, replaces, this.#now().toISOString(), restored);
    this.#remove(id);
  }

  /** Removes a request that was never sent. */
  #remove(id: string): void {
    this.#db.prepare('DELETE FROM roi_request WHERE id = ?').run(id);
    this.#share(id, null);
  }

  /**
   * Records a request that the user made by portal or phone; `accountKeys` as in NewRoiRequest. Fails with `refused`
   * (`tax-id`) if the advisor could be a tax ID.
   */
  record(
    recorded: RecordedRoiRequest & { followUp: string; accountKeys: readonly string[] | null },
  ): StoredRequest {
    const { custodian, codes, advisorName, method, day } = recorded;
    if (holdsTaxId(advisorName)) throw fail('refused', { detail: { code: 'tax-id' } });
    const id = randomUUID();
    const at = this.#now().toISOString();
    const body = {
      custodian,
      advisor_codes: codes,
      owner_name: advisorName,
      firm_name: '',
      sender_name: '',
      cc_emails: [],
      reply_to_emails: [],
    };
    this.#db
      .prepare(
        `INSERT INTO roi_request (id, draft, content, custodian, json, state, started, day, ended, follow_up, way)
         VALUES (?, ?, ?, ?, ?, 'sent', ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        randomUUID(), // the required, unique ID of a draft, although there was none
        // A draft that starts the request again has this content, at the step that its caller chooses.
        JSON.stringify(contentLike({ custodian, body }, 'people')),
        custodian,
        JSON.stringify(body),
        at,
        day,
        at,
        recorded.followUp,
        method,
      );
    const insertCode = this.#db.prepare('INSERT OR IGNORE INTO roi_code VALUES (?, ?)');
    for (const code of codes) insertCode.run(id, code);
    if (recorded.accountKeys)
      this.#db.prepare('INSERT INTO roi_before VALUES (?, ?)').run(id, JSON.stringify(recorded.accountKeys));
    this.#shareNew(id);
    return this.#storedRequest(id);
  }

  /** Returns the number of open requests whose follow-up is due on or before this day, without those sent again. */
  due(today: string): number {
    return (
      this.#db
        .prepare<[string], number>(
          `SELECT count(*) FROM roi_request r WHERE closed IS NULL AND state IN ('sent', 'unknown') AND follow_up <= ?
           AND NOT EXISTS (SELECT 1 FROM roi_request n WHERE n.replaces = r.id AND n.state IN ('sending', 'sent', 'unknown'))`,
        )
        .pluck()
        .get(today) ?? 0
    );
  }

  setFollowUp(id: string, followUp: string | null): StoredRequest {
    return this.#db.transaction(() => {
      this.#db.prepare('UPDATE roi_request SET follow_up = ? WHERE id = ?').run(followUp, id);
      this.#share(id, { followUp });
      return this.#storedRequest(id);
    })();
  }

  /**
   * Closes a request; null reopens it. On a team, `seen` are the colleagues' contested decisions that the user
   * has seen.
   */
  close(id: string, result: StoredRequest['closed'], seen: readonly string[] = []): StoredRequest {
    const stored = this.#storedRequest(id);
    const at = this.#now().toISOString();
    this.#db
      .prepare('UPDATE roi_request SET closed = ?, closed_at = ? WHERE id = ?')
      .run(result, result === null ? null : at, id);
    const on = sharedFacts(stored)?.decision?.id ?? null;
    this.#share(id, { decision: { id: randomUUID(), as: result, at, on, seen: [...seen] } });
    return this.#storedRequest(id);
  }

  /** Fails with `refused` (`tax-id`) for a text that could be a tax ID; a case number may have nine digits. */
  addNote(id: string, text: string): StoredRequest {
    if (holdsSeparatedTaxId(text)) throw fail('refused', { detail: { code: 'tax-id' } });
    this.#storedRequest(id); // fails if there is no such request
    const [uid, at] = [randomUUID(), this.#now().toISOString()];
    this.#db
      .prepare('INSERT INTO roi_note (request, at, text, uid) VALUES (?, ?, ?, ?)')
      .run(id, at, text, uid);
    this.#share(id, { notes: [{ id: uid, at, text: withoutTaxIds(text) }] });
    return this.#storedRequest(id);
  }

  removeNote(id: string, note: number): StoredRequest {
    const { uid = null, author } = this.notes(id).find((candidate) => candidate.id === note) ?? {};
    if (author) throw fail('not-allowed', { where: 'note' });
    this.#db.prepare('DELETE FROM roi_note WHERE request = ? AND id = ?').run(id, note);
    if (uid !== null) this.#share(id, { removedNote: uid });
    return this.#storedRequest(id);
  }

  #storedRequest(id: string): StoredRequest {
    const request = this.#byId.get(id);
    if (!request) throw fail('not-found', { where: 'request' });
    return request;
  }
}

/**
 * Returns the backup's time if the request is from the backup: what came after it is unknown. A request sent since,
 * from a restored draft, is known.
 */
const restoredMarkOf = ({ started, restored }: StoredRequest): string | null =>
  restored !== null && started <= restored ? restored : null;
