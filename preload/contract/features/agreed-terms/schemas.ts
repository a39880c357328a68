import { z } from 'zod';

/** The terms that a client signed: at most one of `structure`, `rate`, `tiers` and `flatDollars`. Decimals are text. */
export const agreedTerms = z.object({
  /** ID of the fee structure. */
  structure: z.string().nullable(),
  /** In percent. */
  rate: z.string().nullable(),
  /** Ascending; the last has no upper bound. */
  tiers: z.array(z.object({ to: z.string().nullable(), rate: z.string() })).nullable(),
  flatDollars: z.string().nullable(),
  collection: z.string().nullable(),
  frequency: z.string().nullable(),
});
export type AgreedTerms = z.output<typeof agreedTerms>;

/** One version of the terms of an account or household, and their source. */
export const agreement = z.object({
  id: z.int(),
  target: z.enum(['account', 'household']),
  /** ID of the account or household. */
  key: z.string(),
  date: z.iso.date(),
  terms: agreedTerms,
  reference: z.string().nullable(),
  /** Null for a paste. */
  file: z.string().nullable(),
  line: z.int(),
  importedAt: z.string(),
  /** On a team, the member's name. */
  importedBy: z.string(),
});
export type Agreement = z.output<typeof agreement>;

/** Results of the comparison. None of them means that a fee is correct. */
export const TERMS_RESULTS = ['differs', 'not-determined', 'no-structure', 'no-agreement', 'agrees'] as const;
export const termsResult = z.enum(TERMS_RESULTS);
export type TermsResult = z.output<typeof termsResult>;

export const notDeterminedReason = z.enum(['several-structures', 'unknown-structure', 'faulty-tiers']);

/** A field that differs; each side as text, tiers as JSON, null for none. */
export const termsDifference = z.object({
  field: z.enum(['structure', 'calculation', 'rate', 'tiers', 'flatDollars', 'collection', 'frequency']),
  agreed: z.string().nullable(),
  setUp: z.string().nullable(),
});
export type TermsDifference = z.output<typeof termsDifference>;

export const accountTerms = z.object({
  key: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  custodian: z.string().nullable(),
  household: z.string().nullable(),
  result: termsResult,
  why: notDeterminedReason.nullable(),
  differences: z.array(termsDifference),
  /** The current agreement: the account's own, else its household's. */
  agreement: agreement.nullable(),
  /** IDs of the account's fee structures. */
  structures: z.array(z.string()),
});
export type AccountTerms = z.output<typeof accountTerms>;
