import { z } from 'zod';
import { oddText } from '../fields';

/** The naming fields of a security (wire facts A). */
export const security = z.looseObject({
  id: z.union([z.number(), z.string()]),
  symbol: oddText,
  cusip: oddText,
  description: oddText,
  master_asset_class: oddText,
});
export type Security = z.output<typeof security>;

/** Body of POST /data/custodian/securities/filter: any of these IDs, in the richer filter form. */
export const securityFilter = z.object({
  id: z.object({
    any_or_all: z.literal('any'),
    conditions: z.array(z.object({ value: z.union([z.int(), z.string()]), op: z.literal('eq') })).min(1),
  }),
});
