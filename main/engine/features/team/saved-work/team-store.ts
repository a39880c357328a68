import type Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { userInfo } from 'node:os';
import { fail } from '#contract/failure';
import {
  teamDatabase,
  type BroughtWork,
  type TeamDatabase,
  type TeamRole,
} from '#contract/features/team/schemas';
import type { UnsharedItem, NotSharedReason, TeamIssue } from '#contract/features/team/calls';
import type { JobKind } from '#contract/job';
import { Events, Observable } from '#common/observable';
import { getOrCompute } from '#contract/maps';
import type { Db } from '#engine/sqlite/open-database';
import { ApprovalStore, rulesFor } from './approvals';
import { HandOverStore } from './hand-overs';
import { SharedItems } from './shared-items';
import { SHARED_TOPICS, type TopicName, type TopicValue } from './topics';
import type { ClaimRow } from './topics/claims';
import type { ItemChange } from './topics/shared-topic';

/** This computer's membership in the team, and how far it has read the log. */
export interface TeamSelf {
  readonly team: string;
  readonly member: string;
  readonly state: 'joining' | 'member';
  readonly teamName: string;
  readonly memberName: string;
  readonly database: TeamDatabase;
  /** The contents of the invitation, as JSON, until this member is admitted. */
  readonly joining: string | null;
  /** The log was read up to this place. */
  readonly cursor: number;
  /** Entries up to this place are part of the state. */
  readonly folded: number;
  /** The state is being recomputed from the log. */
  readonly isRefolding: boolean;
  readonly asOf: string | null;
}
type SelfRow = Omit<TeamSelf, 'database' | 'isRefolding'> & {
  readonly database: string;
  readonly isRefolding: number;
};

/** An entry as stored; `hash` is null unless its signature is valid. */
export interface EntryRow {
  readonly member: string;
  readonly number: number;
  readonly place: number | null;
  readonly epoch: number;
  readonly previous: Buffer;
  readonly body: Buffer;
  readonly signature: Buffer;
  readonly hash: Buffer | null;
}

export type PlacedRow = EntryRow & { readonly place: number };

/** The result of verifying and reading an entry. */
interface EntryResult {
  readonly hash: Buffer | null;
  /** The ID of its content; null if the entry is not accepted. */
  readonly content: string | null;
  /** When it was written (ISO, UTC). */
  readonly at: string | null;
}

export interface OutboxRow {
  readonly seq: number;
  readonly id: string;
  readonly content: string;
  /** The number of the entry that has this content; null: not sealed yet. */
  readonly number: number | null;
}

export interface InvitationRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly expires: string;
  /** Decrypts the colleague's request. */
  readonly key: Buffer;
  /** The colleague's decrypted request, as JSON; null until it is read. */
  readonly request: string | null;
}

/** A change of the members, as JSON. */
export interface MembershipRow {
  readonly place: number;
  readonly member: string;
  readonly content: string;
}

type IssueRow = Omit<TeamIssue, 'name'>;
type Statement = Database.Statement;
/** How new work is handled: shared, kept on this computer, or refused. */
type Sharing = 'shared' | 'local' | 'refused';
type Head = { readonly lines: number; readonly hash: string };

/** Number of latest entries that are checked one by one for whether they were written after a moment. */
const MAX_LATE_ENTRIES = 5_000;
/** The fields that queued content has in every version. */
const queuedItems = z.object({ kind: z.string(), items: z.array(z.object({ key: z.string() })).default([]) });
const SELF = `SELECT team, member, state, team_name AS teamName, member_name AS memberName, database, joining, cursor,
  folded, is_refolding AS isRefolding, as_of AS asOf FROM team_self`;
const ENTRY = 'SELECT member, number, place, epoch, previous, body, signature, hash FROM team_entry';
const PLACED_AFTER = `${ENTRY} WHERE place > ? ORDER BY place`;
/**
 * Each change of the team's state queries this, and thousands of large rows may wait. A removal is short, and
 * `octet_length` does not read the content; only short content that has the word is parsed as JSON.
 */
const UNSEALED_REMOVAL = `number IS NULL AND octet_length(content) < 1000 AND instr(content, '"removed"') > 0
  AND json_extract(content, '$.kind') = 'removed'`;
