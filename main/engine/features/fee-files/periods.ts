import type { PeriodTotal } from '#contract/features/fee-files/calls';
import type { CacheReader } from '../../cache/query/reader';
import { appendTo } from '#contract/maps';
import { sumOf } from '#contract/money';
import { allRecordsQuery, type Query } from '#contract/query';
import type { ReconciledFile } from '../reconcile/saved-work/reconciliations';
import { recordFacts, type RecordFacts } from './file-facts';

export interface ListedFile extends RecordFacts {
  readonly key: string;
}

/** The query of all fee upload files by period end. */
export const filesByPeriodEnd = (descending: boolean): Query => ({
  ...allRecordsQuery('feeUploadFiles'),
  sort: { field: 'end_date', descending },
});

/** Yields the facts of all cached fee upload files, earliest period end first; amounts keep all their digits (spec 2.8). */
export function* listedFiles(reader: Pick<CacheReader, 'keys' | 'get'>): Generator<ListedFile> {
  for (const key of reader.keys({ query: filesByPeriodEnd(false), offset: 0, limit: Infinity }).keys) {
    const record = reader.get({ resource: 'feeUploadFiles', key });
    if (record) yield { key, ...recordFacts(record.raw) };
  }
}

/**
 * Returns totals by period end, oldest first, for the listed files that have one. Totals by custodian come
 * from files reconciled on this computer.
 */
export function periodTotals(reader: CacheReader, reconciled: readonly ReconciledFile[]): PeriodTotal[] {
  const periods = new Map<string, ListedFile[]>();
  for (const facts of listedFiles(reader))
    if (facts.endDate !== null) appendTo(periods, facts.endDate, facts);
  const reconciledById = new Map(reconciled.map((file) => [file.fileId, file]));
  return [...periods].map(([endDate, files]) => {
    const filesWithoutAmount = files.filter(({ periodDebit }) => periodDebit === null).length;
    return {
      endDate,
      fileIds: files.map(({ key }) => key),
      // An unknown value is not zero.
      accounts: files.every(({ accounts }) => accounts !== null)
        ? files.reduce((sum, { accounts }) => sum + (accounts ?? 0), 0)
        : null,
      debit: filesWithoutAmount === files.length ? null : sumOf(files.map(({ periodDebit }) => periodDebit)),
      filesWithoutAmount,
      unreconciled: files.filter(({ key }) => !reconciledById.has(key)).map(({ key }) => key),
      custodians: byCustodian(files.flatMap(({ key }) => reconciledById.get(key) ?? [])),
    };
  });
}

function byCustodian(files: readonly ReconciledFile[]): PeriodTotal['custodians'] {
  const sums = new Map<string, PeriodTotal['custodians'][number]>();
  for (const { fileId, custodians } of files)
    for (const { custodian, sum } of custodians) {
      const known = sums.get(custodian);
      const fileIds = new Set([...(known?.fileIds ?? []), fileId]);
      sums.set(custodian, { custodian, sum: sumOf([known?.sum ?? null, sum]), fileIds: [...fileIds] });
    }
  return [...sums.values()];
}

/** Returns the keys of all cached fee upload files, latest period first. */
export const allFiles = (reader: CacheReader): string[] =>
  reader.keys({ query: filesByPeriodEnd(true), offset: 0, limit: Infinity }).keys;

/** Returns the facts that a downloaded archive is compared with; null if its record is not cached. */
export function archiveFacts(reader: CacheReader, fileId: string): RecordFacts | null {
  const record = reader.get({ resource: 'feeUploadFiles', key: fileId });
  return record && recordFacts(record.raw);
}
