import { z } from 'zod';

/** The subject of a fee history: an account, or the current accounts of a household, billing group or fee structure. */
export const feeSubject = z.object({
  resource: z.enum(['accounts', 'households', 'billingGroups', 'feeStructures']),
  key: z.string().min(1).max(200),
});
export type FeeSubject = z.output<typeof feeSubject>;

/** Who said that a fee upload file was replaced, and when (ISO, UTC). The note may be empty. */
export const replacedMark = z.object({ by: z.string(), at: z.string(), note: z.string() });
export type ReplacedMark = z.output<typeof replacedMark>;
