import type { TeamIssue } from '#contract/features/team/calls';
import type { EntryRow, MembershipRow, PlacedRow, TeamSelf, TeamStore } from './saved-work/team-store';
import type { SharedItem } from './saved-work/topics/shared-topic';
import {
  isMembership,
  readContent,
  type EntryContent,
  type EntryEnvelope,
  type MembershipContent,
  type TopicContent,
} from './content';
import {
  chainStart,
  ENTRY_FORMAT,
  entryHash,
  formatOf,
  isSignedBy,
  openEntry,
  recipientsOf,
  signedBytes,
  startsKey,
  verifyInBackground,
  wrapsOf,
  type PlacedEntry,
  type SignedEntry,
} from './entry';
import { Membership } from './membership';
import type { MemberKeys } from './member-keys';
import { TeamKeyring, type TeamKey } from './team-keyring';

type IssueCode = TeamIssue['code'];

/** Up to this many signatures are verified on this thread, which is faster than handing them to another thread. */
const MAX_INLINE = 2;
/** Maximum number of entries that are verified and applied at a time. */
const FOLD_CHUNK = 200;
/** Approximate maximum number of bytes of these entries. */
const MAX_FOLD_BYTES = 2_000_000;
/** Entries that are put back into the outbox at a time. */
const REQUEUE_CHUNK = 100;
/** Maximum number of missing entries that are listed for one gap. */
const MAX_LISTED_GAP = 1_000;

/** The next entries of the log; if there are several, other threads have verified the signatures of known authors. */
export interface EntriesAhead {
  /** The place that they follow. */
  readonly after: number;
  readonly entries: readonly EntryAhead[];
  /** No entries were stored after these. */
  readonly isLast: boolean;
}
interface EntryAhead {
  readonly row: PlacedRow;
  readonly bytes: Buffer;
  /** Whether the signature is valid for this signer; null: `fold` verifies it. */
  readonly verified: { readonly signer: Buffer; readonly isValid: boolean } | null;
}

type Verdict =
  | {
      readonly code: null;
      readonly hash: Buffer;
      readonly envelope: EntryEnvelope;
      readonly content: EntryContent;
    }
  /**
   * `hash` is null unless the signature is valid. `isSuperseded`: the entry changes the members or begins a key, and was
   * sealed without knowing an earlier change of the members. `isEarly`: it removes someone whom the log does not know,
   * because a failover lost the admission, too.
   */
  | {
      readonly code: IssueCode;
      readonly hash: Buffer | null;
      readonly isSuperseded?: boolean;
      readonly isEarly?: boolean;
    };

const isSameEntry = (a: EntryRow, b: Omit<PlacedEntry, 'team' | 'place'>): boolean =>
  a.signature.equals(b.signature) &&
  a.body.equals(b.body) &&
  a.previous.equals(b.previous) &&
  a.epoch === b.epoch;

/**
 * Computes the team's state from its log: stores entries as read, verifies and decrypts them in the order of the
 * log, and applies those that count. An entry that does not count is an issue with member and number.
 */
export class Ledger {
  readonly #store: TeamStore;
  readonly #keyring: TeamKeyring;
  #membership: Membership;
  /** The members before the state began to be recomputed; null unless it is. */
  #membershipBefore: Membership | null;
  /** The last entry of each member that was folded, while they come without gaps: saves most lookups. */
  readonly #tips = new Map<string, { readonly number: number; readonly hash: Buffer }>();
  /** Whether numbers are missing, which may still come. */
  #hasMissing = true;
  readonly #heads = new Map<string, EntryEnvelope['head']>();

