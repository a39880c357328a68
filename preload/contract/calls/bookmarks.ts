import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { savedView } from '../query';
import { resourceName } from '../resource-name';

const call = oc.errors(errors);

/** A record with its title. */
export const titledRecord = z.object({ key: z.string(), title: z.string(), subtitle: z.string() });
const bookmark = titledRecord.extend({ resource: resourceName });
export type Bookmark = z.output<typeof bookmark>;

/** Favorite and recent records. Stored by key only; records that no longer exist are left out. */
export const bookmarksContract = {
  list: call.output(
    z.object({
      /** In title order. */
      favorites: z.array(bookmark),
      /** Latest first. */
      recent: z.array(bookmark),
      /** Favorite views, by name. */
      views: z.array(savedView),
    }),
  ),
  /** Adds a record that the user opened to the recent ones. */
  recordVisit: call.input(z.object({ resource: resourceName, key: z.string() })).output(z.void()),
  setFavorite: call
    .input(z.object({ resource: resourceName, key: z.string(), isFavorite: z.boolean() }))
    .output(z.void()),
};
