import { sha256 } from '#common/sha256';
import type { AccountTerms } from '#contract/features/agreed-terms/calls';
import type { Period, PeriodSignature, SampleDetail, SetupChange } from '#contract/features/period/calls';
import type { RefundCase } from '#contract/features/refunds/calls';
import type { FindingMark, FindingState } from '#contract/features/review/calls';
import type { RecordLabels } from '../../records/names/labels';
import type { RuleId } from '#contract/features/review/rules';

/**
 * A signed period is sealed by hashes: the content's hash covers every part as it was, and by their hashes the
 * tables and the copy of the setup; the seal covers the content's hash, signer, time and note. The activity log
 * stores the seal too.
 */

/** The signed content, besides the signer, time and note. */
export interface PeriodContent {
  readonly format: 1;
  readonly period: Omit<Period, 'signature'>;
  /** SHA-256 of the tables and of the copy of the setup, both uncompressed. */
  readonly tablesSha256: string;
  readonly setupSha256: string;
}

/** Everything that the parts count, line by line. */
export interface PeriodTables {
  readonly setup: readonly SetupChange[];
  readonly findings: readonly {
    readonly rule: RuleId;
    readonly key: string;
    readonly title: string;
    readonly state: FindingState;
    readonly mark: FindingMark | null;
  }[];
  readonly refunds: readonly RefundCase[];
  /** Accounts with an agreement. */
  readonly terms: readonly AccountTerms[];
  /** Labels of the records whose IDs are in the other tables. */
  readonly names: RecordLabels;
  /** The data that the reviewer saw for each account of the sample. */
  readonly sample: readonly { readonly account: string; readonly shown: SampleDetail | null }[];
}

/** Returns the content as text, as it is hashed and stored in an evidence pack. */
export const contentText = (content: PeriodContent): string => `${JSON.stringify(content, null, 2)}\n`;

type Signed = Omit<PeriodSignature, 'id' | 'seal'>;

/** Returns the signature as text with a fixed field order; the seal is its hash. */
export const periodSignatureText = ({
  firm,
  endDate,
  signedAt,
  signedBy,
  note,
  contentSha256,
}: Signed): string =>
  `${JSON.stringify({ format: 1, firm, endDate, contentSha256, signedAt, signedBy, note }, null, 2)}\n`;

export const periodSealOf = (signature: Signed): string => sha256(periodSignatureText(signature));