  constructor(store: TeamStore, keys: MemberKeys) {
    this.#store = store;
    this.#keyring = new TeamKeyring({
      store,
      keys,
      requeue: (rows) => {
        this.requeueUnsent();
        for (const row of rows) this.requeue(row);
      },
    });
    this.#membership = storedMembership(store);
    this.#membershipBefore = membershipBefore(store);
  }

  /** The members as far as the log was read. */
  get membership(): Membership {
    return this.#membership;
  }

  /** The members as last known: while the state is recomputed, those before. */
  get knownMembership(): Membership {
    return this.#membershipBefore ?? this.#membership;
  }

  get teamKeys(): ReadonlyMap<number, Buffer> {
    return this.#keyring.all;
  }

  /** The newest team key; undefined before any was read. */
  get currentKey(): TeamKey | undefined {
    return this.#keyring.newest;
  }

  /**
   * The team key of the log's current epoch, which all members have; undefined before the founding. It is older than
   * the newest one until a removal that a failover lost is in the log again.
   */
  get begunKey(): TeamKey | undefined {
    return this.#keyring.find(this.#membership.epoch);
  }

  addKey(epoch: number, key: Buffer): void {
    this.#keyring.add(epoch, key);
  }

  /**
   * Puts the content of this member's entries that are not in the database back into the outbox. Drops the key of a
   * lost removal that the log does not permit now: no other entry hands it out.
   */
  requeueUnsent(): void {
    const { member, team } = this.#self;
    const refused: EntryRow[] = [];
    for (
      let rows = this.#store.unsent(member, REQUEUE_CHUNK);
      rows.length > 0;
      rows = this.#store.unsent(member, REQUEUE_CHUNK)
    )
      for (const row of rows) {
        const content = this.requeue(row);
        if (content?.kind === 'removed' && !this.#membership.allows(member, content)) refused.push(row);
        this.#store.dropUnsent(member, row.number);
      }
    for (const row of refused) this.#keyring.dropRefused({ ...row, team });
  }

  /** Reads members and keys again, after a transaction was rolled back. */
  reload(): void {
    this.#keyring.reload();
    this.#membership = storedMembership(this.#store);
    this.#membershipBefore = membershipBefore(this.#store);
    this.#tips.clear();
    this.#heads.clear();
  }

  /** Stores entries as the database returned them. The state is recomputed if an entry moved or changed. */
  ingest(entries: readonly PlacedEntry[]): void {
    let isOutdated = false;
    for (const entry of entries) isOutdated = this.#storeEntry(entry) || isOutdated;
    const last = entries.at(-1);
    if (last && last.place > this.#self.cursor) this.#store.changeSelf({ cursor: last.place });
    if (isOutdated) this.refold();
  }

  /** Returns whether the entry changes what was computed before. */
  #storeEntry(entry: PlacedEntry): boolean {
    const { team, member, number, place } = entry;
    const self = this.#self;
    if (team !== self.team) {
      this.#store.addIssue({ code: 'other-team', member, number, place });
      return false;
    }
    const stored = this.#store.entry(member, number);
    if (stored && stored.place !== null && stored.place !== place) {
      this.#store.addIssue({ code: 'doubled', member, number, place });
      return false;
    }
    const isSame = stored !== undefined && isSameEntry(stored, entry);
    if (isSame && stored.place === place) return false;
    if (isSame) this.#store.setPlace(member, number, place);
    else {
      if (stored && member === self.member) this.requeue(stored);
      const { epoch, previous, body, signature } = entry;
      this.#store.putEntry({ member, number, place, epoch, previous, body, signature });
    }
    return place <= self.folded;
  }

  /**
   * Puts the content of an entry of this member back into the outbox: its number has other bytes in the database.
   * Returns the content if the outbox no longer had it.
   */
  requeue(row: EntryRow): EntryContent | undefined {
    if (this.#store.reopenContent(row.number)) return undefined;
    const entry = { ...row, team: this.#self.team };
    const key = this.#keyOf(entry, this.#keyring.offeredBy(entry, wrapsOf(entry)));
    const text = key && openEntry(entry, key);
    const read = text === undefined ? undefined : readContent(text);
    if (text === undefined || !read?.ok) return undefined;
    const { envelope, content } = read;
    const seq = this.#store.requeue(envelope.id, text);
    if (isMembership(content)) return content;
    const { member } = row;
    if (seq !== null) this.#setItems(content, { member, number: -seq, place: null, at: envelope.at });
    this.#store.items.removeOf(member, row.number, !this.#self.isRefolding);
    return content;
  }

  /** Stores the items of an entry, and updates the effective values unless the state is being recomputed. */
  #setItems(
    { kind, items }: TopicContent,
    source: Omit<SharedItem, 'value'>,
    options = { isOwn: false },
  ): void {
    if (this.#self.isRefolding) this.#store.items.store(kind, items, source);
    else this.#store.items.apply(kind, items, source, options);
  }

  /** Recomputes the state from all entries; `known` members count from the beginning. */
  refold(known: readonly Membership['members'][number][] = []): void {
    if (!this.#self.isRefolding && this.#membership.members.length > 0)
      this.#membershipBefore = this.#membership;
    this.#store.refold();
    this.#tips.clear();
    this.#heads.clear();
    if (known.length === 0) this.#keyring.forgetPlaces(); // with known members, the same entries are read again
    this.#membership = new Membership(this.#self.team, known);
  }

  /**
   * Returns the next stored entries after a place. Verifies the signatures of known authors on other threads if
   * there are several.
   */
  async readAhead(after: number): Promise<EntriesAhead> {
    const { team } = this.#self;
    const { rows, isLast } = this.#store.placedChunk(after, FOLD_CHUNK, MAX_FOLD_BYTES);
    const isInline = rows.length <= MAX_INLINE;
    const entries = rows.map(async (row): Promise<EntryAhead> => {
      const entry = { ...row, team };
      const bytes = signedBytes(entry);
      const signer = isInline ? undefined : this.#membership.member(row.member)?.keys.sign;
      const verified = signer ? { signer, isValid: await verifyInBackground(entry, signer, bytes) } : null;
      return { row, bytes, verified };
    });
    return { after, entries: await Promise.all(entries), isLast };
  }

  /** Applies the next stored entries, which were read ahead; false if none is left. */
  fold({ after, entries }: EntriesAhead): boolean {
    const { folded, isRefolding } = this.#self;
    if (after !== folded) throw new Error('These entries are not the next ones');
    this.#hasMissing = this.#store.hasMissing();
    for (const entry of entries) {
      this.#foldEntry(entry);
      if (this.#mustRefold(entry.row.place)) {
        this.refold(this.#membership.members);
        return true;
      }
    }
    const last = entries.at(-1)?.row;
    for (const [member, head] of this.#heads) this.#store.setHead(member, head);
    this.#heads.clear();
    if (last) this.#store.changeSelf({ folded: last.place });
    if (!last && isRefolding) this.#finishRefold();
    return last !== undefined;
  }

  /** The member whom the entry that was just folded admitted. */
  #admitted: string | null = null;

  /**
   * Returns whether the state must be recomputed: the entry at this place opens an earlier one, no longer opens one, or
   * makes the author of an earlier one a member.
   */
  #mustRefold(place: number): boolean {
    const { hasNew, hasDropped } = this.#keyring.takeChanges();
    const admitted = this.#admitted;
    this.#admitted = null;
    if (hasDropped) return true;
    if (hasNew && this.#store.hasIssue('unreadable', place)) return true;
    return admitted !== null && this.#store.hasIssue('not-allowed', place, admitted);
  }

  #finishRefold(): void {
    for (const { member, number } of this.#store.displaced(this.#self.member))
      this.#store.addIssue({ code: 'missing', member, number, place: null });
    this.#store.endRefold();
    this.#membershipBefore = null;
  }

  #foldEntry(ahead: EntryAhead): void {
    const { row } = ahead;
    const { member, number, place } = row;
    if (this.#membership.member(member)) this.#noteGap(row);
    const verdict = this.#verdict(ahead);
    if (verdict.hash) this.#tips.set(member, { number, hash: verdict.hash });
    else this.#tips.delete(member);
    if (verdict.code === 'unreadable' && this.#removesSelf(row)) {
      this.#store.setResult(member, number, { hash: verdict.hash, content: null, at: null });
      return;
    }
    if (verdict.code !== null) {
      this.#store.addIssue({ code: verdict.code, member, number, place });
      this.#store.setResult(member, number, { hash: verdict.hash, content: null, at: null });
      if (verdict.hash && !verdict.isSuperseded && row.epoch > this.#membership.epoch)
        this.#keyring.dropRefused({ ...row, team: this.#self.team });
      if (member !== this.#self.member) return;
      // The content of a superseded entry is sealed again, that of an early removal once its member is in the log.
      if (verdict.isSuperseded || verdict.isEarly) this.requeue(row);
      else this.#store.dropSealed(row);
      return;
    }
    const { hash, envelope, content } = verdict;
    const isRepeated = !this.#store.setResult(member, number, {
      hash,
      content: envelope.id,
      at: envelope.at,
    });
    // After a failover, the same content may have been sealed again under another number: it counts once.
    if (isRepeated) this.#store.setResult(member, number, { hash, content: null, at: envelope.at });
    if (member === this.#self.member) this.#store.dropFromOutbox(envelope.id, member);
    if (isRepeated) {
      this.#store.items.removeOf(member, number, !this.#self.isRefolding);
      return;
    }
    this.#compareHead(row, envelope.head);
    if (isMembership(content)) {
      this.#store.addMembership(place, member, JSON.stringify(content));
      return;
    }
    const { items } = this.#store;
    const author = this.#membership.member(member)?.name ?? '';
    const attributed = items.attributed(content.kind, content.items, author, place);
    const source = { member, number, place, at: envelope.at };
    this.#setItems({ kind: content.kind, items: attributed }, source, {
      isOwn: member === this.#self.member,
    });
  }

  /** Returns whether an entry directly follows the last one of its member, and no number of anyone is missing. */
  #followsTip({ member, number }: Pick<EntryRow, 'member' | 'number'>): boolean {
    return !this.#hasMissing && this.#tips.get(member)?.number === number - 1;
  }

  #noteGap({ member, number, place }: PlacedRow): void {
    if (this.#hasMissing) this.#store.removeIssue(member, number, 'missing');
    if (this.#tips.get(member)?.number === number - 1) return;
    const last = this.#store.lastNumberAt(member, place); // may read all later entries of the member
    const from = Math.max(last + 1, number - MAX_LISTED_GAP);
    if (from < number) this.#hasMissing = true;
    for (let missing = from; missing < number; missing += 1)
      this.#store.addIssue({ code: 'missing', member, number: missing, place: null });
  }

  #verdict({ row, bytes, verified }: EntryAhead): Verdict {
    const entry: PlacedEntry = { ...row, team: this.#self.team };
    const author = this.#membership.member(row.member);
    if (!author) return this.#founding(entry);
    const { sign } = author.keys;
    const isSigned = verified?.signer.equals(sign) ? verified.isValid : isSignedBy(entry, sign, bytes);
    if (!isSigned) return { code: 'bad-signature', hash: null };
    const hash = entryHash(entry, bytes);
    if (!this.#continuesChain(entry, hash)) return { code: 'broken-chain', hash };
    if (formatOf(entry) !== ENTRY_FORMAT) return { code: 'newer-format', hash };
    const role = this.#membership.roleAt(row.member, row.place);
    if (role === null) return { code: 'not-allowed', hash };
    const wraps = role === 'admin' ? wrapsOf(entry) : [];
    const isNewKey = startsKey(entry, wraps);
    // A removal that was sealed without knowing another one, or an admission: its key would reach a person outside the
    // team, or miss a member.
    const isOutdatedRemoval =
      isNewKey &&
      (entry.epoch !== this.#membership.epoch + 1 ||
        !this.#membership.areAllButOne(recipientsOf(wraps), entry.place));
    const hasOtherEpoch = !isNewKey && entry.epoch !== this.#membership.epoch;
    const offered = this.#keyring.offeredBy(entry, wraps);
    if (isOutdatedRemoval) return { code: 'not-allowed', hash, isSuperseded: true };
    if (wraps.length > 0 && hasOtherEpoch) {
      // This member is admitted again after a failover, and these keys open what came before.
      if (!this.#membership.member(this.#self.member)) this.#keyring.addOffered(offered, entry.place);
      return { code: 'not-allowed', hash, isSuperseded: true };
    }
    const key = this.#keyOf(entry, offered);
    const text = key && openEntry(entry, key);
    if (text === undefined) return { code: 'unreadable', hash };
    const read = readContent(text);
    if (!read.ok) return { code: read.code, hash };
    const { envelope, content } = read;
    // A change of the members that can be read only with the key of a lost removal.
    if (isMembership(content) && hasOtherEpoch) return { code: 'not-allowed', hash, isSuperseded: true };
    const isAllowed = isMembership(content)
      ? isNewKey === (content.kind === 'removed' || content.kind === 'founded') &&
        this.#changeMembers(entry, content, offered)
      : !isNewKey && this.#store.items.mayWrite(content.kind, content.items, role);
    if (isAllowed) return { code: null, hash, envelope, content };
    const isEarly = content.kind === 'removed' && !this.#membership.member(content.member);
    return { code: 'not-allowed', hash, isEarly };
  }

  /** Verifies the first entry by its author's keys, which it names: the team's ID is derived from them. */
  #founding(entry: PlacedEntry): Verdict {
    const refused: Verdict = { code: 'not-allowed', hash: null };
    if (entry.number !== 1 || this.#membership.teamName !== '') return refused;
    const offered = this.#keyring.offeredBy(entry, wrapsOf(entry));
    const key = this.#keyring.find(entry.epoch)?.key ?? offered.get(entry.epoch);
    const text = key && openEntry(entry, key);
    const read = text === undefined ? undefined : readContent(text);
    if (!key || !read?.ok || read.content.kind !== 'founded') return refused;
    if (!isSignedBy(entry, Buffer.from(read.content.sign, 'hex')))
      return { code: 'bad-signature', hash: null };
    const hash = entryHash(entry);
    if (!entry.previous.equals(chainStart(entry.team, entry.member))) return { code: 'broken-chain', hash };
    if (!this.#membership.apply(entry.member, entry.place, read.content)) return refused;
    this.addKey(entry.epoch, key);
    return { code: null, hash, envelope: read.envelope, content: read.content };
  }

  /**
   * Returns whether an admin's entry began a new team key without this member; if so, applies this member's removal.
   * The entry cannot be decrypted here, but its signature covers who gets the key.
   */
  #removesSelf(row: PlacedRow): boolean {
    const { member: self } = this.#self;
    const wraps = wrapsOf(row);
    const isWithoutSelf = startsKey(row, wraps) && !wraps.some(({ member }) => member === self);
    if (!isWithoutSelf || this.#membership.roleAt(row.member, row.place) !== 'admin') return false;
    const content = { kind: 'removed', member: self } as const;
    if (!this.#membership.apply(row.member, row.place, content)) return false;
    this.#store.addMembership(row.place, row.member, JSON.stringify(content));
    return true;
  }

  /**
   * Returns whether the entry continues the member's hash chain, and the next entry continues it. Entries at later
   * places don't count.
   */
  #continuesChain(entry: PlacedEntry, hash: Buffer): boolean {
    const { team, member, number, place, previous } = entry;
    const tip = this.#tips.get(member);
    if (tip && this.#followsTip(entry)) return tip.hash.equals(previous);
    if (number === 1 && !previous.equals(chainStart(team, member))) return false;
    const isEarlier = (other: EntryRow | undefined) => other?.place != null && other.place < place;
    const previousEntry = this.#store.entry(member, number - 1);
    if (previousEntry?.hash && isEarlier(previousEntry) && !previousEntry.hash.equals(previous)) return false;
    const nextEntry = this.#store.entry(member, number + 1);
    return !(nextEntry?.hash && isEarlier(nextEntry) && !nextEntry.previous.equals(hash));
  }

  /** Returns the key that decrypts an entry: the one that it hands out, or else the known key of its epoch. */
  #keyOf({ epoch }: Pick<SignedEntry, 'epoch'>, offered: ReadonlyMap<number, Buffer>): Buffer | undefined {
    return offered.get(epoch) ?? this.#keyring.find(epoch)?.key;
  }

  /** Applies a change of the members, and adds the team keys that it contains; false if it is not permitted. */
  #changeMembers(
    { member, place }: PlacedEntry,
    content: MembershipContent,
    keys: ReadonlyMap<number, Buffer>,
  ): boolean {
    if (!this.#membership.apply(member, place, content)) return false;
    if (content.kind === 'admitted') this.#admitted = content.member;
    this.#keyring.addOffered(keys, place);
    return true;
  }

  /** Reports an issue if the end of a member's activity log moved backward, or changed without moving. */
  #compareHead({ member, number, place }: EntryRow, head: EntryEnvelope['head']): void {
    const previousHead = this.#heads.get(member) ?? this.#store.head(member);
    const isChanged =
      previousHead !== undefined &&
      (head.lines < previousHead.lines ||
        (head.lines === previousHead.lines && head.hash !== previousHead.hash));
    if (isChanged) this.#store.addIssue({ code: 'activity-changed', member, number, place });
    this.#heads.set(member, head);
  }

  get #self(): TeamSelf {
    const { self } = this.#store;
    if (!self) throw new Error('There is no team');
    return self;
  }
}

/** Returns the members as far as the log was read. */
const storedMembership = (store: TeamStore): Membership => membershipOf(store, store.membership());

/** Returns the members before the state began to be recomputed; null unless it is. */
function membershipBefore(store: TeamStore): Membership | null {
  const rows = store.membershipBefore();
  return rows.length === 0 ? null : membershipOf(store, rows);
}

/** Returns the members as last known: while the state is recomputed, those before. */
export const storedKnownMembership = (store: TeamStore): Membership =>
  membershipBefore(store) ?? storedMembership(store);

function membershipOf(store: TeamStore, rows: readonly MembershipRow[]): Membership {
  const stored = rows.map(({ content, ...entry }) => ({
    ...entry,
    content: JSON.parse(content) as MembershipContent,
  }));
  // After a failover, a member's entries may come before the admission: each round knows the members of the one before.
  let known: Membership['members'] = [];
  for (;;) {
    const membership = new Membership(store.self?.team ?? '', known);
    for (const { member, place, content } of stored) membership.apply(member, place, content);
    if (membership.members.length === known.length) return membership;
    known = membership.members;
  }
}
