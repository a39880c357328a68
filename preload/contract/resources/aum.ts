import { z } from 'zod';

/** POST /analytics/aum/by-account (wire facts A): balances by account for one date. Not enveloped. */
export const aumBody = z.object({
  account_ids: z.array(z.union([z.int(), z.string()])).min(1),
  as_of_date: z.iso.date(),
});
/** No field is guaranteed; values are validated one by one. */
export const aumResponse = z.looseObject({
  as_of_date: z.unknown(),
  values: z.array(z.unknown()),
});
export type AumResponse = z.output<typeof aumResponse>;
