import { appendTo, getOrCompute } from '#contract/maps';
import type { RecordOf } from '#contract/resources';
import { basePayment } from './base';
import type { Book } from './book';
import { isoDate, isoMidnight, isoDateTime, QUARTER_ENDS } from './calendar';
import { accountNumber, demoCustodianOf, DEMO_CUSTODIANS } from './custodians';
import { MAIN_FIRM } from './firms';
import { feeCsv, type FeeLine } from './fee-csv';
import { chargedFees } from './charged-fees';
import { feeCases } from './fee-cases';
import { slugify } from './slug';

export type FeeUploadFile = RecordOf<'feeUploadFiles'>;

export const FIRST_FILE_ID = 33;

/** In these two files the archive and the record disagree on purpose, for reconciliation to find. */
export const SHORT_FILE = FIRST_FILE_ID + 3; // one line of the record's totals is missing from the archive
export const LONG_FILE = FIRST_FILE_ID + 6; // one line is repeated, and one account does not belong to the firm

/**
 * A second file of the latest period: it bills one account again, for review to find. Its ID is below all others: by
 * descending ID, the period's main file stays first.
 */
const SECOND_FILE = FIRST_FILE_ID - 1;

/** The repeated line is at most this, so that the next period does not look like an unusual change. */
const MAX_REPEATED_CENTS = 9_000;

interface DirectFee {
  readonly index: number;
  readonly cents: number;
  readonly yearlyCents: number;
}

/** A quarter's billing: its lines by custodian index. */
interface Billing {
  /** Accounts with a line, in order. */
  readonly billed: readonly number[];
  /** Accounts that pay directly instead, each with its fee. */
  readonly direct: readonly DirectFee[];
  readonly lines: ReadonlyMap<number, readonly FeeLine[]>;
  readonly households: number;
  readonly cents: number;
  /** The total of the fees of a year. */
  readonly yearlyCents: number;
}

const billings = new WeakMap<Book, Map<number, Billing>>();

/** Returns a quarter's billing; `quarter` is an index into `QUARTER_ENDS`. */
export function billing(book: Book, quarter: number): Billing {
  const billingByQuarter = getOrCompute(billings, book, () => new Map());
  return getOrCompute(billingByQuarter, quarter, () => runBilling(book, quarter));
}

function runBilling(book: Book, quarter: number): Billing {
  const { seed } = book;
  const lines = new Map<number, FeeLine[]>();
  const families = new Set<number>();
  const billed: number[] = [];
  const direct: DirectFee[] = [];
  let total = 0;
  let yearly = 0;
  for (const [index, fee] of chargedFees(book, quarter)) {
    // 2: pays directly.
    if (basePayment(seed, index) === 2) {
      direct.push({ index, cents: fee.cents, yearlyCents: Math.round(fee.yearly) });
      continue;
    }
    appendTo(lines, demoCustodianOf(seed, index), { number: accountNumber(seed, index), cents: fee.cents });
    families.add(book.family[index] ?? 0);
    billed.push(index);
    total += fee.cents;
    yearly += fee.yearly;
  }
  return { billed, direct, lines, households: families.size, cents: total, yearlyCents: Math.round(yearly) };
}

/** Returns the index into `QUARTER_ENDS` of a fee upload file's period. */
export const quarterOfFile = (fileId: number): number =>
  fileId === SECOND_FILE ? QUARTER_ENDS.length - 1 : fileId - FIRST_FILE_ID;

/** Returns the only fee of the second file, with its account; null if the firm is too small. */
function secondFee(book: Book) {
  const index = feeCases(book).billedTwice;
  const fee = index === null ? undefined : chargedFees(book, quarterOfFile(SECOND_FILE)).get(index);
  return index === null || !fee ? null : { index, fee };
}

const quarterName = (quarter: number): string => {
  const iso = isoDate(QUARTER_ENDS[quarter] ?? 0);
  return `${iso.slice(0, 4)}Q${Number(iso.slice(5, 7)) / 3}`;
};

function entryName(quarter: number, custodian: number, run = ''): string {
  const { code = '', name = '' } = DEMO_CUSTODIANS[custodian] ?? {};
  return `${code}_${slugify(name)}_${quarterName(quarter)}${run}.csv`;
}
const secondEntryName = (custodian: number): string => entryName(quarterOfFile(SECOND_FILE), custodian, '_2');

const fileKey = (quarter: number, entry: string): string =>
  `fee-files/${MAIN_FIRM}/${quarterName(quarter)}/${entry}`;

