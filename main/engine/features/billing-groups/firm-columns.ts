import { scheduleGc } from '#common/schedule-gc';
import type { CacheReader } from '../../cache/query/reader';
import { ACCOUNT_FIELDS, accountRecordOf, FirmAccounts } from './account-columns';
import { PAYERS_COLUMN } from './fee-payers';
import { FirmGroups } from './group-columns';
import { scanInChunks } from '../../records/scan-in-chunks';

/** Unused columns are released after this time; they take about 70 bytes per account. */
const MAX_IDLE_MS = 60_000;

/** A firm's accounts and billing groups as columns, for computations over all of them. */
export class FirmColumns {
  readonly accounts: FirmAccounts;
  readonly groups: FirmGroups;

  /** `expected`: the approximate number of accounts. */
  constructor(expected = 0) {
    this.accounts = new FirmAccounts(expected);
    this.groups = new FirmGroups(this.accounts, expected);
  }
}

type Reader = Pick<CacheReader, 'version' | 'scan' | 'approximateCount'>;

/**
 * The columns read of a group; a row begins with its row number and key. PAYERS_COLUMN has its accounts and their
 * payers, so the record is not parsed.
 */
const GROUP_COLUMNS = ['name', 'household_id', 'firm_id', PAYERS_COLUMN] as const;

/** Reads all billing groups. Call it before the accounts are added, because groups decide which of them are payers. */
export async function readGroups(
  reader: Reader,
  { groups }: FirmColumns,
  pause: () => Promise<void>,
): Promise<void> {
  await scanInChunks(reader.scan('billingGroups', GROUP_COLUMNS), pause, (rows) => {
    for (const row of rows)
      groups.add(row[0], row[1], String(row[2] ?? ''), row[3] ?? null, row[4] ?? null, row[5] ?? null);
  });
}

/** Reads and memoizes accounts and billing groups. */
export async function readFirm(reader: Reader, pause: () => Promise<void>): Promise<FirmColumns> {
  const { version } = reader;
  const columns = new FirmColumns(reader.approximateCount('accounts'));
  await readGroups(reader, columns, pause);
  await scanInChunks(reader.scan('accounts', ACCOUNT_FIELDS), pause, (rows) => {
    for (const row of rows) columns.accounts.add(accountRecordOf(row));
  });
  memoizeColumns(reader, version, columns);
  return columns;
}

interface MemoizedColumns {
  readonly version: number;
  readonly columns: FirmColumns;
  readonly drop: NodeJS.Timeout;
}
const memoized = new WeakMap<object, MemoizedColumns>();

/** Returns the memoized columns of the current data, if any. */
export function memoizedColumns(reader: Pick<Reader, 'version'>): FirmColumns | undefined {
  const known = memoized.get(reader);
  if (known?.version !== reader.version) return undefined;
  known.drop.refresh();
  return known.columns;
}

/** Memoizes columns that were read completely at a version of the data. `onReleased` is called after they were released. */
export function memoizeColumns(
  reader: Pick<Reader, 'version'>,
  version: number,
  columns: FirmColumns,
  onReleased: () => void = scheduleGc,
): void {
  clearTimeout(memoized.get(reader)?.drop);
  memoized.delete(reader);
  if (reader.version !== version) return;
  const drop = setTimeout(() => {
    memoized.delete(reader);
    onReleased(); // in an idle engine, nothing else would free them for hours
  }, MAX_IDLE_MS).unref();
  memoized.set(reader, { version, columns, drop });
}
