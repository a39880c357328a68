import { z } from 'zod';
import { agreedTerms } from '#contract/features/agreed-terms/schemas';

const shortText = z.string().max(100);

/** Agreed terms as they are shared, with limits that are longer than any real value. */
export const sharedTerms = agreedTerms.extend({
  structure: shortText.nullable(),
  rate: shortText.nullable(),
  tiers: z
    .array(z.object({ to: shortText.nullable(), rate: shortText }))
    .max(50)
    .nullable(),
  flatDollars: shortText.nullable(),
  collection: shortText.nullable(),
  frequency: shortText.nullable(),
});
