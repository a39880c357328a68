import type { FeeFileFacts } from '#contract/features/reconcile/reconciliation';
import { differInLength, periodMonths } from '#contract/dates';
import { valueAt } from '#contract/exact-json/patch';
import { Verbatim } from '#contract/exact-json/read';

/** Facts from the record of a fee upload file (spec 2.8); amounts keep all their digits. */

export type RecordFacts = FeeFileFacts['record'] & {
  readonly endDate: string | null;
  readonly firmId: string | null;
};

/** Returns what a record states; null for a missing value, and for a count or amount that is not a number. */
export function recordFacts(raw: string): RecordFacts {
  const text = (name: string): string | null => {
    const value = valueAt(raw, [name]);
    const valueText = typeof value === 'number' || value instanceof Verbatim ? String(value) : value;
    return typeof valueText === 'string' && valueText.trim() !== '' ? valueText.trim() : null;
  };
  const wholeNumberOf = (name: string): number | null => {
    const value = text(name);
    return value !== null && /^\d+(\.0+)?$/.test(value) ? Number(value) : null;
  };
  const money = text('total_period_debit');
  return {
    files: wholeNumberOf('num_files'),
    custodians: wholeNumberOf('num_custodians'),
    accounts: wholeNumberOf('num_accounts'),
    households: wholeNumberOf('num_households'),
    periodDebit: money !== null && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(money) ? money : null,
    endDate: text('end_date')?.slice(0, 10) ?? null,
    firmId: text('firm_id'),
  };
}

/** Facts of a record that is not in the cache; nothing can be compared with it. */
export const NO_RECORD: RecordFacts = {
  files: null,
  custodians: null,
  accounts: null,
  households: null,
  periodDebit: null,
  endDate: null,
  firmId: null,
};

export interface DatedFile {
  readonly key: string;
  readonly endDate: string | null;
  readonly firmId: string | null;
}

/**
 * Returns the files of the same firm's previous period (any firm's without `firmId`), in the reverse order of `all`. Skips
 * periods that cover more or fewer months, such as months before a quarter.
 */
export function filesOfPreviousPeriod(
  all: readonly DatedFile[],
  endDate: string | null,
  firmId: string | null,
): DatedFile[] {
  if (endDate === null) return [];
  const firmFiles = all.filter((file) => firmId === null || file.firmId === firmId);
  const months = periodMonths([endDate, ...firmFiles.flatMap((file) => file.endDate ?? [])]);
  const earlier = firmFiles.filter(
    (file) =>
      file.endDate !== null && file.endDate < endDate && !differInLength(file.endDate, endDate, months),
  );
  const latest = earlier.reduce((last, { endDate: end }) => (end !== null && end > last ? end : last), '');
  return earlier.filter((file) => file.endDate === latest).reverse();
}
