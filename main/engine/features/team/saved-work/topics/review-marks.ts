import { z } from 'zod';
import type { Db } from '#engine/sqlite/open-database';
import type { StoredMark } from '#engine/features/review/saved-work/reviews';
import { withoutTaxIds } from '../without-tax-ids';
import { parsedKey, sharedTopic, type ItemChange, type ItemReader, type TopicState } from './shared-topic';

const markContent = z.object({
  state: z.enum(['reviewed', 'flagged', 'waived']).nullable(),
  print: z.string().max(200),
  reason: z.string().max(2_000).nullable(),
  until: z.string().max(10).nullable(),
  note: z.string().max(4_000).nullable(),
  user: z.string().max(200),
  at: z.string().max(40),
  owner: z.string().max(200).nullable(),
});
/** A mark as it is shared: the key of its item has the rule and the record. */
export type MarkContent = z.output<typeof markContent>;

const findingKey = z.tuple([z.string(), z.string()]);
/** Returns the key of a finding's marks. */
export const markKey = (rule: string, key: string): string => JSON.stringify([rule, key]);

const masked = (text: string | null): string | null => (text === null ? null : withoutTaxIds(text));

/** Returns marks as items to share. */
export const markItems = (
  marks: readonly { readonly rule: string; readonly key: string; readonly mark: MarkContent | null }[],
): ItemChange<MarkContent>[] =>
  marks.map(({ rule, key, mark }) => ({ key: markKey(rule, key), value: mark }));

/** Returns whether two marks are the same decision of the same author; their notes and owners may differ. */
const isSameDecision = (a: MarkContent, b: MarkContent): boolean =>
  a.user === b.user &&
  a.at === b.at &&
  a.state === b.state &&
  a.print === b.print &&
  a.reason === b.reason &&
  a.until === b.until;

/** Review marks: the last write in the log wins. */
export const MARK_TOPIC = sharedTopic({
  name: 'mark',
  value: markContent,
  maxItems: 500,
  isStoredFirst: true,
  broughtAs: 'marks',
  shareable: ({ state, print, reason, until, note, user, at, owner }) => ({
    state,
    print,
    reason: masked(reason),
    until,
    note: masked(note),
    user,
    at,
    owner: masked(owner),
  }),
  /** The signer is the author, unless only the note or the owner of a colleague's mark changes. */
  attribute(mark, { author, before }) {
    if (mark.user === author) return mark;
    const earlier = before();
    return earlier && isSameDecision(earlier, mark) ? mark : { ...mark, user: author };
  },
  open: (db, items) => new ReviewMarks(db, items),
});

const MARK_COLUMNS = 'state, print, reason, until, note, user, at, owner';
const NEW_VALUES = MARK_COLUMNS.replaceAll(/\w+/g, 'excluded.$&');

class ReviewMarks implements TopicState {
  readonly #db: Db;
  readonly #items: ItemReader;
  readonly #put;
  readonly #remove;

  constructor(db: Db, items: ItemReader) {
    this.#db = db;
    this.#items = items;
    this.#put = db.prepare(
      `INSERT INTO review_mark (rule, key, ${MARK_COLUMNS})
       VALUES (@rule, @key, @state, @print, @reason, @until, @note, @user, @at, @owner)
       ON CONFLICT DO UPDATE SET (${MARK_COLUMNS}) = (${NEW_VALUES}) WHERE (${MARK_COLUMNS}) IS NOT (${NEW_VALUES})`,
    );
    this.#remove = db.prepare<[string, string]>('DELETE FROM review_mark WHERE rule = ? AND key = ?');
  }

  settle(itemKey: string): boolean {
    const [rule, key] = parsedKey(findingKey, itemKey) ?? [];
    if (rule === undefined || key === undefined) return false;
    const mark = this.#items.latest('mark', itemKey);
    const { changes } = mark
      ? this.#put.run({ ...(mark as MarkContent), rule, key })
      : this.#remove.run(rule, key);
    return changes > 0;
  }

  itemsBeforeTeam() {
    const marks = this.#db.prepare<[], StoredMark>('SELECT * FROM review_mark').all();
    return marks.map(({ rule, key, ...mark }) => ({ key: markKey(rule, key), value: mark, at: mark.at }));
  }
}
