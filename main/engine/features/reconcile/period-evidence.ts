import { DECISION_NAMES, feeFileName, fileNameText } from '#contract/features/reconcile/messages';
import type { SignedReconciliation } from '#contract/features/reconcile/schemas';
import { comparedOutcomeOf } from '#contract/features/reconcile/reconciliation';
import type { SummarizedFile } from '#contract/features/reconcile/calls';
import { isWithPreviousPeriod } from '#contract/features/reconcile/findings';
import type { SealedResult } from './saved-work/reconciliations';
import { csvText } from '../../files/tables/csv';
import { signatureFiles, signOffRows, type SignOffWithEvidence } from '../fee-files/sign-off-evidence';
import { evidencePack, hashList } from './evidence';
import { resultWithSentences, type ResultWithSentences } from './evidence-result';

/** A sign-off with its sealed result as stored and as parsed. */
interface ParsedSignOff {
  readonly signed: SignedReconciliation;
  readonly sealed: SealedResult;
  readonly result: ResultWithSentences;
}

/** Reads a sealed result, also of an earlier format. */
export const parseSignOff = (signed: SignedReconciliation, sealed: SealedResult): ParsedSignOff => ({
  signed,
  sealed,
  result: resultWithSentences(signed.format, sealed.result),
});

/**
 * Returns the summary's facts about a signed file. Names in sealed results never change: `words` is a sentence, `unsaid`
 * means not determined, and `worthALook` counts the lines that need attention.
 */
export function summaryOf({ signed, result }: ParsedSignOff): SummarizedFile {
  const recordComparisons = result.comparisons.filter((comparison) => !isWithPreviousPeriod(comparison));
  const { id, fileId, signedAt, signedBy, decision, note, fileSha256, seal } = signed;
  return {
    fileId,
    name: feeFileName(fileId, result.file.endDate, [result.before?.endDate ?? null]),
    endDate: result.file.endDate,
    outcome: comparedOutcomeOf(result),
    lines: result.lines,
    flaggedLines: result.worthALook,
    accounts: result.accounts,
    sum: result.sum,
    differences: recordComparisons
      .filter(({ outcome }) => outcome === 'differs')
      // The heading of the list already says that they differ.
      .map(({ title, words }) => `${title}: ${words.replace(/^Differs: /, '')}`),
    skipped: recordComparisons
      .filter(({ outcome }) => outcome === 'unsaid')
      .map(({ title, words }) => ({ title, reason: words })),
    signed: { id, fileId, signedAt, signedBy, decision, note, fileSha256, seal },
  };
}

/**
 * Creates one evidence pack of several sign-offs: a folder for each file, a table of all files, colleagues' sign-offs,
 * the summary page, and a list of the hashes of all of them.
 */
export function periodPack(
  signOffs: readonly ParsedSignOff[],
  colleagues: readonly SignOffWithEvidence[],
  { summaryPdf, connection }: { readonly summaryPdf: Uint8Array; readonly connection: string },
): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>([
    ['summary.pdf', summaryPdf],
    ...filePacks(signOffs, connection),
  ]);
  if (colleagues.length > 0) files.set('sign-offs of colleagues.csv', csvText(signOffRows(colleagues)));
  for (const [name, text] of signatureFiles(colleagues)) files.set(`colleague sign-offs/${name}`, text);
  files.set('SHA256SUMS.txt', hashList(files));
  return files;
}

/** Returns a folder for each signed file, and a table of all of them. */
export function filePacks(signOffs: readonly ParsedSignOff[], connection: string): Map<string, string> {
  const summaries = signOffs.map(summaryOf);
  const files = new Map([['files.csv', filesCsv(summaries)]]);
  for (const [index, { signed, sealed }] of signOffs.entries()) {
    const folder = fileNameText(summaries[index]?.name ?? signed.fileId);
    for (const [name, text] of evidencePack(signed, sealed, connection)) files.set(`${folder}/${name}`, text);
  }
  return files;
}

const filesCsv = (files: readonly SummarizedFile[]): string =>
  csvText([
    [
      'file',
      'period ends',
      'outcome',
      'lines',
      'lines that need attention',
      'accounts',
      'sum',
      'differences',
      'skipped checks',
      'decision',
      'signed by',
      'signed at',
      'note',
      'file sha256',
      'seal',
    ],
    ...files.map(({ signed, ...summary }) => [
      summary.name,
      summary.endDate,
      summary.outcome,
      summary.lines,
      summary.flaggedLines,
      summary.accounts,
      summary.sum,
      summary.differences.join(' '),
      summary.skipped.map(({ title, reason }) => `${title}: ${reason}`).join(' '),
      signed.decision === null ? null : DECISION_NAMES[signed.decision],
      signed.signedBy,
      signed.signedAt,
      signed.note,
      signed.fileSha256,
      signed.seal,
    ]),
  ]);
