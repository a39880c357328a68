import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { EntryRow, TeamSelf, TeamStore } from './saved-work/team-store';
import { findAdmission, joiningState } from './admission';
import { uint32 } from './bytes';
import { MEMBERSHIP_KINDS } from './content';
import { recipientsOf, startsKey, wrapsOf, type PlacedEntry, type SignedEntry } from './entry';
import { Ledger } from './ledger';
import { MAX_CHUNK_BYTES, type LogDatabase } from './log-database';
import type { MemberKeys } from './member-keys';
import { sealOutbox } from './seal-outbox';

/** Entries read or sent at a time. */
const READ_CHUNK = 500;
const SEND_CHUNK = 100;
/** Maximum number of places compared at a time. */
const AUDIT_RANGE = 5_000;
/** Maximum number of places compared at a time, backward from the last one read, to find what the database still has after a failover. */
const ALIGN_RANGE = 500;
/** Attempts after another copy of this computer used the same numbers, or a colleague wrote before a change of members. */
const MAX_CONFLICTS = 20;

export interface SyncOptions {
  /** No notification came since the last read. */
  readonly isCurrent?: boolean;
}

export interface SyncDeps {
  readonly store: TeamStore;
  readonly keys: MemberKeys;
  readonly now: () => Date;
}

/** Keeps the log on this computer and the one in the database the same: reads to the end, and sends what waits. */
export class TeamSync {
  readonly ledger: Ledger;
  readonly #deps: SyncDeps;
  /** The last place that had been read when the waiting change of the members was sealed; null: unknown. */
  #sealedAfter: number | null = null;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
    this.ledger = new Ledger(deps.store, deps.keys);
  }

  /**
   * Prepares for a database that was just connected: it may have lost its newest entries (a failover, a restored copy),
   * or have later entries of this member than its saved work, which was restored from a backup.
   */
  async align(database: LogDatabase): Promise<void> {
    await database.register(this.#self.member);
    const common = await this.#lastCommonPlace(database);
    if (common === null) return;
    this.#transaction(() => {
      this.#deps.store.displace(common);
      this.#deps.store.changeSelf({ cursor: common });
      this.ledger.reload();
      this.ledger.refold();
    });
  }

  /** Reads to the end, sends what waits, and reads that back. If nothing is new in the database, it sends first. */
  async sync(database: LogDatabase, { isCurrent = false }: SyncOptions = {}): Promise<void> {
    let conflicts = 0;
    // While the state is recomputed, it is not known what the log permits.
    const readsFirst = !isCurrent || this.#self.isRefolding;
    if (readsFirst) await this.#readToEnd(database);
    for (let isRead = readsFirst; ; isRead = true) {
      const outcome = await this.#sendNext(database);
      if (outcome === 'nothing' && !isRead) return;
      if (outcome === 'nothing') break;
      await this.#readToEnd(database);
      if (outcome === 'conflict' && (conflicts += 1) > MAX_CONFLICTS) break;
    }
    this.#repeatableTransaction(() => this.#deps.store.changeSelf({ asOf: this.#deps.now().toISOString() }));
  }

  /** Whether this member was removed: it can't read or send now. */
  get isRemoved(): boolean {
    const { member } = this.#self;
    return (
      this.ledger.membership.member(member) !== undefined && this.ledger.membership.roleOf(member) === null
    );
  }

  /** Compares what was read with the database, to find entries that were changed or deleted there. */
  async audit(database: LogDatabase): Promise<void> {
    const { store } = this.#deps;
    for (let after = 0; after < this.#self.folded;) {
      const end = Math.min(after + AUDIT_RANGE, this.#self.folded);
      const own = digestOf(store.placedUpTo(after, end), MAX_CHUNK_BYTES);
      const upTo = own.stoppedAt ?? end;
      const { digest } = await database.digest(after, upTo);
      if (digest !== own.digest) await this.#compareRange(database, after, upTo);
      after = upTo;
    }
    await this.#foldAll();
  }

  /**
   * Returns the place up to which both have the same entries, if the database has others after it; else null. Looks
   * back from the last place read until a range is the same.
   */
  async #lastCommonPlace(database: LogDatabase): Promise<number | null> {
    const { store } = this.#deps;
    let from: number | null = null;
    for (let upTo = this.#self.cursor; upTo > 0;) {
      const after = store.startOfRange(upTo, ALIGN_RANGE, MAX_CHUNK_BYTES);
      const { digest } = await database.digest(after, upTo);
      if (digest === digestOf(store.placedUpTo(after, upTo)).digest) break;
      from = after;
      upTo = after;
    }
    if (from === null) return null;
    for (let common = from; ;) {
      const stored = await database.read(common, ALIGN_RANGE);
      const own = store.placed(common, stored.length);
      if (own.length === 0) return common;
      for (const [index, row] of own.entries()) {
        const other = stored[index];
        if (other?.place !== row.place || !other.signature.equals(row.signature)) return common;
        common = row.place;
      }
    }
  }

  async #readToEnd(database: LogDatabase): Promise<void> {
    const startReading = (after: number) => {
      const entries = database.read(after, READ_CHUNK);
      entries.catch(() => undefined); // fails when it is awaited
      return entries;
    };
    for (let reading = startReading(this.#self.cursor); !this.isRemoved;) {
      const entries = await reading;
      const isEnd = entries.length < READ_CHUNK && byteCount(entries) < MAX_CHUNK_BYTES;
      const last = isEnd ? undefined : entries.at(-1);
      if (last) reading = startReading(last.place); // arrives while these are stored
      if (entries.length > 0) this.#repeatableTransaction(() => this.ledger.ingest(entries));
      await this.#foldAll();
      if (!last) break;
    }
    this.#shareEarlierWork();
  }

  async #foldAll(): Promise<void> {
    const { store, keys } = this.#deps;
    if (this.#self.state === 'joining') {
      const admission = findAdmission(store, keys);
      if (!admission) return;
      this.#transaction(() => {
        for (const [epoch, key] of admission.keys) this.ledger.addKey(epoch, key);
        store.items.storeEarlierWork(this.#self.member);
        store.changeSelf({ state: 'member' });
        this.ledger.refold();
      });
    }
    if (await this.#foldToEnd()) store.notifyTopics();
  }

  /** Applies stored entries, each chunk while the signatures of the next are verified. Returns whether any were. */
  async #foldToEnd(): Promise<boolean> {
    let hasChanged = false;
    let ahead = this.ledger.readAhead(this.#self.folded);
    for (;;) {
      let chunk = await ahead;
      // The state is recomputed from the beginning.
      if (chunk.after !== this.#self.folded) chunk = await this.ledger.readAhead(this.#self.folded);
      const last = chunk.entries.at(-1);
      if (last && !chunk.isLast) {
        ahead = this.ledger.readAhead(last.row.place);
        ahead.catch(() => undefined); // fails when it is awaited
      }
      if (!this.#repeatableTransaction(() => this.ledger.fold(chunk))) return hasChanged;
      hasChanged = true;
      const { folded, isRefolding } = this.#self;
      // The last chunk ends a run, except one that recomputes the state: its end is applied with an empty chunk.
      if (chunk.isLast && !isRefolding && folded === last?.row.place) return true;
      if (chunk.isLast) ahead = this.ledger.readAhead(folded);
      await yieldToEventLoop();
    }
  }

  /** Once all of the team's work is read, shares the work that this member brought along. */
  #shareEarlierWork(): void {
    const { store } = this.#deps;
    const { joining, state, member } = this.#self;
    if (state !== 'member' || joining === null) return;
    const { bring } = joiningState.parse(JSON.parse(joining));
    const role = this.ledger.membership.roleOf(member);
    this.#transaction(() => {
      if (role === 'admin' || role === 'member') store.shareEarlier(bring);
      store.changeSelf({ joining: null });
    });
    store.notifyTopics();
  }

  async #sendNext(database: LogDatabase): Promise<'nothing' | 'sent' | 'conflict'> {
    const { member, state, cursor, folded } = this.#self;
    // Before its first entry is in the log, the founder has no role.
    const isMember = this.ledger.membership.roleOf(member) !== null || folded === 0;
    if (state !== 'member' || !isMember) return 'nothing';
    const { epoch = 0 } = this.ledger.currentKey ?? {};
    const entries = this.#nextEntries(epoch);
    if (entries.length === 0) return 'nothing';
    // A change of the members is appended only if its author has seen everything before it, even if it is sent again.
    const readEpoch = this.#hasSealedChange || entries.some((entry) => wrapsOf(entry).length > 0) ? 0 : epoch;
    const stored = await database.append(entries, { place: cursor, epoch: readEpoch });
    if (stored === null) return 'conflict';
    const signatures = new Map(stored.map((entry) => [entry.number, entry.signature]));
    const isTaken = ({ number, signature }: SignedEntry) =>
      signatures.get(number)?.equals(signature) === false;
    if (!entries.some(isTaken)) return 'sent';
    // Another copy of this computer used a number.
    this.#transaction(() => this.ledger.requeueUnsent());
    return 'conflict';
  }

  /** Returns this member's entries that are not in the database; new ones if there are none. */
  #nextEntries(epoch: number): SignedEntry[] {
    const { store } = this.#deps;
    const { team, member, cursor } = this.#self;
    const unsent = () => store.unsent(member, SEND_CHUNK, MAX_CHUNK_BYTES);
    let waiting = unsent();
    if (waiting.some((entry) => this.#isSuperseded(entry))) {
      this.#transaction(() => this.ledger.requeueUnsent());
      waiting = unsent();
    }
    // Nothing new is sent under a key older than the last removal, except a change of the members while that is lost.
    // A change of the members is also sealed again if entries were read after it was sealed.
    const neededEpoch = this.#hasSealedChange ? (this.ledger.begunKey?.epoch ?? epoch) : epoch;
    const isOutdated =
      waiting.some((entry) => entry.epoch < neededEpoch && store.isFromOutbox(entry.number)) ||
      (waiting.length > 0 && this.#sealedAfter !== cursor && this.#hasSealedChange);
    if (isOutdated) this.#transaction(() => store.unseal(member));
    // What a failover lost is sent and read again first: it may change what the rest is sealed with.
    if (store.unsent(member, 1).length === 0) {
      sealOutbox({ ...this.#deps, ledger: this.ledger });
      this.#sealedAfter = cursor;
    }
    return unsent().map(({ number, epoch: entryEpoch, previous, body, signature }) => ({
      team,
      member,
      number,
      epoch: entryEpoch,
      previous,
      body,
      signature,
    }));
  }

  get #hasSealedChange(): boolean {
    return this.#deps.store.hasSealed(MEMBERSHIP_KINDS);
  }

  /**
   * Returns whether an entry that a failover lost hands out team keys that are no longer the newest, or a new key to
   * recipients that no longer match the members: its content is sealed again with a new number.
   */
  #isSuperseded(entry: EntryRow): boolean {
    const wraps = wrapsOf(entry);
    if (wraps.length === 0 || this.#deps.store.isFromOutbox(entry.number)) return false;
    const { membership } = this.ledger;
    if (!startsKey(entry, wraps)) return entry.epoch !== membership.epoch;
    if (membership.epoch === 0) return false; // the founding, before which the team has no members
    return entry.epoch <= membership.epoch || !membership.areAllButOne(recipientsOf(wraps), Infinity);
  }

  async #compareRange(database: LogDatabase, after: number, upTo: number): Promise<void> {
    const stored: PlacedEntry[] = [];
    for (let from = after; from < upTo;) {
      const entries = await database.read(from, AUDIT_RANGE);
      stored.push(...entries.filter(({ place }) => place <= upTo));
      from = entries.at(-1)?.place ?? upTo;
    }
    const places = new Set(stored.map(({ place }) => place));
    const lost = [...this.#deps.store.placedUpTo(after, upTo)].filter(({ place }) => !places.has(place));
    this.#transaction(() => {
      for (const { member, number } of lost) this.#deps.store.setPlace(member, number, null);
      if (lost.length > 0) this.ledger.refold();
      this.ledger.ingest(stored);
    });
  }

  get #self(): TeamSelf {
    const { self } = this.#deps.store;
    if (!self) throw new Error('There is no team');
    return self;
  }

  #transaction<T>(work: () => T): T {
    return this.#reloadAfterError(() => this.#deps.store.transaction(work));
  }

  #repeatableTransaction<T>(work: () => T): T {
    return this.#reloadAfterError(() => this.#deps.store.repeatableTransaction(work));
  }

  #reloadAfterError<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.ledger.reload();
      throw error;
    }
  }
}

const byteCount = (entries: readonly PlacedEntry[]): number =>
  entries.reduce((sum, { body }) => sum + body.length, 0);

/**
 * Returns the hash that the database computes of a range (LogDatabase.digest), and the place at which it stopped because
 * it had read `maxBytes`; null if it reached the end.
 */
function digestOf(
  rows: Iterable<EntryRow>,
  maxBytes = Infinity,
): { readonly digest: string; readonly stoppedAt: number | null } {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const { place, signature, body, previous, epoch } of rows) {
    hash
      .update(signature)
      .update(createHash('sha256').update(body).digest())
      .update(previous)
      .update(uint32(epoch));
    bytes += body.length;
    if (bytes >= maxBytes) return { digest: hash.digest('hex'), stoppedAt: place };
  }
  return { digest: hash.digest('hex'), stoppedAt: null };
}
