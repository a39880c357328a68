import { z } from 'zod';

/** Boundaries between the bars of the chart: sizes of a change in percent. */
export const CHANGE_EDGES = [5, 15, 25, 50] as const;
/** Number of bars: lower fees by size, the same fee, and higher fees by size. */
export const CHANGE_BARS = 2 * (CHANGE_EDGES.length + 1) + 1;

/** An account with an unusual change or rate, with the exact total of its fees. */
const outlier = z.object({
  account: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  debit: z.string(),
});

/**
 * Number of a period's listed fee files (`listed`), of those whose lines are on this computer (`read`), and of those
 * among them whose archive has skipped files that may hold fees (`partlyRead`).
 */
const filesRead = z.object({ endDate: z.string(), read: z.int(), listed: z.int(), partlyRead: z.int() });

export const feeChanges = z.object({
  now: filesRead,
  before: filesRead,
  /** Accounts by size of the change, from the largest decrease to the largest increase. */
  bars: z.array(z.int()).length(CHANGE_BARS),
  /** Accounts billed now and not before, and vice versa. */
  started: z.int(),
  ended: z.int(),
  /** Accounts without a percentage: the earlier amount is not positive, or an amount could not be read. */
  notCompared: z.int(),
  /** Accounts left out: in one of the periods, a file missing from the service's list also bills them. */
  mayCountTwice: z.int(),
  /** Accounts whose change exceeds both thresholds. */
  unusual: z.int(),
  /** The thresholds. */
  percent: z.string(),
  dollars: z.string(),
  /** The unusual changes that are the largest in dollars, the largest first. */
  outliers: z.array(outlier.extend({ before: z.string() })),
});
export type FeeChanges = z.output<typeof feeChanges>;

/** Accounts with balances from `from` to less than `to` dollars, and their fees for a year as percentages. */
const rateRange = z.object({
  from: z.int(),
  /** Null: no limit. */
  to: z.int().nullable(),
  accounts: z.int(),
  /** The 10th percentile of the rates, the median, and the 90th percentile. */
  low: z.string(),
  median: z.string(),
  high: z.string(),
});
export type RateRange = z.output<typeof rateRange>;

/** Minimum number of accounts in a range; with fewer, no rate in it is called unusual. */
export const MIN_ACCOUNTS_PER_RANGE = 10;

export const feeRates = z.object({
  /** The dates of the balances, the earliest first; several if the billing reports of the period's files differ. */
  balanceDates: z.array(z.string()),
  /** Ranges with accounts, the lowest balances first. */
  ranges: z.array(rateRange),
  /** Accounts left out: no balance of their date, payers of other accounts, or an unknown billing period. */
  withoutBalance: z.int(),
  payers: z.int(),
  unknownLength: z.int(),
  /** Accounts left out: an amount could not be read, or the list of accounts does not have them. */
  unread: z.int(),
  notListed: z.int(),
  /** Accounts left out: a file missing from the service's list also bills them. */
  mayCountTwice: z.int(),
  /** Accounts with more than twice, or less than half, the median rate of their range, if it has enough accounts. */
  unusual: z.int(),
  /** The unusual rates farthest from the median, the farthest first. `range`: index into `ranges`. */
  outliers: z.array(outlier.extend({ balance: z.string(), rate: z.string(), range: z.int() })),
});
export type FeeRates = z.output<typeof feeRates>;

/** Charts of a period's fees. Null: nothing on this computer to compare with. */
export const periodCharts = z.object({ changes: feeChanges.nullable(), rates: feeRates.nullable() });
export type PeriodCharts = z.output<typeof periodCharts>;
