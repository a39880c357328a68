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

/** A colleague’s sign-off, and whether its seal fits what the colleague’s signature covers. */
export const colleagueSignOff = z.object({
  by: z.string(),
  /** ISO, UTC. */
  signedAt: z.string(),
  decision: decision.nullable(),
  /** Null: it has digits that could be a tax ID, so it stays on the signer’s computer. */
  note: z.string().nullable(),
  seal: z.string(),
  /** `note-withheld`: without the note, the seal can’t be verified. */
  state: z.enum(['holds', 'note-withheld', 'seal-broken']),
});
export type ColleagueSignOff = z.output<typeof colleagueSignOff>;

/**
 * A colleague’s sign-off of a fee upload file, and what this computer knows of it. The result that it is about stays on
 * the colleague’s computer.
 */
export const signOffEvidence = colleagueSignOff.extend({
  fileId: z.string(),
  /** The user name that the seal covers. */
  signedAs: z.string(),
  fileSha256: z.string(),
  resultSha256: z.string(),
  /** The file on this computer as it was last compared; `other`: a saved file with other bytes. */
  copy: z.enum(['same', 'damaged', 'other', 'none']),
  /** When the file was last compared; ISO, UTC. */
  comparedAt: z.string().nullable(),
});
export type SignOffEvidence = z.output<typeof signOffEvidence>;

/**
 * A fee upload file that colleagues saved, reconciled or signed off. Its bytes stay on their computers. Of each kind,
 * the newest is first; times are ISO, UTC.
 */
export const colleagueFile = z.object({
  fileId: z.string(),
  sha256: z.string(),
  saves: z.array(
    z.object({
      by: z.string(),
      at: z.string(),
      bytes: z.number().int(),
      files: z.number().int(),
      state: savedFile.shape.state,
    }),
  ),
  results: z.array(
    z.object({
      by: z.string(),
      at: z.string(),
      endDate: z.string().nullable(),
      outcome: fileOutcome,
      /** Money as decimal text. Null: reconciled before the team. */
      totals: z
        .object({
          lines: z.number().int(),
          flaggedLines: z.number().int(),
          accounts: z.number().int(),
          sum: z.string(),
        })
        .nullable(),
    }),
  ),
  signOffs: z.array(colleagueSignOff),
});
export type ColleagueFile = z.output<typeof colleagueFile>;

/** Returns whether a colleague has the file as it was saved. */
export const isSavedByColleague = ({ saves }: Pick<ColleagueFile, 'saves'>): boolean =>
  saves.some(({ state }) => state === 'whole');

/** Maximum number of rows in a preview; each range is read from the beginning. */
export const MAX_PREVIEWED = 100_000;
