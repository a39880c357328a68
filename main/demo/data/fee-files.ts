import type { RecordOf } from '#contract/resources';
import { basePayment, baseStatus, CLOSED, closingDay, FUNDED, inceptionDay, STALE } from './base';
import type { Book } from './book';
import { isoDate, isoMidnight, isoMoment, QUARTER_ENDS } from './calendar';
import { accountNumber, demoCustodianOf, DEMO_CUSTODIANS } from './custodians';
import { MAIN_FIRM } from './firms';
import { feeCsv, type FeeLine } from './fee-csv';
import { demoFeeStructures } from './fee-structures';
import { quarterFeeCents } from './fees';
import { slugify } from './slug';

export type FeeUploadFile = RecordOf<'feeUploadFiles'>;

export const FIRST_FILE = 33;
const MAX_LINES = 20_000;

/** In these two files the archive and the record disagree on purpose, for reconciliation to find. */
export const SHORT_FILE = FIRST_FILE + 3; // one line of the record's totals is missing from the archive
export const LONG_FILE = FIRST_FILE + 6; // one line is repeated, and one account does not belong to the firm

interface DirectFee {
  readonly index: number;
  readonly cents: number;
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
}

/** Returns whether the account existed and was billed in a quarter. Later changes do not matter. */
function wasBilled(book: Book, index: number, end: number): boolean {
  const { seed } = book;
  if (basePayment(seed, index) === 0 || inceptionDay(seed, index) > end - 30) return false;
  const status = baseStatus(seed, index);
  return status === FUNDED || status === STALE || (status === CLOSED && closingDay(seed, index) > end);
}

/** A large firm bills in several runs; the demo's covers every nth family. */
const strideOf = ({ baseSize }: Book): number => Math.ceil(baseSize / MAX_LINES);

/** From here on, the first account of the latest file was billed too early. */
const BILLED_EARLY_FROM = 500;
/** Days from the end of the latest period to the account's first billable date: after the next one too. */
const BILLED_EARLY_DAYS = 120;
const billedEarly = new WeakMap<Book, number>();

/**
 * Returns the first billable day, in days since 1970, of the one account that the latest file bills before it;
 * null for the others. Review finds it.
 */
export function firstBillableAfterFee(book: Book, index: number): number | null {
  const quarter = QUARTER_ENDS.length - 1;
  const end = QUARTER_ENDS[quarter] ?? 0;
  let planted = billedEarly.get(book);
  if (planted === undefined) {
    const structures = demoFeeStructures(book.seed);
    planted = BILLED_EARLY_FROM;
    while (planted < book.baseSize && !isCustodianBilled(book, planted, quarter, structures)) planted += 1;
    billedEarly.set(book, planted);
  }
  return index === planted && index < book.baseSize ? end + BILLED_EARLY_DAYS : null;
}

function isCustodianBilled(
  book: Book,
  index: number,
  quarter: number,
  structures: ReturnType<typeof demoFeeStructures>,
): boolean {
  return (
    (book.family[index] ?? 0) % strideOf(book) === 0 &&
    basePayment(book.seed, index) !== 2 &&
    wasBilled(book, index, QUARTER_ENDS[quarter] ?? 0) &&
    quarterFeeCents(book.seed, index, quarter, structures) > 0
  );
}

/** Returns a quarter's billing; `quarter` is an index into `QUARTER_ENDS`. */
export function billing(book: Book, quarter: number): Billing {
  const structures = demoFeeStructures(book.seed);
  const end = QUARTER_ENDS[quarter] ?? 0;
  const lines = new Map<number, FeeLine[]>();
  const families = new Set<number>();
  const billed: number[] = [];
  const direct: DirectFee[] = [];
  let total = 0;
  const stride = strideOf(book);
  for (let index = 0; index < book.baseSize; index++) {
    const family = book.family[index] ?? 0;
    if (family % stride !== 0 || !wasBilled(book, index, end)) continue;
    const cents = quarterFeeCents(book.seed, index, quarter, structures);
    if (cents === 0) continue;
    if (basePayment(book.seed, index) === 2) {
      direct.push({ index, cents });
      continue;
    }
    const custodian = demoCustodianOf(book.seed, index);
    const line = { number: accountNumber(book.seed, index), cents };
    const of = lines.get(custodian);
    if (of) of.push(line);
    else lines.set(custodian, [line]);
    families.add(family);
    billed.push(index);
    total += cents;
  }
  return { billed, direct, lines, households: families.size, cents: total };
}

const quarterName = (quarter: number): string => {
  const iso = isoDate(QUARTER_ENDS[quarter] ?? 0);
  return `${iso.slice(0, 4)}Q${Number(iso.slice(5, 7)) / 3}`;
};

const entryName = (quarter: number, custodian: number): string => {
  const { code = '', name = '' } = DEMO_CUSTODIANS[custodian] ?? {};
  return `${code}_${slugify(name)}_${quarterName(quarter)}.csv`;
};

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
  return {
    object: 'billing.fee_upload_file',
    id: FIRST_FILE + quarter,
    firm_id: MAIN_FIRM,
    end_date: isoMidnight(end),
    num_files: custodians.length,
    num_custodians: custodians.length,
    num_accounts: run.billed.length,
    num_households: isOldest ? null : run.households,
    total_annual_debit: isOldest ? null : (run.cents * 4) / 100,
    total_period_debit: run.cents / 100,
    file_keys: custodians.map(
      (custodian) => `fee-files/${MAIN_FIRM}/${quarterName(quarter)}/${entryName(quarter, custodian)}`,
    ),
    created_at_utc: isoMoment(end + 6, quarter * 7919),
    updated_at_utc: isoMoment(end + 6, quarter * 7919),
  };
}

/** Returns two years of quarterly files, oldest first. */
export const demoFeeUploadFiles = (book: Book): FeeUploadFile[] =>
  QUARTER_ENDS.map((_, quarter) => feeUploadFile(book, quarter));

/** Returns the files of a quarter's archive by name, one per custodian. */
export function feeArchive(book: Book, fileId: number): Map<string, string> {
  const quarter = fileId - FIRST_FILE;
  const run = billing(book, quarter);
  const end = QUARTER_ENDS[quarter] ?? 0;
  const biggest = [...run.lines].sort((a, b) => b[1].length - a[1].length)[0]?.[0];
  const texts = [...run.lines].map(([custodian, lines]): [string, string] => {
    const shown = custodian === biggest ? tampered(fileId, lines) : lines;
    return [
      entryName(quarter, custodian),
      feeCsv(DEMO_CUSTODIANS[custodian]?.code ?? 'SWB', shown, isoDate(end)),
    ];
  });
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function tampered(fileId: number, lines: readonly FeeLine[]): readonly FeeLine[] {
  const last = lines.at(-1);
  if (fileId === SHORT_FILE) return lines.slice(0, -1);
  if (fileId === LONG_FILE && last) return [...lines, last, { number: '99999999', cents: 12_345 }];
  return lines;
}
