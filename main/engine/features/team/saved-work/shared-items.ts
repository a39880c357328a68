import type { TeamRole } from '#contract/features/team/schemas';
import type { NotSharedReason } from '#contract/features/team/calls';
import type { Db } from '#engine/sqlite/open-database';
import { splitIntoParts, requireReadable, whyUnreadable } from './readable';
import { SHARED_TOPICS, type AnyTopic, type TopicName } from './topics';
import type { ItemChange, ItemReader, SharedItem, TopicState } from './topics/shared-topic';

type ItemRow = Omit<SharedItem, 'value'> & { readonly value: string };

/** The entry that items are from. */
type EntrySource = Pick<SharedItem, 'member' | 'number' | 'place' | 'at'>;

/**
 * The order of the log, then items that wait on this computer. While the log is read again, an item that was not read
 * yet has its place negated, and counts as before.
 */
const LOG_ORDER = 'ORDER BY place IS NULL, abs(place), number < 0, abs(number)';
const REVERSE_ORDER = 'ORDER BY place IS NULL DESC, abs(place) DESC, number < 0 DESC, abs(number) DESC';

/** The place of items without a value, which an earlier version left if it was closed while it read the log again. */
const OLD_PLACEHOLDER = -1;

const valueOf = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text));

/**
 * All items that members shared, and each topic's state. The effective value of a key is what the topic computes from
 * its items, by default the latest one (last write wins).
 */
export class SharedItems implements ItemReader {
  readonly #db: Db;
  readonly #topics = new Map<string, AnyTopic>();
  readonly #states = new Map<string, TopicState>();
  readonly #insert;
  readonly #keysOf;
  readonly #removeOf;
  readonly #outdate;
  readonly #newestFirst;
  readonly #inOrder;
  readonly #latest;
  readonly #latestBefore;
  readonly #changed = new Set<TopicName>();