const TABLES = [
  'team_entry',
  'team_issue',
  'team_outbox',
  'team_key',
  'team_membership',
  'team_head',
  'team_invitation',
  'team_item',
  'team_claim',
  'team_hand_over',
  'team_approval',
  'team_unshared',
];

/** Access to the team that the check before sending needs. */
export interface TeamGate {
  /** Reads the log to its end and sends what waits; fails without the database. */
  syncToEnd(): Promise<void>;
  /** The role as far as the log was read; null for a former member. */
  roleOf(member: string): TeamRole | null;
  nameOf(member: string): string;
}

/** The team's part of the saved work: the log as far as it was read, the outbox, and the keys of the team. */
export class TeamStore {
  readonly #db: Db;
  readonly #statements = new Map<string, Statement>();
  #items: SharedItems | undefined;
  #handOvers: HandOverStore | undefined;
  #approvals: ApprovalStore | undefined;
  #self: TeamSelf | null | undefined;
  #sharing: Sharing = 'shared';
  /** Entries that have a place; undefined until counted. */
  #entryCount: number | undefined;
  #sync: (timeoutMs: number) => Promise<boolean> = () => Promise.resolve(false);
  /** Called when something was put into the outbox. */
  #onOutbox: () => void = () => undefined;
  readonly #topicChanges = new Map<TopicName, Events<void>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** What members shared; prepared when a team needs it. */
  get items(): SharedItems {
    return (this.#items ??= new SharedItems(this.#db));
  }

  /** Drafts that were handed over. */
  get handOvers(): HandOverStore {
    return (this.#handOvers ??= new HandOverStore(this.#db, this.items));
  }

  /** Requests for approval. */
  get approvals(): ApprovalStore {
    return (this.#approvals ??= new ApprovalStore(this.#db, this.items));
  }

  /** Returns whether the team's rules require approval for this number of records of a kind of job. */
  needsSecondPerson(kind: JobKind, count: number): boolean {
    return this.self?.state === 'member' && rulesFor(this.approvals.rules, kind, count).length > 0;
  }

  /** Access to the team's database and members; null unless the connection is open. */
  gate: TeamGate | null = null;

  /** Prepares a statement once. */
  #sql<Values extends unknown[] = unknown[], Row = unknown>(text: string): Database.Statement<Values, Row> {
    const known = getOrCompute(this.#statements, text, () => this.#db.prepare(text));
    return known as Database.Statement<Values, Row>;
  }

  /** This computer's membership; null without a team. Read once, then cached. */
  get self(): TeamSelf | null {
    if (this.#self !== undefined) return this.#self;
    const row = this.#sql<[], SelfRow>(SELF).get();
    this.#self = row
      ? { ...row, database: teamDatabase.parse(JSON.parse(row.database)), isRefolding: row.isRefolding === 1 }
      : null;
    return this.#self;
  }

  /**
   * Whether this member may not know rules and roles that the log has: it was not read to its end yet, or an earlier
   * version was closed while it read the log again, and left nothing of what was known before.
   */
  get isStateIncomplete(): boolean {
    const { self } = this;
    if (self?.state !== 'member') return false;
    return self.joining !== null || (self.isRefolding && !this.#hasMembershipBefore);
  }

  get #hasMembershipBefore(): boolean {
    return this.#sql('SELECT 1 FROM team_membership WHERE place < 0 LIMIT 1').get() !== undefined;
  }

  /** The user's name as an author: on the team, or without one in the operating system. */
  get userName(): string {
    return this.self?.memberName ?? userInfo().username;
  }

  /** Stores the membership in a new team, without anything that an earlier attempt left. */
  setSelf(
    self: Pick<TeamSelf, 'team' | 'member' | 'state' | 'teamName' | 'memberName' | 'database' | 'joining'>,
  ): void {
    this.#sql(
      `INSERT INTO team_self (one, team, member, state, team_name, member_name, database, joining)
         VALUES (1, @team, @member, @state, @teamName, @memberName, @database, @joining)`,
    ).run({ ...self, database: JSON.stringify(self.database) });
    this.#clearTables();
    this.forget();
  }

  changeSelf(change: Partial<Omit<TeamSelf, 'team' | 'member'>>): void {
    const { self } = this;
    if (!self) return;
    const changed = { ...self, ...change };
    this.#sql(
      `UPDATE team_self SET state = @state, team_name = @teamName, member_name = @memberName, database = @database,
         joining = @joining, cursor = @cursor, folded = @folded, is_refolding = @isRefolding, as_of = @asOf`,
    ).run({
      ...changed,
      database: JSON.stringify(changed.database),
      isRefolding: changed.isRefolding ? 1 : 0,
    });
    this.#self = changed;
  }

  /** Forgets the team; the effective values of the shared work stay. */
  clear(): void {
    this.#db.exec('DELETE FROM team_self');
    this.#clearTables();
    this.forget();
    this.#sharing = 'shared';
  }

  /** Deletes everything about the team except this computer's membership. */
  #clearTables(): void {
    for (const table of TABLES) this.#db.exec(`DELETE FROM ${table}`);
  }

  /** Forgets what is in memory, after a transaction was rolled back. */
  forget(): void {
    this.#self = undefined;
    this.#entryCount = undefined;
  }

  transaction<T>(work: () => T): T {
    try {
      return this.#db.transaction(work).immediate();
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /**
   * Runs a transaction whose data can be read from the log or sealed from the outbox again. It survives the end of the
   * app, but a power failure only once a later ordinary transaction is stored.
   */
  repeatableTransaction<T>(work: () => T): T {
    this.#db.pragma('synchronous = NORMAL');
    try {
      return this.transaction(work);
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  // --- outbox

  onOutbox(listener: () => void): void {
    this.#onOutbox = listener;
  }

  setSync(sync: (timeoutMs: number) => Promise<boolean>): void {
    this.#sync = sync;
  }

  /**
   * Sends what waits and reads the log to its end. Returns whether that was possible in this time; true if this user is
   * on no team.
   */
  async syncWithin(timeoutMs: number): Promise<boolean> {
    return this.self?.state === 'member' ? this.#sync(timeoutMs) : true;
  }

  /** Calls the listener after effective values of a topic changed. */
  onTopic(topic: TopicName, listener: () => void, until: AbortSignal): void {
    getOrCompute(this.#topicChanges, topic, () => new Events()).on(listener, until);
  }

  /** Returns a count of the changes of some topics that is updated until the signal aborts. */
  countChanges(topics: readonly TopicName[], until: AbortSignal): Observable<number> {
    const changes = new Observable(0);
    for (const topic of topics) this.onTopic(topic, () => changes.update((count) => count + 1), until);
    return changes;
  }

  /** Calls the listeners of changed topics; must be called outside of transactions. */
  notifyTopics(): void {
    for (const topic of this.items.takeChanged()) this.notifyTopic(topic);
  }

  /** Calls the listeners of a topic; must be called outside of transactions. */
  notifyTopic(topic: TopicName): void {
    this.#topicChanges.get(topic)?.emit();
  }

  /** Puts content into the outbox and returns its line. */
  enqueue(content: object): number {
    const { lastInsertRowid } = this.#sql('INSERT INTO team_outbox (id, content) VALUES (?, ?)').run(
      randomUUID(),
      JSON.stringify(content),
    );
    queueMicrotask(() => this.#onOutbox());
    return Number(lastInsertRowid);
  }

  /** Sets how new work is handled: a viewer writes none, and that of a removed member stays on this computer. */
  setSharing(sharing: Sharing): void {
    this.#sharing = sharing;
  }

  /** Whether this member only reads. */
  get isViewer(): boolean {
    return this.#sharing === 'refused';
  }

  /** Fails with `not-allowed` for a viewer. */
  refuseViewer(): void {
    if (this.isViewer) throw fail('not-allowed', { detail: { code: 'team-viewer' } });
  }

  /**
   * Shares work of this computer, in the transaction that writes it; does nothing without a team. Returns its lines in
   * the outbox. Fails with `not-allowed` for a viewer, and with `refused` for what a colleague's app could not read.
   */
  share<Name extends TopicName>(
    topic: Name,
    items: readonly ItemChange<TopicValue<Name>>[],
    at = new Date().toISOString(),
  ): number[] {
    const { self } = this;
    if (self?.state !== 'member' || this.#sharing === 'local' || items.length === 0) return [];
    this.refuseViewer();
    const lines: number[] = [];
    for (const batch of this.items.split(topic, this.items.shareable(topic, items))) {
      const seq = this.enqueue({ kind: topic, at, items: batch });
      lines.push(seq);
      this.items.applyWaiting(topic, batch, { member: self.member, number: -seq, place: null, at });
    }
    if (this.#hasUnshared)
      for (const { key } of items)
        this.#sql('DELETE FROM team_unshared WHERE topic = ? AND key = ?').run(topic, key);
    return lines;
  }

  /** Whether any work could not be shared; rarely true. */
  get #hasUnshared(): boolean {
    return this.#sql('SELECT 1 FROM team_unshared LIMIT 1').get() !== undefined;
  }

  /**
   * Shares earlier work of these kinds, or all, if the team has nothing about it yet. What a colleague's app could not
   * read stays on this computer, and is listed.
   */
  shareEarlier(kinds: readonly BroughtWork[] | 'all'): void {
    for (const { name, broughtAs } of SHARED_TOPICS) {
      if (kinds !== 'all' && !(broughtAs && kinds.includes(broughtAs))) continue;
      this.shareReadable(name, this.items.unshared(name) as ItemChange<TopicValue<typeof name>>[]);
    }
  }

  /** Shares what a colleague's app can read, and lists the rest. Returns what it shared. */
  shareReadable<Name extends TopicName>(
    topic: Name,
    items: readonly ItemChange<TopicValue<Name>>[],
  ): ItemChange<TopicValue<Name>>[] {
    const readable = this.items.shareable(topic, items).filter((item) => {
      const reason = this.items.whyUnreadable(topic, item);
      if (reason) this.#noteUnshared(topic, item.key, reason);
      return reason === null;
    });
    this.share(topic, readable);
    return readable;
  }

  #noteUnshared(topic: string, key: string, reason: NotSharedReason): void {
    this.#sql('INSERT OR REPLACE INTO team_unshared (topic, key, reason) VALUES (?, ?, ?)').run(
      topic,
      key,
      reason,
    );
  }

  /** Drops lines of the outbox with their waiting items if none was sealed; false if any may have been sent. */
  dropUnsealed(lines: readonly number[], member: string): boolean {
    return this.transaction(() => {
      const ids = lines.flatMap(
        (seq) =>
          this.#sql<[number], { id: string }>(
            'SELECT id FROM team_outbox WHERE seq = ? AND number IS NULL',
          ).get(seq)?.id ?? [],
      );
      if (ids.length < lines.length) return false;
      for (const id of ids) this.dropFromOutbox(id, member, { settle: true });
      return true;
    });
  }

  /** Records that the items of a row are not shared: another version queued it, in a form that this one cannot read. */
  noteUnsharedRow({ content }: Pick<OutboxRow, 'content'>): void {
    const { kind, items } = queuedItems.parse(JSON.parse(content));
    for (const { key } of items) this.#noteUnshared(kind, key, 'odd-form');
  }

  /** Returns work that was to be shared and could not be; at most 500 items. */
  unshared(): UnsharedItem[] {
    return this.#sql<[], UnsharedItem>(
      'SELECT topic, key, reason FROM team_unshared ORDER BY topic, key LIMIT 500',
    ).all();
  }

  /** Returns unsealed content in its order, of about this many characters at most. */
  unsealed(limit: number, maxLength = Infinity): OutboxRow[] {
    const rows: OutboxRow[] = [];
    let length = 0;
    const unsealed = this.#sql<[number], OutboxRow>(
      'SELECT * FROM team_outbox WHERE number IS NULL ORDER BY seq LIMIT ?',
    );
    for (const row of unsealed.iterate(limit)) {
      rows.push(row);
      length += row.content.length;
      if (length >= maxLength) break;
    }
    return rows;
  }

  /** Returns the members whose removal is in the outbox and not sealed, with how often it is there. */
  unsealedRemovals(): { readonly member: string; readonly count: number }[] {
    return this.#sql<[], { readonly member: string; readonly count: number }>(
      `SELECT json_extract(content, '$.member') AS member, count(*) AS count FROM team_outbox
       WHERE ${UNSEALED_REMOVAL} GROUP BY 1 ORDER BY min(seq)`,
    ).all();
  }

  waitingCount(): number {
    const { self } = this;
    if (!self) return 0;
    const unsealed = this.#sql('SELECT count(*) FROM team_outbox WHERE number IS NULL').pluck().get();
    const unsent = this.#sql('SELECT count(*) FROM team_entry WHERE member = ? AND place IS NULL')
      .pluck()
      .get(self.member);
    return Number(unsealed) + Number(unsent);
  }

  /** Records the number of the entry in which content was sealed. */
  setSealed(seq: number, number: number): void {
    this.#sql('UPDATE team_outbox SET number = ? WHERE seq = ?').run(number, seq);
  }

  /**
   * Drops content with its waiting items: it is in the log now, or does not count. `settle` updates the effective values
   * at once; otherwise the entry's items from the log, or `settleAll`, do.
   */
  dropFromOutbox(id: string, member: string, { settle = false } = {}): void {
    const row = this.#sql<[string], { seq: number }>('SELECT seq FROM team_outbox WHERE id = ?').get(id);
    if (!row) return;
    this.#sql('DELETE FROM team_outbox WHERE seq = ?').run(row.seq);
    this.items.removeOf(member, -row.seq, settle);
  }

  /**
   * Drops the content of an entry of this member that does not count, and the items that it had before. While the state
   * is recomputed, these stay until its end: the entry may be read again, when its author is known to be a member.
   */
  dropSealed({ member, number, place }: Pick<PlacedRow, 'member' | 'number' | 'place'>): void {
    const row = this.#sql<[number], { id: string; seq: number }>(
      'SELECT id, seq FROM team_outbox WHERE number = ?',
    ).get(number);
    if (!this.self?.isRefolding) {
      if (row) this.dropFromOutbox(row.id, member, { settle: true });
      this.items.removeOf(member, number, true);
      return;
    }
    this.items.outdate(member, number, place);
    if (!row) return;
    this.#sql('DELETE FROM team_outbox WHERE seq = ?').run(row.seq);
    this.items.outdate(member, -row.seq, place);
  }

