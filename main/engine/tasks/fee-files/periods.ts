import type { CustodianPeriod, PeriodTotal } from '../../../../preload/contract/calls/fee-files';
import type { CacheReader } from '../../cache/reader';
import { sumOf } from '../../../../preload/contract/domain/money';
import { recordFacts, type RecordFacts } from './file-facts';

const AT_ONCE = 1_000;

/** The records of all cached fee upload files, read without losing a digit of their money (spec 2.8). */
function* allFacts(reader: CacheReader): Generator<RecordFacts> {
  const query = {
    resource: 'feeUploadFiles' as const,
    search: '',
    filters: [],
    sort: { field: 'end_date', descending: false },
  };
  for (let offset = 0; ; offset += AT_ONCE) {
    const { keys } = reader.keys({ query, offset, limit: AT_ONCE });
    for (const key of keys) {
      const record = reader.get({ resource: 'feeUploadFiles', key });
      if (record) yield recordFacts(record.raw);
    }
    if (keys.length < AT_ONCE) return;
  }
}

/** Totals by period end, the earliest first; files without a period end belong to none. */
export function periodTotals(reader: CacheReader): PeriodTotal[] {
  const periods = new Map<string, RecordFacts[]>();
  for (const facts of allFacts(reader)) {
    if (facts.endDate === null) continue;
    const known = periods.get(facts.endDate);
    if (known) known.push(facts);
    else periods.set(facts.endDate, [facts]);
  }
  return [...periods].map(([endDate, files]) => {
    const untold = files.filter(({ periodDebit }) => periodDebit === null).length;
    return {
      endDate,
      files: files.length,
      accounts: files.reduce((sum, { accounts }) => sum + (accounts ?? 0), 0),
      // Files that tell no debit have not debited zero.
      debit: untold === files.length ? null : sumOf(files.map(({ periodDebit }) => periodDebit)),
      untold,
    };
  });
}

/** Sums by period end and custodian, the earliest first; files without a period end belong to none. */
export function sumsByCustodian(
  found: readonly { readonly endDate: string | null; readonly custodian: string; readonly sum: string }[],
): CustodianPeriod[] {
  const periods = new Map<string, CustodianPeriod>();
  for (const { endDate, custodian, sum } of found) {
    if (endDate === null) continue;
    const key = `${endDate} ${custodian}`;
    const known = periods.get(key);
    periods.set(key, { endDate, custodian, sum: sumOf([known?.sum ?? null, sum]) });
  }
  return [...periods.values()].sort((a, b) => a.endDate.localeCompare(b.endDate));
}

/** The keys of all cached fee upload files, the latest period first. */
export function allFiles(reader: CacheReader): string[] {
  const keys: string[] = [];
  const query = {
    resource: 'feeUploadFiles' as const,
    search: '',
    filters: [],
    sort: { field: 'end_date', descending: true },
  };
  for (;;) {
    const page = reader.keys({ query, offset: keys.length, limit: AT_ONCE }).keys;
    keys.push(...page);
    if (page.length < AT_ONCE) return keys;
  }
}

/** What a saved archive is compared with when it comes. */
export function archiveFacts(reader: CacheReader, fileId: string): RecordFacts | null {
  const record = reader.get({ resource: 'feeUploadFiles', key: fileId });
  return record && recordFacts(record.raw);
}
