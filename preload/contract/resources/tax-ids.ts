import { z } from 'zod';

/** Spec 2.2; wire facts: a TaxId is a bare string and TaxIds a bare array of strings, in both directions. */
export const taxId = z.string();
export const taxIds = z.array(z.string());

/** Result of exchanging one token. */
export const taxIdExchange = z.looseObject({
  tax_id_token: z.string(),
  original_value: z.string(),
  type: z.string(),
});