  /** Returns true if the content of an entry of this member is still in the outbox. */
  isFromOutbox(number: number): boolean {
    return this.#sql('SELECT 1 FROM team_outbox WHERE number = ?').get(number) !== undefined;
  }

  /**
   * Returns whether sealed content of one of these kinds, which is short, is still in the outbox. `octet_length` does
   * not read the content of the many large rows that may wait.
   */
  hasSealed(kinds: readonly string[]): boolean {
    const row = this.#sql(
      `SELECT 1 FROM team_outbox WHERE number IS NOT NULL AND octet_length(content) < 4000
         AND json_extract(content, '$.kind') IN (SELECT value FROM json_each(?)) LIMIT 1`,
    ).get(JSON.stringify(kinds));
    return row !== undefined;
  }

  /** Deletes an entry of this member that is not in the database, with its items. */
  dropUnsent(member: string, number: number): void {
    this.#sql('DELETE FROM team_entry WHERE member = ? AND number = ? AND place IS NULL').run(member, number);
    this.items.removeOf(member, number, true);
  }

  /** Deletes sealed entries that are not in the log, so that their content is sealed again. */
  unseal(member: string): void {
    this.#sql(
      `DELETE FROM team_entry WHERE member = ? AND place IS NULL
         AND number IN (SELECT number FROM team_outbox WHERE number IS NOT NULL)`,
    ).run(member);
    this.#db.exec('UPDATE team_outbox SET number = NULL');
  }

  /** Marks the content of an entry of this member as not sealed; false if it is not in the outbox. */
  reopenContent(number: number): boolean {
    return this.#sql('UPDATE team_outbox SET number = NULL WHERE number = ?').run(number).changes > 0;
  }

  /** Puts the content of a lost entry back into the outbox under its ID; returns its line, or null if it is there. */
  requeue(id: string, content: string): number | null {
    const { changes, lastInsertRowid } = this.#sql(
      'INSERT OR IGNORE INTO team_outbox (id, content) VALUES (?, ?)',
    ).run(id, content);
    return changes > 0 ? Number(lastInsertRowid) : null;
  }

  // --- entries

  entry(member: string, number: number): EntryRow | undefined {
    return this.#sql<[string, number], EntryRow>(`${ENTRY} WHERE member = ? AND number = ?`).get(
      member,
      number,
    );
  }

  putEntry(row: Omit<EntryRow, 'hash'> & { readonly hash?: Buffer }): void {
    const values = `INTO team_entry (member, number, place, epoch, previous, body, signature, hash)
      VALUES (@member, @number, @place, @epoch, @previous, @body, @signature, @hash)`;
    const entry = { hash: null, ...row };
    const { changes } = this.#sql(`INSERT OR IGNORE ${values}`).run(entry);
    if (changes > 0) this.#countPlaced(row.place === null ? 0 : 1);
    else {
      this.#sql(`INSERT OR REPLACE ${values}`).run(entry);
      this.#entryCount = undefined; // up to two entries were replaced: of this number, and of this place
    }
  }

  /** Gives an entry its place in the log, or takes the place from it. */
  setPlace(member: string, number: number, place: number | null): void {
    const { changes } = this.#sql(
      'UPDATE team_entry SET place = @place WHERE member = @member AND number = @number AND (place IS NULL) <> (@place IS NULL)',
    ).run({ member, number, place });
    this.#countPlaced(place === null ? -changes : changes);
  }

  #countPlaced(added: number): void {
    if (this.#entryCount !== undefined) this.#entryCount += added;
  }

  /**
   * Stores the result of reading an entry; returns false and stores nothing if another entry of the member has this
   * content.
   */
  setResult(member: string, number: number, { hash, content, at }: EntryResult): boolean {
    const { changes } = this.#sql(
      'UPDATE OR IGNORE team_entry SET hash = ?, content = ?, at = ? WHERE member = ? AND number = ?',
    ).run(hash, content, at, member, number);
    return changes > 0;
  }

  /** Returns entries after a place, in the order of the log. */
  placed(after: number, limit: number): PlacedRow[] {
    return this.#sql<[number, number], PlacedRow>(`${PLACED_AFTER} LIMIT ?`).all(after, limit);
  }

  /** Returns the next entries after a place, of about this many bytes at most, and whether there are no others. */
  placedChunk(
    after: number,
    limit: number,
    maxBytes: number,
  ): { readonly rows: PlacedRow[]; readonly isLast: boolean } {
    const rows: PlacedRow[] = [];
    let bytes = 0;
    for (const row of this.#sql<[number], PlacedRow>(PLACED_AFTER).iterate(after)) {
      if (rows.length === limit || bytes >= maxBytes) return { rows, isLast: false };
      rows.push(row);
      bytes += row.body.length;
    }
    return { rows, isLast: true };
  }

  /** Iterates over entries after a place up to another, in the order of the log. Nothing else may run before its end. */
  placedUpTo(after: number, upTo: number): IterableIterator<EntryRow & { readonly place: number }> {
    return this.#sql<[number, number], EntryRow & { readonly place: number }>(
      `${ENTRY} WHERE place > ? AND place <= ? ORDER BY place`,
    ).iterate(after, upTo);
  }

  /**
   * Returns the place after which a range up to this place has about this many bytes at most, and this many places. Reads
   * no bodies.
   */
  startOfRange(upTo: number, maxPlaces: number, maxBytes: number): number {
    const start = Math.max(0, upTo - maxPlaces);
    const sizes = this.#sql<[number, number], { place: number; bytes: number }>(
      `SELECT place, octet_length(body) AS bytes FROM team_entry WHERE place > ? AND place <= ? ORDER BY place DESC`,
    ).all(start, upTo);
    let bytes = 0;
    const other = sizes.find((row, index) => (bytes += row.bytes) > maxBytes && index > 0);
    return other?.place ?? start;
  }

  /** Returns entries of others that the database no longer has. */
  displaced(self: string): { readonly member: string; readonly number: number }[] {
    return this.#sql<[string], { member: string; number: number }>(
      'SELECT member, number FROM team_entry WHERE place IS NULL AND member <> ?',
    ).all(self);
  }

  /** Returns verified entries of others that the database no longer has, and whose body has the bytes of this ID. */
  displacedNaming(id: Buffer, self: string): EntryRow[] {
    return this.#sql<[string, Buffer], EntryRow>(
      `${ENTRY} WHERE place IS NULL AND member <> ? AND hash IS NOT NULL AND instr(body, ?) > 0`,
    ).all(self, id);
  }

  /** Returns this member's next entries that are not in the database: one, and others up to this many bytes. */
  unsent(member: string, limit: number, maxBytes = Infinity): EntryRow[] {
    const rows: EntryRow[] = [];
    let bytes = 0;
    const unsent = this.#sql<[string, number], EntryRow>(
      `${ENTRY} WHERE member = ? AND place IS NULL ORDER BY number LIMIT ?`,
    );
    for (const row of unsent.iterate(member, limit)) {
      bytes += row.body.length;
      if (rows.length > 0 && bytes > maxBytes) break;
      rows.push(row);
    }
    return rows;
  }

  /** Returns a member's entries in the log that name the key of an epoch. */
  sentWithKey(member: string, epoch: number): EntryRow[] {
    return this.#sql<[string, number], EntryRow>(
      `${ENTRY} WHERE member = ? AND epoch = ? AND place IS NOT NULL ORDER BY number`,
    ).all(member, epoch);
  }

  lastNumber(member: string): number {
    return Number(this.#sql('SELECT max(number) FROM team_entry WHERE member = ?').pluck().get(member) ?? 0);
  }

  /** Returns the last number of a member before a place of the log. */
  lastNumberAt(member: string, place: number): number {
    // Ends at the first row of the index; max() would read all of them.
    const last = this.#sql(
      'SELECT number FROM team_entry WHERE member = ? AND place < ? ORDER BY number DESC LIMIT 1',
    )
      .pluck()
      .get(member, place);
    return Number(last ?? 0);
  }

  /** Removes the places of all entries after one: the database no longer has them. Returns their number. */
  displace(after: number): number {
    const { changes } = this.#sql('UPDATE team_entry SET place = NULL WHERE place > ?').run(after);
    this.#countPlaced(-changes);
    return changes;
  }

  /** Returns how many entries have a place in the log; counts them once. */
  entryCount(): number {
    this.#entryCount ??= Number(
      this.#sql('SELECT count(*) FROM team_entry WHERE place IS NOT NULL').pluck().get(),
    );
    return this.#entryCount;
  }

  /** Returns when the latest accepted entry of a member was written. */
  lastTime(member: string): string | null {
    const at = this.#sql<[string], string>(
      'SELECT at FROM team_entry WHERE member = ? AND at IS NOT NULL ORDER BY number DESC LIMIT 1',
    )
      .pluck()
      .get(member);
    return at ?? null;
  }

  /** Starts to recompute the state from all entries. Items and members count as before until `endRefold`. */
  refold(): void {
    this.#db.exec(
      this.self?.isRefolding
        ? 'DELETE FROM team_membership WHERE place > 0'
        : 'UPDATE team_membership SET place = -place',
    );
    this.#db.exec(
      `DELETE FROM team_issue; DELETE FROM team_head;
       UPDATE team_entry SET content = NULL WHERE content IS NOT NULL`,
    );
    this.items.outdateLog();
    this.changeSelf({ folded: 0, isRefolding: true });
  }

  /** Replaces the state by the one that was recomputed. */
  endRefold(): void {
    this.#db.exec('DELETE FROM team_membership WHERE place < 0');
    this.items.settleAll();
    this.changeSelf({ isRefolding: false });
  }

  // --- issues, members, keys

  addIssue({ member, number, code, place }: IssueRow): void {
    this.#sql('INSERT OR REPLACE INTO team_issue (member, number, code, place) VALUES (?, ?, ?, ?)').run(
      member,
      number,
      code,
      place,
    );
  }

  removeIssue(member: string, number: number, code: TeamIssue['code']): void {
    this.#sql('DELETE FROM team_issue WHERE member = ? AND number = ? AND code = ?').run(
      member,
      number,
      code,
    );
  }

  issues(offset: number, limit: number): IssueRow[] {
    return this.#sql<[number, number], IssueRow>(
      `SELECT code, member, number, place FROM team_issue ORDER BY place IS NULL DESC, place DESC, member, number
         LIMIT ? OFFSET ?`,
    ).all(limit, offset);
  }

  issueCount(): number {
    return Number(this.#sql('SELECT count(*) FROM team_issue').pluck().get());
  }

  /** Returns whether an entry before this place, by this member if given, has an issue with this code. */
  hasIssue(code: TeamIssue['code'], place: number, member?: string): boolean {
    const row = this.#sql(
      'SELECT 1 FROM team_issue WHERE code = ? AND place < ? AND (? IS NULL OR member = ?)',
    ).get(code, place, member ?? null, member ?? null);
    return row !== undefined;
  }

  /** Returns whether any number of any member is missing. */
  hasMissing(): boolean {
    return this.#sql("SELECT 1 FROM team_issue WHERE code = 'missing' LIMIT 1").get() !== undefined;
  }

  /** Returns the changes of the members in the order of the log, as far as it was read. */
  membership(): MembershipRow[] {
    return this.#sql<[], MembershipRow>('SELECT * FROM team_membership WHERE place > 0 ORDER BY place').all();
  }

  /** Returns the changes of the members before the state began to be recomputed; none unless it is. */
  membershipBefore(): MembershipRow[] {
    return this.#sql<[], MembershipRow>(
      'SELECT -place AS place, member, content FROM team_membership WHERE place < 0 ORDER BY 1',
    ).all();
  }

  addMembership(place: number, member: string, content: string): void {
    this.#sql('INSERT OR REPLACE INTO team_membership VALUES (?, ?, ?)').run(place, member, content);
  }

  head(member: string): Head | undefined {
    return this.#sql<[string], Head>('SELECT lines, hash FROM team_head WHERE member = ?').get(member);
  }

  setHead(member: string, { lines, hash }: Head): void {
    this.#sql('INSERT OR REPLACE INTO team_head VALUES (?, ?, ?)').run(member, lines, hash);
  }

  /** The last line of this computer's activity log, which every entry contains. */
  activityHead(): Head {
    return (
      this.#sql<[], Head>('SELECT seq AS lines, hash FROM activity_head').get() ?? { lines: 0, hash: '' }
    );
  }

  keys(): ReadonlyMap<number, Buffer> {
    const rows = this.#sql<[], { epoch: number; key: Buffer }>('SELECT epoch, key FROM team_key').all();
    return new Map(rows.map(({ epoch, key }) => [epoch, key]));
  }

  /** Stores the key of an epoch. */
  addKey(epoch: number, key: Buffer): void {
    this.#sql('INSERT OR REPLACE INTO team_key VALUES (?, ?)').run(epoch, key);
  }

  removeKey(epoch: number): void {
    this.#sql('DELETE FROM team_key WHERE epoch = ?').run(epoch);
  }

  /** Returns the claims that end after a moment (ISO, UTC). */
  claims(after: string): ClaimRow[] {
    return this.#sql<[string], ClaimRow>(
      'SELECT key, member, since, until FROM team_claim WHERE until > ? ORDER BY since, key',
    ).all(after);
  }

  /** Counts what others wrote about after a moment (ISO, UTC), by member and topic. */
  workSince(
    since: string,
    self: string,
  ): { readonly member: string; readonly topic: string; readonly count: number }[] {
    const lastPlaceBefore = this.#sql<[string], number>(
      'SELECT place FROM team_entry WHERE place IS NOT NULL AND at <= ? ORDER BY place DESC LIMIT 1',
    )
      .pluck()
      .get(since);
    // An entry that waited on a colleague's computer is later in the log than entries written after it.
    const newest = this.#sql<[], number>('SELECT max(place) FROM team_entry').pluck().get() ?? 0;
    const first = Math.min(lastPlaceBefore ?? 0, newest - MAX_LATE_ENTRIES);
    return this.#sql<[number, number, string, string], { member: string; topic: string; count: number }>(
      `SELECT item.member, topic, count(DISTINCT key) AS count FROM team_entry AS entry
         JOIN team_item AS item ON item.member = entry.member AND item.number = entry.number
         WHERE entry.place > ? AND (entry.place > ? OR entry.at > ?) AND entry.member <> ?
         GROUP BY item.member, topic ORDER BY item.member, topic`,
    ).all(first, lastPlaceBefore ?? 0, since, self);
  }

  // --- invitations

  invitations(): InvitationRow[] {
    return this.#sql<[], InvitationRow>('SELECT * FROM team_invitation ORDER BY expires, id').all();
  }

  putInvitation(row: InvitationRow): void {
    this.#sql(
      'INSERT OR REPLACE INTO team_invitation VALUES (@id, @name, @role, @expires, @key, @request)',
    ).run(row);
  }

  removeInvitation(id: string): void {
    this.#sql('DELETE FROM team_invitation WHERE id = ?').run(id);
  }
}
