import { oc } from '@orpc/contract';
import { z } from 'zod';
import { sheetMapping, sheetOutcome, sheetSource, sheetTable } from '../../calls/sheet-tables';
import { errors } from '../../failure';

const call = oc.errors(errors);

/** Why no fee is calculated: a result like any other. */
export const notCalculatedReason = z.enum([
  'no-structure',
  'several-structures',
  'unknown-structure',
  'balance-type',
  'favor-fee',
  'no-terms',
  'faulty-tiers',
  'frequency',
  'no-period-end',
  'closed-in-interval',
  'first-billable-in-interval',
  'firm-adjustments',
  'minimum',
  'no-balance',
]);
export type NotCalculatedReason = z.output<typeof notCalculatedReason>;

/** How a year is divided: by its periods, or by the days of the interval out of 365 or 366. */
export const yearDivision = z.enum(['periods', 'days-365', 'days-366']);
export type YearDivision = z.output<typeof yearDivision>;

/** Which of the two amounts the debit is near: within 1% or $1. */
export const feeMatch = z.enum(['alone', 'group', 'both', 'neither']);

export const feeReading = z.object({
  year: yearDivision,
  /** Exact to the cent. */
  alone: z.string(),
  /** The account's share of its group's fee; null if the group cannot be calculated. */
  group: z.string().nullable(),
  match: feeMatch,
});
export type FeeReading = z.output<typeof feeReading>;

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
  source: z.enum(['imported', 'latest']),
  /** Name of the imported file; null for a paste, and for the latest balance. */
  file: z.string().nullable(),
});
export type UsedBalance = z.output<typeof usedBalance>;

export const groupReason = z.enum(['no-group', 'several-groups', 'members-without-balance', 'zero-total']);

export const expectedPeriod = z.object({
  endDate: z.string().nullable(),
  debit: z.string(),
  /** The date whose balance counts, and where it comes from. */
  balanceDate: z.string().nullable(),
  dateSource: z.enum(['billing-report', 'period-end']),
  balance: usedBalance.nullable(),
  /** Another source that is more than $1 apart. */
  differing: usedBalance.nullable(),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-calculated'), why: notCalculatedReason }),
    z.object({
      kind: z.literal('calculated'),
      /** True if it depends on our reading of drop-through. */
      isDropThrough: z.boolean(),
      steps: z.array(feeStep),
      yearly: z.string(),
      /** The group's total and members; or why it is not calculated. */
      group: z.union([
        z.object({ name: z.string(), total: z.string(), members: z.int(), yearly: z.string() }),
        z.object({ why: groupReason }),
      ]),
      readings: z.array(feeReading),
    }),
  ]),
});
export type ExpectedPeriod = z.output<typeof expectedPeriod>;

/** What a debit should be by the set-up fee structure. Compares; sends nothing. */
export const expectedFeesContract = {
  /** Fails with `file-unreadable`, or with `refused` if it is empty or too long. */
  read: call.input(sheetSource).output(sheetTable),
  /** Says what `store` would do. */
  check: call.input(sheetMapping).output(sheetOutcome),
  /** Stores every line that names an account and its balance of a billed date. */
  store: call.input(sheetMapping).output(sheetOutcome),
  /** Writes a spreadsheet with the headings to a chosen file. */
  template: call.input(z.object({ grant: z.string() })).output(z.object({ rows: z.int() })),
  /** Returns the imported balances by date, the latest first. */
  balances: call.output(
    z.array(
      z.object({
        date: z.string(),
        accounts: z.int(),
        file: z.string().nullable(),
        importedAt: z.string(),
        importedBy: z.string(),
      }),
    ),
  ),
  /** Returns the account's debits by period next to the expected fee, the latest first. */
  of: call.input(z.object({ account: z.string().max(200) })).output(
    z.object({
      structure: z.string().nullable(),
      structuresAsOf: z.string().nullable(),
      periods: z.array(expectedPeriod),
    }),
  ),
};
