import { sha256 } from '#common/sha256';
import type { AccountTerms } from '#contract/features/agreed-terms/schemas';
import type { SampleDetail } from '#contract/features/period/schemas';
import type {
  FileComparison,
  Period,
  PeriodFile,
  PeriodSignature,
  SetupChange,
} from '#contract/features/period/sections';
import type { RefundCase } from '#contract/features/refunds/cases';
import type { FindingState } from '#contract/features/review/schemas';
import type { FindingMark } from '#contract/features/review/calls';
import type { ComparedValues } from './saved-work/compared-values';
import type { SharedSignOff } from '../team/saved-work/topics/fee-files';
import type { RecordLabels } from '../../records/names/labels';
import type { RuleId } from '#contract/features/review/rules';

/**
 * A signed period is sealed by hashes. The content's hash covers every section, and the hashes of the tables and of
 * the setup copy; the seal covers the content's hash, signer, time, note and approval. The activity log stores the seal
 * too.
 */

/** The signed content, besides the signer, time, note and approval. */
export interface PeriodContent {
  readonly format: 1;
  readonly period: Omit<Period, 'signature' | 'colleagues'>;
  /** SHA-256 of the tables and of the copy of the setup, both uncompressed. */
  readonly tablesSha256: string;
  readonly setupSha256: string;
}

/** The rows behind the counts of the sections. */
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
  /** The data that the reviewer saw for each account of the sample; `seen`: what a colleague compared. */
  readonly sample: readonly {
    readonly account: string;
    readonly shown: SampleDetail | null;
    /** Not in tables that were signed before samples were shared. */
    readonly seen?: ComparedValues | null;
  }[];
  /** Colleagues' sign-offs of the period's files; not in tables that were signed earlier. */
  readonly signOffs?: readonly SharedSignOff[];
}

/**
 * Returns a file with its comparison under the key `setup`, as when periods were first signed: another key would change
 * the hashes of what was signed and checked off.
 */
export const sealedFile = (
  { comparison, ...file }: PeriodFile,
  setup: FileComparison | null = comparison,
): object => ({ ...file, setup });

/** Returns the content as text, as it is hashed and stored in an evidence pack. */
export const contentText = (content: PeriodContent): string =>
  `${JSON.stringify(
    withFiles(content, (file) => sealedFile(file as PeriodFile)),
    null,
    2,
  )}\n`;

/** Reads the text of contentText. */
export const parseContent = (text: string): PeriodContent =>
  withFiles(JSON.parse(text) as PeriodContent, (sealed) => {
    const { setup: comparison, ...file } = sealed as Omit<PeriodFile, 'comparison'> & {
      setup: FileComparison;
    };
    return { ...file, comparison };
  });

function withFiles(content: PeriodContent, change: (file: object) => object): PeriodContent {
  const sections = content.period.sections.map((section) =>
    section.facts.name === 'files'
      ? { ...section, facts: { ...section.facts, files: section.facts.files.map(change) as PeriodFile[] } }
      : section,
  );
  return { ...content, period: { ...content.period, sections } };
}

type SignedFields = Omit<PeriodSignature, 'id' | 'seal'>;

/** Returns the signature as text with a fixed field order, and the approval if there is one; the seal is its hash. */
export const periodSignatureText = ({
  firm,
  endDate,
  signedAt,
  signedBy,
  note,
  contentSha256,
  approval,
}: SignedFields): string => {
  const approved = approval && { approvedBy: approval.by, approvedAt: approval.at, approval: approval.id };
  const signed = { format: 1, firm, endDate, contentSha256, signedAt, signedBy, note, ...approved };
  return `${JSON.stringify(signed, null, 2)}\n`;
};

export const periodSealOf = (signature: SignedFields): string => sha256(periodSignatureText(signature));
