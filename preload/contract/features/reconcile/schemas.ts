import { z } from 'zod';

/**
 * Amount formats: decimal point ("1,234.50"), decimal comma ("1.234,50") or whole cents ("0000123450").
 * Signs, currency symbols and parentheses are understood in each.
 */
export const notation = z.enum(['point', 'comma', 'cents']);
export type Notation = z.output<typeof notation>;

/** The result in one word, as stored; `skipped`: some checks, or all, could not be made, and no other differs. */
export const fileOutcome = z.enum(['agrees', 'differs', 'skipped']);
export type FileOutcome = z.output<typeof fileOutcome>;

/** The user's decision about a reconciled file. */
export const decision = z.enum(['approved', 'approved-with-exceptions', 'rejected']);
export type Decision = z.output<typeof decision>;

/**
 * Returns whether a sign-off with this decision still counts for the file's latest outcome: an approval doesn't if the
 * file now differs from its record.
 */
export const doesDecisionCount = (value: Decision | null, outcome: FileOutcome | null): boolean =>
  value !== 'approved' || outcome !== 'differs';

/**
 * The content that a sign-off's seal covers. 1: no decision; 2: with a decision; both over sentences. 3: codes and facts.
 */
export const sealFormat = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type SealFormat = z.output<typeof sealFormat>;

/** A signed-off reconciliation. */
export const signedReconciliation = z.object({
  id: z.number().int(),
  format: sealFormat,
  fileId: z.string(),
  signedAt: z.string(),
  /** The user's name: a team member's name on the team, otherwise that of the operating system. */
  signedBy: z.string(),
  /** Null for sign-offs from before decisions existed. */
  decision: decision.nullable(),
  note: z.string(),
  fileSha256: z.string(),
  resultSha256: z.string(),
  seal: z.string(),
});
export type SignedReconciliation = z.output<typeof signedReconciliation>;
