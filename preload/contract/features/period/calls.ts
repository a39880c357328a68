import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { ruleId } from '../review/schemas';
import { periodCharts } from './charts';
import { periodId, sectionName, sampleDetail, sampleVerdict } from './schemas';
import { period, periodToSign, periodSignature } from './sections';
import { signOffEvidence } from '../fee-files/colleague-files';

const call = oc.errors(errors);
const note = z.string().trim().min(1).max(4_000);

export const listedPeriod = z.object({
  ...periodId.shape,
  files: z.int(),
  /** Sum of the records, as decimal text; null if no record has an amount. */
  debit: z.string().nullable(),
  /** Files whose record has no amount. */
  filesWithoutAmount: z.int(),
  filesLeft: z.int(),
  /** The newest valid signature, by this user or a colleague. */
  signed: z.object({ signedAt: z.string(), signedBy: z.string() }).nullable(),
});
export type ListedPeriod = z.output<typeof listedPeriod>;

/** A colleague's sign-off of a file of a signed period, in its evidence pack. */
export const packedSignOff = signOffEvidence.extend({
  /**
   * Whether the period's signature covers it. False: it was shared later, or the period was signed by an early
   * version.
   */
  isCovered: z.boolean(),
});
export type PackedSignOff = z.output<typeof packedSignOff>;

/** Billing periods: their sections, the sample of an independent reviewer, and signatures. Nothing is sent. */
export const periodContract = {
  /** Returns every period with a file or a signature, the latest first. */
  list: call.output(z.array(listedPeriod)),
  get: call.input(periodId).output(period),
  /** Returns how the period's fees changed from the period before, and their share of the balances. */
  charts: call.input(periodId).output(periodCharts),
  /** Checks a section off, or removes the check-off if the note is null. It holds until the section's facts change. */
  check: call
    .input(periodId.extend({ section: sectionName, sha256: z.string(), note: note.nullable() }))
    .output(z.void()),
  /** Replaces the firm's own steps. Steps that keep their ID stay done. */
  setSteps: call
    .input(
      z.object({
        firm: periodId.shape.firm,
        steps: z
          .array(z.object({ id: z.int().nullable(), title: z.string().trim().min(1).max(200) }))
          .max(100),
      }),
    )
    .output(z.void()),
  /** Marks a step as done with a note, which may be empty; a null note marks it as not done. */
  markStep: call
    .input(periodId.extend({ step: z.int(), note: z.string().trim().max(4_000).nullable() }))
    .output(z.void()),
  /**
   * Draws a new sample from the accounts that the period's files bill. Fails with `no-fee-lines` if its files have
   * no lines on this computer.
   */
  drawSample: call
    .input(
      periodId.extend({
        size: z.int().min(0).max(1_000),
        /** Null: random. */
        seed: z.string().trim().min(1).max(100).nullable(),
        /** Accounts chosen by hand, by key. */
        chosen: z.array(z.string().max(200)).max(1_000),
      }),
    )
    .output(z.void()),
  /** Returns the data that the reviewer compares for an account. */
  sampleDetail: call.input(periodId.extend({ account: z.string().max(200) })).output(sampleDetail),
  /**
   * Records the reviewer's verdict about an account of the sample; a null verdict removes it. Fails with
   * `changed-since` if the account's data is not what was shown to the reviewer.
   */
  judge: call
    .input(
      periodId.extend({
        account: z.string().max(200),
        verdict: sampleVerdict.nullable(),
        reason: z.string().trim().max(4_000),
        /** What was shown to the reviewer; null: nothing, to remove a verdict. */
        shown: sampleDetail.nullable(),
      }),
    )
    .output(z.void()),
  /** Returns the period that a colleague requested approval to sign. */
  toSign: call.input(z.object({ approval: z.uuid() })).output(periodToSign),
  /**
   * Signs the period as it is. `sections`: the hashes shown to the user. Fails with `changed-since` if the data has
   * changed, and as `not-allowed` if lists are incomplete or the team requires an approval that it does not have.
   */
  sign: call.input(periodId.extend({ note, sections: z.array(z.string()) })).output(periodSignature),
  /** Writes the evidence pack of a signed period. `summaryPdf`: its first page, made from the signed data. */
  pack: call
    .input(
      z.object({
        id: z.int(),
        summaryPdf: z.base64().max(20_000_000),
        /** Names of the rules, as on the screen. */
        ruleNames: z.partialRecord(ruleId, z.string().max(200)),
        grant: z.string(),
      }),
    )
    .output(z.object({ files: z.int(), sha256: z.string() })),
  /**
   * Returns the signed data and colleagues' sign-offs of its files, for the first page of its pack. Fails with
   * `seal-broken` if it was changed.
   */
  signed: call
    .input(z.object({ id: z.int() }))
    .output(z.object({ signature: periodSignature, period, signOffs: z.array(packedSignOff) })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly period: typeof periodContract;
  }
}
