import { z } from 'zod';
import { agreedTerms } from '#contract/features/agreed-terms/calls';

const short = z.string().max(100);

/** Agreed terms as they are shared, with limits that are longer than any real value. */
export const sharedTerms = agreedTerms.extend({
  structure: short.nullable(),
  rate: short.nullable(),
  tiers: z
    .array(z.object({ to: short.nullable(), rate: short }))
    .max(50)
    .nullable(),
  flatDollars: short.nullable(),
  collection: short.nullable(),
  frequency: short.nullable(),
});