/**
 * Returns the record of a quarter's fee upload file (spec 2.8). Its totals equal the sum of the lines in
 * cents.
 */
function feeUploadFile(book: Book, quarter: number): FeeUploadFile {
  const run = billing(book, quarter);
  const end = QUARTER_ENDS[quarter] ?? 0;
  const custodians = [...run.lines.keys()].sort((a, b) => a - b);
  // The oldest file predates household counts and annual totals.
  const isOldest = quarter === 0;
  const isLatest = quarter === QUARTER_ENDS.length - 1;
  return {
    object: 'billing.fee_upload_file',
    id: FIRST_FILE_ID + quarter,
    firm_id: MAIN_FIRM,
    end_date: isoMidnight(end),
    num_files: custodians.length,
    num_custodians: custodians.length,
    num_accounts: run.billed.length,
    num_households: isOldest ? null : run.households,
    // The latest file has twice its total, which no frequency explains, for review to find.
    total_annual_debit: isOldest ? null : (isLatest ? run.cents * 2 : run.yearlyCents) / 100,
    total_period_debit: run.cents / 100,
    file_keys: custodians.map((custodian) => fileKey(quarter, entryName(quarter, custodian))),
    // Six days after the period, at a time of day that differs from file to file.
    created_at_utc: isoDateTime(end + 6, quarter * 7919),
    updated_at_utc: isoDateTime(end + 6, quarter * 7919),
  };
}

/** Returns the record of the second file of the latest period; null if the firm is too small. */
function secondFile(book: Book): FeeUploadFile | null {
  const second = secondFee(book);
  if (!second) return null;
  const quarter = quarterOfFile(SECOND_FILE);
  const end = QUARTER_ENDS[quarter] ?? 0;
  const { index, fee } = second;
  return {
    object: 'billing.fee_upload_file',
    id: SECOND_FILE,
    firm_id: MAIN_FIRM,
    end_date: isoMidnight(end),
    num_files: 1,
    num_custodians: 1,
    num_accounts: 1,
    num_households: 1,
    total_annual_debit: Math.round(fee.yearly) / 100,
    total_period_debit: fee.cents / 100,
    file_keys: [fileKey(quarter, secondEntryName(demoCustodianOf(book.seed, index)))],
    created_at_utc: isoDateTime(end + 7, SECOND_FILE),
    updated_at_utc: isoDateTime(end + 7, SECOND_FILE),
  };
}

/** Returns two years of quarterly files, oldest first, after a second one of the latest quarter. */
export function demoFeeUploadFiles(book: Book): FeeUploadFile[] {
  const second = secondFile(book);
  return [...(second ? [second] : []), ...QUARTER_ENDS.map((_, quarter) => feeUploadFile(book, quarter))];
}

/** Returns the files of an archive by name, one per custodian. */
export function feeArchive(book: Book, fileId: number): Map<string, string> {
  const quarter = quarterOfFile(fileId);
  const end = QUARTER_ENDS[quarter] ?? 0;
  if (fileId === SECOND_FILE) {
    const second = secondFee(book);
    if (!second) return new Map();
    const custodian = demoCustodianOf(book.seed, second.index);
    const line = { number: accountNumber(book.seed, second.index), cents: second.fee.cents };
    const text = feeCsv(DEMO_CUSTODIANS[custodian]?.code ?? 'SWB', [line], isoDate(end));
    return new Map([[secondEntryName(custodian), text]]);
  }
  const run = billing(book, quarter);
  const biggest = [...run.lines].sort((a, b) => b[1].length - a[1].length)[0]?.[0];
  const texts = [...run.lines].map(([custodian, lines]): [string, string] => {
    const archiveLines = custodian === biggest ? withPlantedErrors(fileId, lines) : lines;
    return [
      entryName(quarter, custodian),
      feeCsv(DEMO_CUSTODIANS[custodian]?.code ?? 'SWB', archiveLines, isoDate(end)),
    ];
  });
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withPlantedErrors(fileId: number, lines: readonly FeeLine[]): readonly FeeLine[] {
  if (fileId === SHORT_FILE) return lines.slice(0, -1);
  const repeated = lines.findLast(({ cents }) => cents < MAX_REPEATED_CENTS) ?? lines.at(-1);
  if (fileId === LONG_FILE && repeated) return [...lines, repeated, { number: '99999999', cents: 12_345 }];
  return lines;
}
