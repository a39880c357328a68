import { z } from 'zod';
import { decision, fileOutcome } from '../reconcile/schemas';

/**
 * A difference between a saved archive and its record, or a check that was not possible. `told`: a sentence
 * stored by an older version.
 */
export const savedIssue = z.discriminatedUnion('code', [
  z.object({ code: z.literal('other-count'), files: z.number().int(), recorded: z.number().int() }),
  z.object({ code: z.literal('empty') }),
  z.object({ code: z.literal('unchecked'), files: z.number().int() }),
  z.object({ code: z.literal('told'), text: z.string() }),
]);
export type SavedIssue = z.output<typeof savedIssue>;

/** A fee upload file saved on this computer (spec 4.6). */
export const savedFile = z.object({
  id: z.number().int(),
  /** Key of the fee upload file's record. */
  fileId: z.string(),
  path: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Number of files in the archive. */
  files: z.number().int(),
  /** Issues the user should know about. */
  issues: z.array(savedIssue),
  /** ISO, UTC. */
  savedAt: z.string(),
  /** The user's name: a team member's name on the team, otherwise that of the operating system. */
  savedBy: z.string(),
  /** When the file was last compared with what was saved; ISO, UTC. */
  checkedAt: z.string(),
  /** The result of that comparison. */
  state: z.enum(['whole', 'changed', 'missing', 'unreadable']),
  /** The latest decision about exactly this file; null: none, or signed before decisions existed. */
  decision: decision.nullable(),
  signedAt: z.string().nullable(),
  /** When exactly this file was last reconciled, and the result; null: never. */
  reconciledAt: z.string().nullable(),
  outcome: fileOutcome.nullable(),
});
export type SavedFile = z.output<typeof savedFile>;

/** Maximum number of rows in a preview; each range is read from the beginning. */
export const MAX_PREVIEWED = 100_000;
