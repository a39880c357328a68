import { decimalOf, plain } from '#contract/fees/decimal';
import { isTotalOf } from '#contract/money';
import type { CacheReader } from '../../cache/query/reader';
import type { CountedArchive } from './saved-work/fee-history';

/** Returns the total fees in a file's record as exact text; null if the service does not list the file, or its total. */
export function recordTotal(reader: Pick<CacheReader, 'rowsOf'>, fileId: string): string | null {
  const [row] = reader.rowsOf('feeUploadFiles', [fileId], ['total_period_debit']);
  const total = decimalOf(row?.[2] ?? undefined);
  return total && plain(total);
}

/**
 * Returns whether fees of an archive may be missing: some of its files were skipped, and the lines of the others do not
 * add up to the record's total. `sum`: null if an amount could not be read.
 */
export const mayLackFees = (
  { leftOut }: Pick<CountedArchive, 'leftOut'>,
  sum: string | null,
  total: string | null,
): boolean => leftOut > 0 && (sum === null || total === null || !isTotalOf(sum, total));