  constructor(db: Db) {
    this.#db = db;
    for (const topic of SHARED_TOPICS) {
      this.#topics.set(topic.name, topic);
      this.#states.set(topic.name, topic.open(db, this));
    }
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO team_item (topic, key, member, number, place, at, value)
       VALUES (@topic, @key, @member, @number, @place, @at, @value)`,
    );
    this.#keysOf = db.prepare<[string, number], { topic: TopicName; key: string }>(
      'SELECT topic, key FROM team_item WHERE member = ? AND number = ?',
    );
    this.#removeOf = db.prepare<[string, number]>('DELETE FROM team_item WHERE member = ? AND number = ?');
    this.#outdate = db.prepare<[number, string, number]>(
      'UPDATE team_item SET place = -abs(coalesce(place, ?)) WHERE member = ? AND number = ?',
    );
    const items =
      'SELECT member, number, abs(place) AS place, at, value FROM team_item WHERE topic = ? AND key = ?';
    this.#newestFirst = db.prepare<[string, string], ItemRow>(`${items} ${REVERSE_ORDER}`);
    this.#inOrder = db.prepare<[string, string], ItemRow>(`${items} ${LOG_ORDER}`);
    this.#latest = db
      .prepare<[string, string], string>(
        `SELECT value FROM team_item WHERE topic = ? AND key = ? ${REVERSE_ORDER} LIMIT 1`,
      )
      .pluck();
    this.#latestBefore = db
      .prepare<[string, string, number], string>(
        `SELECT value FROM team_item WHERE topic = ? AND key = ? AND place > 0 AND place < ?
         ORDER BY place DESC LIMIT 1`,
      )
      .pluck();
  }

  /** Returns the latest value of a key (last write wins); null if there is none, or it was removed. */
  latest(topic: string, key: string): unknown {
    return valueOf(this.#latest.get(topic, key));
  }

  /** Returns the keys about which members wrote. */
  keysOf(topic: TopicName): string[] {
    return this.#db
      .prepare<[string], string>('SELECT DISTINCT key FROM team_item WHERE topic = ? ORDER BY key')
      .pluck()
      .all(topic);
  }

  /** Returns everything about a key in the order of the log. */
  inOrder(topic: string, key: string): SharedItem[] {
    return this.#inOrder.all(topic, key).map((row) => ({ ...row, value: valueOf(row.value) }));
  }

  /** Returns everything about a key, the latest first. */
  newestFirst(topic: string, key: string): SharedItem[] {
    return this.#newestFirst.all(topic, key).map((row) => ({ ...row, value: valueOf(row.value) }));
  }

  /** Returns items without digits that could be a tax ID in what users type. */
  shareable<Value>(topic: TopicName, items: readonly ItemChange<Value>[]): ItemChange<Value>[] {
    const definition = this.#definition(topic);
    return items.map(({ key, value }) => ({
      key,
      value: value === null ? null : ((definition.shareable?.(value) as Value | undefined) ?? value),
    }));
  }

  /** Splits items into entries. Fails with `refused` for an item that a colleague's app could not read. */
  split<Item extends ItemChange>(topic: TopicName, items: readonly Item[]): Item[][] {
    const definition = this.#definition(topic);
    requireReadable(definition, items);
    return splitIntoParts(items, definition.maxItems);
  }

  /** Returns why a colleague's app could not read an item; null if it can. */
  whyUnreadable(topic: TopicName, item: ItemChange): NotSharedReason | null {
    return whyUnreadable(this.#definition(topic), item);
  }

  #definition(topic: TopicName): AnyTopic {
    const definition = this.#topics.get(topic);
    if (!definition) throw new Error(`There is no topic ${topic}`);
    return definition;
  }

  /** Returns whether a role may write these items. */
  mayWrite(topic: TopicName, items: readonly ItemChange[], role: TeamRole): boolean {
    const definition = this.#topics.get(topic);
    if (!definition?.mayWrite) return role !== 'viewer';
    return items.every(({ value }) => definition.mayWrite?.(role, value));
  }

  /** Returns the items of an entry with its signer as the author of each value. */
  attributed(topic: TopicName, items: readonly ItemChange[], author: string, place: number): ItemChange[] {
    const definition = this.#topics.get(topic);
    return items.map(({ key, value }) => {
      const before = () => valueOf(this.#latestBefore.get(topic, key, place));
      return {
        key,
        value: value === null ? null : (definition?.attribute?.(value, { author, before }) ?? value),
      };
    });
  }

  /** Stores items without updating effective values. */
  store(topic: TopicName, items: readonly ItemChange[], source: EntrySource): void {
    for (const { key, value } of items)
      this.#insert.run({ ...source, topic, key, value: JSON.stringify(value) });
  }

  /**
   * Stores items and updates the effective values. With `isOwn`, an item of this member came back from the log, which
   * the screens show already: the topic only counts as changed if a value did.
   */
  apply(topic: TopicName, items: readonly ItemChange[], source: EntrySource, { isOwn = false } = {}): void {
    this.store(topic, items, source);
    for (const { key } of items) this.#settle(topic, key, isOwn);
  }

  /** Stores a change of this computer, which waits in the outbox. */
  applyWaiting(topic: TopicName, items: readonly ItemChange[], source: EntrySource): void {
    if (this.#topics.get(topic)?.isStoredFirst) this.store(topic, items, source);
    else this.apply(topic, items, source);
  }

  /** Removes the items of an entry. Without `settle`, effective values are not updated; `settleAll` must follow. */
  removeOf(member: string, number: number, settle: boolean): void {
    const keys = settle ? this.#keysOf.all(member, number) : [];
    this.#removeOf.run(member, number);
    for (const { topic, key } of keys) this.#settle(topic, key);
  }

  /** Stores this member's work from before the team, as older than anything in the log. */
  storeEarlierWork(member: string): void {
    for (const [topic, state] of this.#states)
      for (const { at, ...item } of state.itemsBeforeTeam?.() ?? [])
        this.store(topic as TopicName, [item], { member, number: 0, place: 0, at });
  }

  /** Returns work from before the team whose keys have no entry of the team. */
  unshared(topic: TopicName): ItemChange[] {
    return this.#db
      .prepare<[string], { key: string; value: string }>(
        `SELECT key, value FROM team_item AS own WHERE topic = ? AND place = 0 AND NOT EXISTS
           (SELECT 1 FROM team_item AS other WHERE other.topic = own.topic AND other.key = own.key
             AND (other.place IS NULL OR other.place <> 0))`,
      )
      .all(topic)
      .map(({ key, value }) => ({ key, value: valueOf(value) }));
  }

  /** Returns whether the log has, or will get, an entry about a key. Work from before the team doesn't count. */
  hasShared(topic: TopicName, key: string): boolean {
    const row = this.#db
      .prepare(
        'SELECT 1 FROM team_item WHERE topic = ? AND key = ? AND (place IS NULL OR place <> 0) LIMIT 1',
      )
      .get(topic, key);
    return row !== undefined;
  }

  /**
   * Negates the places of the items of the log, which are read from it again; `settleAll` must follow. Until then they
   * count as before, and keys that the log no longer has are known.
   */
  outdateLog(): void {
    this.#db.exec('UPDATE team_item SET place = -place WHERE place > 0');
  }

  /** Outdates the items of an entry that does not count at this place of the log, even if they waited. */
  outdate(member: string, number: number, place: number): void {
    this.#outdate.run(place, member, number);
  }

  /**
   * Updates all effective values, after the log was read again. Items of this member's entries that a failover lost
   * wait until these are sent again.
   */
  settleAll(): void {
    const keys = this.#db
      .prepare<[], { topic: TopicName; key: string }>('SELECT DISTINCT topic, key FROM team_item')
      .all();
    this.#db.exec(`
      UPDATE team_item SET place = NULL WHERE place < ${OLD_PLACEHOLDER} AND (member, number) IN
        (SELECT member, number FROM team_self JOIN team_entry USING (member) WHERE place IS NULL);
      DELETE FROM team_item WHERE place < 0;
    `);
    for (const { topic, key } of keys) this.#settle(topic, key);
  }

  /** Returns the topics whose state changed since the last call. */
  takeChanged(): TopicName[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  #settle(topic: TopicName, key: string, isOwn = false): void {
    // A topic that this version does not know has no state: its entries are not read.
    const hasChanged = this.#states.get(topic)?.settle(key) !== false;
    if (hasChanged || !isOwn) this.#changed.add(topic);
  }
}
