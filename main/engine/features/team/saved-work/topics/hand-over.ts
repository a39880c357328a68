import { z } from 'zod';
import { draft, draftKind, draftOrigin, draftRow, fieldEdit, jsonTextSchema } from '#contract/edit';
import { rowIssue } from '#contract/job';
import { resourceName } from '#contract/resource-name';
import type { Db } from '#engine/sqlite/open-database';
import { sharedTopic, type ItemReader, type SharedItem, type TopicState } from './shared-topic';

/** A row of a draft without what the service has now: the receiver reads the records again. */
const sharedRow = draftRow.omit({ index: true, fields: true }).extend({
  fields: z.array(
    z.object({
      field: z.string(),
      before: jsonTextSchema.optional(),
      after: jsonTextSchema,
      issue: rowIssue.nullable(),
    }),
  ),
});
export type SharedRow = z.output<typeof sharedRow>;

/** The fields of a draft besides its rows. */
const draftHeader = z.object({
  resource: resourceName,
  kind: draftKind,
  origin: draftOrigin,
  title: z.string().nullable(),
  edits: z.array(fieldEdit),
  file: z.string().nullable(),
  restored: z.string().nullable(),
  total: z.int().min(1),
  counts: draft.shape.counts,
});

const note = z.string().max(2_000);
const offer = z.uuid();
const handOverContent = z.discriminatedUnion('kind', [
  /** Some rows of an offer, under their own key; they precede it. */
  z.object({ kind: z.literal('rows'), rows: z.array(sharedRow) }),
  z.object({
    kind: z.literal('offer'),
    offer,
    to: z.uuid(),
    note,
    header: draftHeader,
    /** Number of items with its rows, and the SHA-256 of their rows (digestOf). */
    parts: z.int().min(1),
    digest: z.string().length(64),
  }),
  z.object({ kind: z.enum(['take', 'decline', 'take-back']), offer, note }),
]);
export type HandOverContent = z.output<typeof handOverContent>;
export type Offer = Extract<HandOverContent, { kind: 'offer' }>;
type OfferAnswer = Extract<HandOverContent, { kind: 'take' | 'decline' | 'take-back' }>;

/** Returns the key of some rows of an offer. */
export const rowsKey = (draftId: string, offerId: string, part: number): string =>
  `${draftId}/${offerId}/${part}`;

export const HAND_OVER_STATES = ['offered', 'taken', 'declined', 'taken-back'] as const;
type HandOverState = (typeof HAND_OVER_STATES)[number];

/** The state of a draft according to the log: its latest offer, and who holds it. */
export interface FoldedHandOver {
  readonly holder: string;
  /** The members from whom it was taken over. */
  readonly formerHolders: readonly string[];
  readonly giver: string;
  readonly offer: Offer;
  /** When it was offered, by the giver's clock (ISO, UTC). */
  readonly at: string;
  readonly state: HandOverState;
  /** The note of the answer, which only a colleague who declines writes; null before an answer. */
  readonly answer: string | null;
  readonly answeredAt: string | null;
}

const STATE_AFTER: Readonly<Record<OfferAnswer['kind'], HandOverState>> = {
  take: 'taken',
  decline: 'declined',
  'take-back': 'taken-back',
};

/**
 * Computes who has a draft from everything about it, in the order of the log. The first offer shows who has it; only
 * that member can offer it, and the first answer to an offer counts. An offer counts at once; an answer counts once it
 * is in the log, because another may precede it there.
 */
export function foldHandOver(items: readonly SharedItem[]): FoldedHandOver | null {
  let folded: FoldedHandOver | null = null;
  for (const { member, at, place, value } of items) {
    const content = handOverContent.safeParse(value).data;
    if (content?.kind === 'offer') folded = withOffer(folded, content, member, at);
    else if (content && content.kind !== 'rows' && place !== null)
      folded = withAnswer(folded, content, member, at);
  }
  return folded;
}

function withOffer(
  current: FoldedHandOver | null,
  content: Offer,
  member: string,
  at: string,
): FoldedHandOver | null {
  const mayOffer = !current || (current.holder === member && current.state !== 'offered');
  if (!mayOffer || content.to === member) return current;
  return {
    holder: member,
    formerHolders: current?.formerHolders ?? [],
    giver: member,
    offer: content,
    at,
    state: 'offered',
    answer: null,
    answeredAt: null,
  };
}

function withAnswer(
  current: FoldedHandOver | null,
  content: OfferAnswer,
  member: string,
  at: string,
): FoldedHandOver | null {
  if (current?.state !== 'offered' || current.offer.offer !== content.offer) return current;
  const by = content.kind === 'take-back' ? current.giver : current.offer.to;
  if (member !== by) return current;
  return {
    ...current,
    state: STATE_AFTER[content.kind],
    ...(content.kind === 'take' && {
      holder: member,
      formerHolders: [...current.formerHolders, current.holder],
    }),
    answer: content.note,
    answeredAt: at,
  };
}

/** Drafts that one member hands to another. `foldHandOver` decides which offers and answers count. */
export const HAND_OVER_TOPIC = sharedTopic({
  name: 'hand-over',
  value: handOverContent,
  maxItems: 1,
  open: (db, items) => new HandOvers(db, items),
});

class HandOvers implements TopicState {
  readonly #items: ItemReader;
  readonly #put;
  readonly #remove;

  constructor(db: Db, items: ItemReader) {
    this.#items = items;
    this.#put = db.prepare(
      `INSERT INTO team_hand_over (draft, offer, giver, receiver, holder, state, content, at, answer, answered)
       VALUES (@draft, @offer, @giver, @receiver, @holder, @state, @content, @at, @answer, @answered)
       ON CONFLICT (draft) DO UPDATE SET offer = excluded.offer, giver = excluded.giver,
         receiver = excluded.receiver, holder = excluded.holder, state = excluded.state,
         content = excluded.content, at = excluded.at, answer = excluded.answer, answered = excluded.answered`,
    );
    // A received draft stays recorded even if a failover lost its offer: else it would be added again with the offer.
    this.#remove = db.prepare<[string]>('DELETE FROM team_hand_over WHERE draft = ? AND received IS NULL');
  }

  settle(key: string): void {
    if (key.includes('/')) return; // rows, which count with their offer
    const folded = foldHandOver(this.#items.inOrder('hand-over', key));
    if (!folded) {
      this.#remove.run(key);
      return;
    }
    const { offer: content, giver, holder, state, at, answer, answeredAt } = folded;
    this.#put.run({
      draft: key,
      offer: content.offer,
      giver,
      receiver: content.to,
      holder,
      state,
      content: JSON.stringify(content),
      at,
      answer,
      answered: answeredAt,
    });
  }
}
