import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { draft, draftRow, draftRowState } from '../../edit';
import { errors } from '../../failure';

const call = oc.errors(errors);
/** A member of the team, as named in offers and requests. */
export const namedMember = z.object({ id: z.uuid(), name: z.string(), isSelf: z.boolean() });
const note = z.string().trim().max(2_000);

/** A draft that a member handed over, with the rows of the offer. None of it was sent. */
export const handOver = z.object({
  draft,
  from: namedMember,
  to: namedMember,
  note: z.string(),
  /** When it was offered; ISO, UTC. */
  at: z.string(),
  /** `taken-back` and `declined`: the giver has it again. */
  state: z.enum(['offered', 'taken', 'declined', 'taken-back']),
  /** The note of a colleague who declined; empty for another answer; null before one. */
  answer: z.string().nullable(),
  /** What waits on this computer for the database: the offer, or this member's answer to it; null: nothing. */
  waiting: z.enum(['offer', 'answer']).nullable(),
});
export type HandOver = z.output<typeof handOver>;

export const draftNamed = z.object({ draft: z.string() });
export const handOverInput = draftNamed.extend({ to: z.uuid(), note });
export const declineInput = draftNamed.extend({ note });

/**
 * Yields the drafts that are offered to or by this member, that the member took over, or that came back declined,
 * oldest first, and again after every change.
 */
export const followHandOvers = call.output(eventIterator(z.array(handOver)));
/** The colleague who has a draft that was handed over, and when they took it over (ISO, UTC), if they did. */
export const draftHolder = z.object({ name: z.string(), since: z.string().nullable() });
export type DraftHolder = z.output<typeof draftHolder>;

/** Returns which colleague has a draft, as far as the team's log was read; null if none has. */
export const draftHolderOf = call.input(draftNamed).output(draftHolder.nullable());
/** Returns a range of the rows of an offer: all, or those in one state. */
export const handOverRows = call
  .input(
    draftNamed.extend({
      state: draftRowState.optional(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
    }),
  )
  .output(z.object({ rows: z.array(draftRow), total: z.int() }));
