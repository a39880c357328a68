import { z } from 'zod';
import { accountTerms } from '../agreed-terms/schemas';
import { expectedPeriod } from '../expected-fees/schemas';

/** A billing period: the fee upload files of one firm with one `end_date` (spec 2.8). */
export const periodId = z.object({
  /** Key of the firm; null for files whose record names no firm. */
  firm: z.string().max(200).nullable(),
  endDate: z.string().max(40),
});
export type PeriodId = z.output<typeof periodId>;

/** The sections of a period, in the order of the work. */
export const SECTION_NAMES = [
  'setup',
  'findings',
  'files',
  'cash',
  'refunds',
  'terms',
  'sample',
  'steps',
] as const;
export const sectionName = z.enum(SECTION_NAMES);
export type SectionName = z.output<typeof sectionName>;

export const sampleVerdict = z.enum(['agrees', 'differs']);
export type SampleVerdict = z.output<typeof sampleVerdict>;

/** The agreed terms of an account, its expected fee and its debit. Null: no data on this computer. */
export const sampleDetail = z.object({
  terms: accountTerms.nullable(),
  expected: expectedPeriod.nullable(),
  debit: z.string().nullable(),
});
export type SampleDetail = z.output<typeof sampleDetail>;

/** A colleague's approval of exactly what was signed. */
export const signatureApproval = z.object({
  /** The request for it in the team's log. */
  id: z.uuid(),
  by: z.string(),
  at: z.string(),
});
export type SignatureApproval = z.output<typeof signatureApproval>;
