import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { resourceName, savedView } from '../query';

const call = oc.errors(errors);

/** A record with what people call it. */
export const namedRecord = z.object({ key: z.string(), title: z.string(), subtitle: z.string() });
const bookmark = namedRecord.extend({ resource: resourceName });
export type Bookmark = z.output<typeof bookmark>;

/** Records that people come back to. Kept by their keys alone; those that are not there any more are left out. */
export const bookmarksContract = {
  list: call.output(
    z.object({
      /** In the order of their titles. */
      favorites: z.array(bookmark),
      /** The latest first. */
      recent: z.array(bookmark),
      /** Views that are favorites, by name. */
      views: z.array(savedView),
    }),
  ),
  /** A person opened a record. */
  visited: call.input(z.object({ resource: resourceName, key: z.string() })).output(z.void()),
  favorite: call
    .input(z.object({ resource: resourceName, key: z.string(), favorite: z.boolean() }))
    .output(z.void()),
};
