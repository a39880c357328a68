import type { EntryRow, TeamStore } from './saved-work/team-store';
import { openEntry, wrapsOf, type SignedEntry } from './entry';
import { unwrapTeamKey, type MemberKeys, type WrappedTeamKey } from './member-keys';

export interface TeamKey {
  readonly epoch: number;
  readonly key: Buffer;
}

interface KeyringDeps {
  readonly store: TeamStore;
  readonly keys: MemberKeys;
  /** Puts the content of this member's entries that are not in the database, and of these, back into the outbox. */
  readonly requeue: (rows: readonly EntryRow[]) => void;
}

/**
 * The team keys of this member, by epoch. A failover may lose the entry that began a key. The key stays in use until
 * that entry is back; it is dropped if another entry begins its epoch, if the entry is refused, or if its author may
 * not send it again now.
 */
export class TeamKeyring {
  readonly #deps: KeyringDeps;
  #keys: Map<number, Buffer>;
  /** The last place that handed out each key, since this was loaded or the log is read again from its beginning. */
  readonly #places = new Map<number, number>();
  #hasNew = false;
  #hasDropped = false;

  constructor(deps: KeyringDeps) {
    this.#deps = deps;
    this.#keys = new Map(deps.store.keys());
  }

  get all(): ReadonlyMap<number, Buffer> {
    return this.#keys;
  }

  /** The newest key; undefined before any was read. */
  get newest(): TeamKey | undefined {
    return this.find(Math.max(...this.#keys.keys()));
  }

  find(epoch: number): TeamKey | undefined {
    const key = this.#keys.get(epoch);
    return key && { epoch, key };
  }

  add(epoch: number, key: Buffer): void {
    if (this.#keys.get(epoch)?.equals(key)) return;
    this.#deps.store.addKey(epoch, key);
    this.#keys.set(epoch, key);
  }

  /** Returns the keys that an entry hands to this member. */
  offeredBy(
    { team }: Pick<SignedEntry, 'team'>,
    wraps: readonly WrappedTeamKey[],
  ): ReadonlyMap<number, Buffer> {
    const self = this.#deps.store.self?.member;
    const offered = new Map<number, Buffer>();
    for (const wrap of wraps) {
      const key = wrap.member === self ? unwrapTeamKey(team, wrap, this.#deps.keys) : undefined;
      if (key) offered.set(wrap.epoch, key);
    }
    return offered;
  }

  /**
   * Adds the keys that the entry at a place hands out. The latest in the log replaces that of an entry which a failover
   * lost: what this member wrote with the lost one is sealed again.
   */
  addOffered(offered: ReadonlyMap<number, Buffer>, place: number): void {
    for (const [epoch, key] of offered) {
      if ((this.#places.get(epoch) ?? place) > place) continue;
      this.#places.set(epoch, place);
      const replaced = this.#keys.get(epoch);
      if (replaced?.equals(key)) continue;
      if (replaced) this.#dropFrom(epoch);
      this.add(epoch, key);
      this.#hasNew = true;
    }
  }

  /** Drops the key that a refused entry was to begin, such as a lost removal whose author is no longer an admin. */
  dropRefused(entry: SignedEntry): void {
    const refused = this.offeredBy(entry, wrapsOf(entry)).get(entry.epoch);
    if (refused && this.#keys.get(entry.epoch)?.equals(refused)) this.#dropFrom(entry.epoch);
  }

  /** Drops the keys from an epoch on, which the log will not begin, and requeues what was sealed with them. */
  #dropFrom(epoch: number): void {
    const { store, requeue } = this.#deps;
    const { team = '', member = '' } = store.self ?? {};
    const dropped = [...this.#keys].filter(([keyEpoch]) => keyEpoch >= epoch);
    const isSealedWith = (row: EntryRow, key: Buffer) => openEntry({ ...row, team }, key) !== undefined;
    requeue(
      dropped.flatMap(([keyEpoch, key]) =>
        store.sentWithKey(member, keyEpoch).filter((row) => isSealedWith(row, key)),
      ),
    );
    for (const [keyEpoch] of dropped) {
      store.removeKey(keyEpoch);
      this.#keys.delete(keyEpoch);
      if (keyEpoch > epoch) this.#places.delete(keyEpoch); // `epoch` may have the place of its new key already
    }
    this.#hasDropped = true;
  }

  /** Returns what happened to the keys since the last call. */
  takeChanges(): { readonly hasNew: boolean; readonly hasDropped: boolean } {
    const changes = { hasNew: this.#hasNew, hasDropped: this.#hasDropped };
    [this.#hasNew, this.#hasDropped] = [false, false];
    return changes;
  }

  /** Accepts the key of any place again: the log is read from its beginning. */
  forgetPlaces(): void {
    this.#places.clear();
  }

  /** Reads the keys again, after a transaction was rolled back. */
  reload(): void {
    this.#keys = new Map(this.#deps.store.keys());
    this.#places.clear();
  }
}
