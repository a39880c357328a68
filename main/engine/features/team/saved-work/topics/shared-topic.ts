import type { z } from 'zod';
import type { BroughtWork, TeamRole } from '#contract/features/team/schemas';
import type { Db } from '#engine/sqlite/open-database';

/** What one member wrote about one thing; null removes what was written before. */
export interface ItemChange<Value = unknown> {
  /** What it is about, such as a finding or a request. */
  readonly key: string;
  readonly value: Value | null;
}

/** Something that one member wrote, as stored. */
export interface SharedItem<Value = unknown> {
  readonly member: string;
  /** The entry's number among the member's entries; its outbox line, negated, while it waits there; 0: from before the team. */
  readonly number: number;
  /** Its place in the log; null while it waits on this computer; 0: from before the team. */
  readonly place: number | null;
  /** When it was written, by its author's clock (ISO, UTC). */
  readonly at: string;
  readonly value: Value | null;
}
/** Reads what members wrote about a key of a topic. */
export interface ItemReader {
  /** The latest value of a key (last write wins); null if there is none, or it was removed. */
  latest(topic: string, key: string): unknown;
  /** Everything in the order of the log, followed by what waits on this computer. */
  inOrder(topic: string, key: string): readonly SharedItem[];
  /** The same in reverse. */
  newestFirst(topic: string, key: string): readonly SharedItem[];
}

/** Who signed an item, by the name that the team knows, and the effective value before its place in the log. */
export interface ItemSource<Value> {
  readonly author: string;
  readonly before: () => Value | null;
}

/** Applies the items of a topic to what the screens read. */
export interface TopicState {
  /** Updates the effective value of a key from the stored items. May return false if it stayed the same. */
  settle(key: string): boolean | void;
  /** Returns what was written on the topic before the team existed, oldest first; `at` is empty if it is not stored. */
  itemsBeforeTeam?(): readonly (ItemChange & { readonly at: string })[];
}

/**
 * One kind of shared work. Its name is the kind of its entries in the log: `{ kind, items: [{ key, value }] }`. A topic
 * is one file here and one line in `SHARED_TOPICS`.
 */
export interface SharedTopic<Name extends string, Schema extends z.ZodType> {
  readonly name: Name;
  readonly value: Schema;
  /** Maximum number of items in one entry, which holds about 1 MB. */
  readonly maxItems: number;
  /** The topic's own store writes changes of this computer, and shares them in the same transaction. */
  readonly isStoredFirst?: true;
  /** The kind of work under which a joiner may bring what was written before; without it, only the founder's counts. */
  readonly broughtAs?: BroughtWork;
  /** Whether a role may write this; without it, everyone except viewers may. */
  mayWrite?(role: TeamRole, value: z.output<Schema> | null): boolean;
  /** Returns a value without digits that could be a tax ID, which never enter the log; set if users type its texts. */
  shareable?(value: z.output<Schema>): z.output<Schema>;
  /** Returns the value with its real author instead of the one that it names. */
  attribute?(value: z.output<Schema>, source: ItemSource<z.output<Schema>>): z.output<Schema>;
  open(db: Db, items: ItemReader): TopicState;
}

/** Declares a topic with the type of its values. */
export const sharedTopic = <const Name extends string, Schema extends z.ZodType>(
  topic: SharedTopic<Name, Schema>,
): SharedTopic<Name, Schema> => topic;

/** Parses a key that is JSON; undefined if it does not match the schema, such as one of another version. */
export function parsedKey<Key>(schema: z.ZodType<Key>, text: string): Key | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
