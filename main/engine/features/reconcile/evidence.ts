import { zipSync, type Zippable } from 'fflate';
import { inflateRawSync } from 'node:zlib';
import { LINE_KINDS, type LineKind, type SignedOff } from '#contract/features/reconcile/calls';
import type { SealedResult } from '../../workspace/features/reconcile/reconciliations';
import { sha256, signatureText } from './seal';
import { summaryHtml } from './summary-html';
import { comparisonsCsv, custodiansCsv, linesOfKind } from './tables';
import { resultWithSentences } from './evidence-result';

/**
 * Creates the evidence pack of a signed reconciliation from the sealed data only, not from the current file
 * or cache.
 */
export function evidencePack(
  signed: SignedOff,
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
  files.set('SHA256SUMS.txt', sums(files));
  return files;
}

const kindFileName = (kind: LineKind): string => `lines ${LINE_KINDS[kind].toLowerCase()}.csv`;

/** In the format of sha256sum: two spaces between hash and name. */
const sums = (files: ReadonlyMap<string, string>): string =>
  [...files].map(([name, text]) => `${sha256(text)}  ${name}\n`).join('');

/** Packs the files into one zip; `at` is their timestamp. */
export function packFiles(files: ReadonlyMap<string, string>, at: Date): Uint8Array {
  const content: Zippable = {};
  for (const [name, text] of files) content[name] = [Buffer.from(text, 'utf8'), { mtime: at }];
  return zipSync(content, { level: 6 });
}
