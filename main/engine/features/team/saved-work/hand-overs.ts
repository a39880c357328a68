import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail } from '#contract/failure';
import type { Db } from '#engine/sqlite/open-database';
import {
  foldHandOver,
  HAND_OVER_STATES,
  HAND_OVER_TOPIC,
  rowsKey,
  type Offer,
  type SharedRow,
} from './topics/hand-over';
import type { ItemReader } from './topics/shared-topic';

const handOverRow = z.object({
  draft: z.string(),
  offer: z.string(),
  giver: z.string(),
  receiver: z.string(),
  holder: z.string(),
  state: z.enum(HAND_OVER_STATES),
  at: z.string(),
  answer: z.string().nullable(),
  answered: z.string().nullable(),
  received: z.string().nullable(),
});
/** A draft that was handed over, as far as the log was read. */
export type StoredHandOver = z.output<typeof handOverRow> & { readonly content: Offer };

/** Returns the hash of an offer's rows. */
export const digestOf = (rows: readonly SharedRow[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('hex');

const storedOf = (row: Record<string, unknown>): StoredHandOver => ({
  ...handOverRow.parse(row),
  content: HAND_OVER_TOPIC.value.parse(JSON.parse(String(row['content']))) as Offer,
});

/** The drafts that were handed over, and the rows of their offers. */
export class HandOverStore {
  readonly #items: ItemReader;
  readonly #all;
  readonly #openOf;
  readonly #takenBack;
  readonly #byId;
  readonly #received;

  constructor(db: Db, items: ItemReader) {
    this.#items = items;
    this.#all = db.prepare<[], Record<string, unknown>>('SELECT * FROM team_hand_over ORDER BY at, draft');
    this.#openOf = db.prepare<[string], Record<string, unknown>>(
      "SELECT * FROM team_hand_over WHERE giver = ? AND state = 'offered' ORDER BY at, draft",
    );
    this.#takenBack = db.prepare<[string, string | null], Record<string, unknown>>(
      "SELECT * FROM team_hand_over WHERE giver = ? AND state = 'taken-back' AND answered = ? ORDER BY at, draft",
    );
    this.#byId = db.prepare<[string], Record<string, unknown>>(
      'SELECT * FROM team_hand_over WHERE draft = ?',
    );
    this.#received = db.prepare<[string, string]>('UPDATE team_hand_over SET received = ? WHERE draft = ?');
  }

  list(): StoredHandOver[] {
    return this.#all.all().map(storedOf);
  }

  /** Returns the offers of a member that no one has answered or taken back, as far as the log was read. */
  openOffersOf(member: string): StoredHandOver[] {
    return this.#openOf.all(member).map(storedOf);
  }

  /** Returns the offers that a member took back at a time (ISO, UTC), as far as the log was read. */
  takenBack(member: string, at: string | null): StoredHandOver[] {
    return this.#takenBack.all(member, at).map(storedOf);
  }

  find(draft: string): StoredHandOver | undefined {
    const row = this.#byId.get(draft);
    return row && storedOf(row);
  }

  /** Returns whether a colleague took a draft over from this member at any time. */
  wasTakenFrom(member: string, draft: string): boolean {
    const folded = foldHandOver(this.#items.inOrder('hand-over', draft));
    return folded !== null && folded.formerHolders.includes(member);
  }

  /** Returns what about a draft waits on this computer: its offer, or an answer to it; null if nothing does. */
  waiting(draft: string): 'offer' | 'answer' | null {
    const latest = this.#items.newestFirst('hand-over', draft)[0];
    if (latest?.place !== null) return null;
    return HAND_OVER_TOPIC.value.safeParse(latest.value).data?.kind === 'offer' ? 'offer' : 'answer';
  }

  /** Returns the rows of the latest offer. Fails with `changed-since` unless they are exactly those offered. */
  rows({ draft, content }: Pick<StoredHandOver, 'draft' | 'content'>): SharedRow[] {
    const { offer, parts, digest, header } = content;
    const rows: SharedRow[] = [];
    for (let part = 0; part < parts; part += 1) {
      const { data } = HAND_OVER_TOPIC.value.safeParse(
        this.#items.latest('hand-over', rowsKey(draft, offer, part)),
      );
      if (data?.kind !== 'rows') break; // a colleague's entry may claim any number of parts
      for (const row of data.rows) rows.push(row);
    }
    if (rows.length !== header.total || digestOf(rows) !== digest)
      throw fail('changed-since', { cause: 'the rows of a hand-over are not those that were offered' });
    return rows;
  }

  /** Records that the draft of this offer was added to the drafts of this computer. */
  setReceived(draft: string, offer: string): void {
    this.#received.run(offer, draft);
  }
}
