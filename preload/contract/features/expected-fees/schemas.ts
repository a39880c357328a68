import { z } from 'zod';

/** Reasons why no fee is calculated. */
export const notCalculatedReason = z.enum([
  'unreadable-amount',
  /** Also billed by a file that the service no longer lists: the debit may count a fee twice. */
  'replaced-file',
  'no-structure',
  'several-structures',
  'unknown-structure',
  'balance-type',
  'favor-fee',
  'no-terms',
  'faulty-tiers',
  'frequency',
  'no-period-end',
  'opened-in-interval',
  'closed-in-interval',
  'first-billable-in-interval',
  'firm-adjustments',
  'minimum',
  'pays-for-others',
  'paid-by-group',
  'several-groups',
  'group-total',
  'no-balance',
]);
export type NotCalculatedReason = z.output<typeof notCalculatedReason>;

/**
 * Day-count conventions: the share of the yearly fee that an interval is charged, by its months out of 12, or its days
 * out of 365 or 366. In stored data, its key is `year`.
 */
export const dayCount = z.enum(['periods', 'days-365', 'days-366']);
export type DayCount = z.output<typeof dayCount>;

/** The amounts that the debit is near (within 1% or $1): for the account alone, or its share of the group's fee. */
export const feeMatch = z.enum(['alone', 'group', 'both', 'neither']);

/** The expected fee of an interval by one day-count convention, and what the debit is near. */
export const expectedAmounts = z.object({
  dayCount,
  /** Exact to the cent. */
  alone: z.string(),
  /** The account's share of its group's fee; null if the group cannot be calculated. */
  group: z.string().nullable(),
  match: feeMatch,
});
export type ExpectedAmounts = z.output<typeof expectedAmounts>;

/** A step of the yearly fee: a tier or the whole balance; null amounts for flat dollars. */
export const feeStep = z.object({
  tier: z.int().nullable(),
  amount: z.string().nullable(),
  rate: z.string().nullable(),
  fee: z.string(),
});

export const usedBalance = z.object({
  amount: z.string(),
  date: z.string().nullable(),
  /** `aum`: the service's balance for the date; `latest`: its latest balance, if it is of that date. */
  source: z.enum(['imported', 'aum', 'latest']),
  /** Name of the imported file; null for a paste, and for the service's balances. */
  file: z.string().nullable(),
});
export type UsedBalance = z.output<typeof usedBalance>;

/** Why a group's fee is not calculated. `zero-total`: the total is zero, or below the account's own balance. */
export const groupReason = z.enum(['no-group', 'several-groups', 'members-without-balance', 'zero-total']);

export const expectedPeriod = z.object({
  endDate: z.string().nullable(),
  debit: z.string(),
  /** The date whose balance is used, and the source of the date. */
  balanceDate: z.string().nullable(),
  dateSource: z.enum(['billing-report', 'period-end']),
  balance: usedBalance.nullable(),
  /** Balances of other sources that differ from it by more than $1. */
  differing: z.array(usedBalance),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-calculated'), why: notCalculatedReason }),
    z.object({
      kind: z.literal('calculated'),
      /** True if it depends on our interpretation of drop-through. */
      isDropThrough: z.boolean(),
      steps: z.array(feeStep),
      yearly: z.string(),
      /** The group's total and members; or why it is not calculated. */
      group: z.union([
        z.object({ name: z.string(), total: z.string(), members: z.int(), yearly: z.string() }),
        z.object({ why: groupReason }),
      ]),
      /** By day-count convention. Signed periods are stored with this name. */
      readings: z.array(expectedAmounts),
      /** The debit as a yearly rate of the balance, in percent, if it is above the firm's ceiling. */
      aboveCeiling: z.object({ rate: z.string(), ceiling: z.string() }).nullable(),
    }),
  ]),
  /** Without a balance: the one that the debit implies. */
  implied: z
    .object({
      balance: z.string(),
      dayCount,
      /** The balance that the debit of the previous period implies, with the same fee structure. */
      before: z.object({ endDate: z.string(), balance: z.string() }).nullable(),
    })
    .nullable(),
});
export type ExpectedPeriod = z.output<typeof expectedPeriod>;

/** The result of a line of a period, by the day-count convention that is used. */
export const LINE_RESULTS = ['neither', 'group', 'alone', 'both', 'not-calculated'] as const;
