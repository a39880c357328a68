import { z } from 'zod';
import { tolerantText } from '../fields';

/** Spec 2.2; wire facts: a TaxId is a bare string and TaxIds a bare array of strings, in both directions. */
export const taxId = z.union([z.string(), z.int().transform(String)]).catch(''); // an invalid item keeps its position
export const taxIds = z.array(z.string());

/** Result of exchanging one token. Unknown tokens have no row, or one without a value. */
export const taxIdExchange = z.preprocess(
  // A bare value has lost its token, which differs from an unknown token.
  (row) => (typeof row === 'string' || typeof row === 'number' ? { original_value: row } : row),
  z.looseObject({
    tax_id_token: tolerantText,
    original_value: z.union([z.string(), z.number()]).nullish().catch(null),
    type: tolerantText,
  }),
);
