import { z } from 'zod';
import { decision, fileOutcome } from '../reconcile/schemas';
import { savedFile } from './schemas';

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
