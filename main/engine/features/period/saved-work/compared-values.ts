import { z } from 'zod';
import type { SampleDetail } from '#contract/features/period/schemas';
import { sharedTerms } from '../../team/saved-work/topics/shared-terms';

const decimal = z.string().max(60);

/** The values that a reviewer compared, without the records that they are from: decimal texts, and null for none. */
export const comparedValues = z.object({
  terms: sharedTerms.nullable(),
  balance: decimal.nullable(),
  /** The expected fee for a year. */
  yearly: decimal.nullable(),
  debit: decimal.nullable(),
});
export type ComparedValues = z.output<typeof comparedValues>;

/** Returns the compared values of what was shown to a reviewer. */
export const comparedValuesOf = ({ terms, expected, debit }: SampleDetail): ComparedValues => ({
  terms: terms?.agreement?.terms ?? null,
  balance: expected?.balance?.amount ?? null,
  yearly: expected?.result.kind === 'calculated' ? expected.result.yearly : null,
  debit,
});
