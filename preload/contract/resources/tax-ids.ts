import { z } from 'zod';

/** Spec 2.2; wire facts: a TaxId is a bare string and TaxIds a bare array of strings, in both directions. */
export const taxId = z.string();
export const taxIds = z.array(z.string());

/** Result of exchanging one token. Tokens that are not known have no row, or one without a value. */
export const taxIdExchange = z.looseObject({
  tax_id_token: z.string().nullish(),
  original_value: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
});
