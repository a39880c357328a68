import { z } from 'zod';
import { tolerantText } from '../fields';

/** The naming fields of a security (wire facts A). */
export const security = z.looseObject({
  id: z.union([z.number(), z.string()]),
  symbol: tolerantText,
  cusip: tolerantText,
  description: tolerantText,
  master_asset_class: tolerantText,
});
export type Security = z.output<typeof security>;

/** Body of POST /data/custodian/securities/filter: any of these IDs, in the richer filter form. */
export const securityFilter = z.object({
  id: z.object({
    any_or_all: z.literal('any'),
    conditions: z.array(z.object({ value: z.union([z.int(), z.string()]), op: z.literal('eq') })).min(1),
  }),
});
