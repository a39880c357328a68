import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { RESOURCE_NAMES } from '../resources';

const call = oc.errors(errors);

/** What IDs can stand for: the records of a list on this computer, or securities, of which the service has no list. */
export const namedThing = z.enum([...RESOURCE_NAMES, 'securities']);
export type NamedThing = z.output<typeof namedThing>;

/** An ID, as the text that stands in records, with what people call it. */
export const namedId = z.object({
  id: z.string(),
  name: z.string(),
  /** What tells apart things of one name: a household's status, a security's symbol and CUSIP. Empty: nothing is known. */
  detail: z.string(),
});
export type NamedId = z.output<typeof namedId>;

/**
 * Names for IDs. Fields that hold IDs say in their descriptor of what (`names`). What the service does not name has no
 * entry: its ID alone works. Nothing here fails because a neighbor is missing or the network is.
 */
export const namesContract = {
  /** The names of some IDs, in no order; those without one are left out. */
  of: call.input(z.object({ of: namedThing, ids: z.array(z.string()).max(1_000) })).output(z.array(namedId)),
  /**
   * The best matches for a picker: beginnings of words of the name or the ID. An empty text answers the first by name.
   * `known`: there are names at all; without any, a picker is a plain field for an ID.
   */
  find: call
    .input(z.object({ of: namedThing, text: z.string().max(200), limit: z.number().int().min(1).max(100) }))
    .output(z.object({ items: z.array(namedId), known: z.boolean() })),
};
