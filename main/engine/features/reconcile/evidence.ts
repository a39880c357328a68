import { sha256 } from '#common/sha256';
import { zipSync, type Zippable } from 'fflate';
import { inflateRawSync } from 'node:zlib';
import type { SignedReconciliation } from '#contract/features/reconcile/schemas';
import { LINE_KINDS, type LineKind } from '#contract/features/reconcile/reconciliation';
import type { SealedResult } from './saved-work/reconciliations';
import { signatureText } from './saved-work/seal';
import { summaryHtml } from './summary-html';
import { comparisonsCsv, custodiansCsv, linesOfKind } from './tables';
import { resultWithSentences } from './evidence-result';

/** The files of a pack by name. */
export type PackFiles = ReadonlyMap<string, string | Uint8Array>;

/**
 * Creates the evidence pack of a signed reconciliation from the sealed data only, not from the current file
 * or cache.
 */
export function evidencePack(
  signed: SignedReconciliation,
  sealed: SealedResult,
  connection: string,
): Map<string, string> {
  const result = resultWithSentences(signed.format, sealed.result);
  const lines = inflateRawSync(sealed.lines).toString('utf8');
  const files = new Map<string, string>([
    ['summary.html', summaryHtml(result, signed, connection)],
    ['comparisons.csv', comparisonsCsv(result)],
    ['custodians.csv', custodiansCsv(result)],
    ['lines.csv', lines],
  ]);
  for (const { kind } of result.kinds) files.set(kindFileName(kind), linesOfKind(lines, kind));
  files.set('result.json', sealed.result);
  files.set('signature.json', signatureText(signed));
  files.set('SHA256SUMS.txt', hashList(files));
  return files;
}

const kindFileName = (kind: LineKind): string => `lines ${LINE_KINDS[kind].toLowerCase()}.csv`;

/** Returns hashes in the format of sha256sum: two spaces between hash and name. */
export const hashList = (files: PackFiles): string =>
  [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');

/** Packs the files into one zip; `createdAt` is their timestamp. */
export function packFiles(files: PackFiles, createdAt: Date): Uint8Array {
  const content: Zippable = {};
  for (const [name, fileContent] of files)
    content[name] = [
      typeof fileContent === 'string' ? Buffer.from(fileContent, 'utf8') : fileContent,
      { mtime: createdAt },
    ];
  return zipSync(content, { level: 6 });
}
