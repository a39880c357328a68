import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { sheetMapping, sheetOutcome, sheetSource, sheetTable } from '../../calls/sheet-tables';
import { errors } from '../../failure';
import { dayCount, expectedPeriod, notCalculatedReason, LINE_RESULTS } from './schemas';

const call = oc.errors(errors);

/** The firm's choice of a day-count convention. */
export const dayCountDecision = z.object({ dayCount, by: z.string(), at: z.string() });
export type DayCountDecision = z.output<typeof dayCountDecision>;
export const lineResult = z.enum(LINE_RESULTS);
export type LineResult = z.output<typeof lineResult>;

/** A debited account of a period next to its expected fee. */
export const comparedLine = z.object({
  account: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  debit: z.string(),
  result: lineResult,
  why: notCalculatedReason.nullable(),
  alone: z.string().nullable(),
  group: z.string().nullable(),
  /** True if the balance sources are more than $1 apart. */
  hasDifferingBalances: z.boolean(),
});
export type ComparedLine = z.output<typeof comparedLine>;

/** Number of lines whose debit is near the fee that a convention gives for the account or for its share of the group. */
export const explainedCount = z.object({
  dayCount,
  lines: z.int(),
  /** Of them, those whose debit no other convention comes closer to. */
  closest: z.int(),
});

/** Counts of the values that the service returned for a date, and of the excluded ones. */
export const aumOutcome = z.object({
  date: z.string(),
  /** Requested accounts. */
  requested: z.int(),
  stored: z.int(),
  /** Without a usable value in the responses. */
  missing: z.int(),
  /** Values that were excluded, by reason. */
  excluded: z.array(
    z.object({
      why: z.enum(['not-requested', 'duplicate', 'not-money', 'negative', 'other-date']),
      count: z.int(),
    }),
  ),
});
export type AumOutcome = z.output<typeof aumOutcome>;

/** Compares debits with the fees that the fee structures give. Changes nothing in the service. */
export const expectedFeesContract = {
  /** Fails with `file-unreadable`, or with `refused` if it is empty or too long. */
  read: call.input(sheetSource).output(sheetTable),
  /** Returns the result that `store` would have. */
  check: call.input(sheetMapping).output(sheetOutcome),
  /** Stores every line that names an account and its balance for a billed date. */
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
  get: call.input(z.object({ account: z.string().max(200) })).output(
    z.object({
      structure: z.string().nullable(),
      structuresAsOf: z.string().nullable(),
      dayCount: dayCountDecision.nullable(),
      periods: z.array(expectedPeriod),
    }),
  ),
  /** Returns the period ends of the fee history, the latest first, with the number of available balances. */
  periods: call.output(
    z.array(
      z.object({
        endDate: z.iso.date(),
        /** The dates whose balances are used: each file has one. */
        balanceDates: z.array(z.string()),
        imported: z.int(),
        fromService: z.int(),
      }),
    ),
  ),
  /** Returns a period's debits next to their expected fees, and which day-count convention explains most of them. */
  compare: call
    .input(
      z.object({
        endDate: z.iso.date(),
        result: lineResult.optional(),
        offset: z.int().nonnegative(),
        limit: z.int().positive().max(1_000),
      }),
    )
    .output(
      z.object({
        items: z.array(comparedLine),
        total: z.int(),
        counts: z.record(lineResult, z.int()),
        explained: z.array(explainedCount),
        /** The convention that comes closest to the most lines, if only one does. */
        proposed: dayCount.nullable(),
        decision: dayCountDecision.nullable(),
        /** The convention that the results use. */
        dayCount,
      }),
    ),
  decideDayCount: call.input(z.object({ dayCount })).output(dayCountDecision),
  /**
   * Requests the balances of a period's accounts from the service, in chunks; stores what it returns. Yields an outcome
   * for each date.
   */
  fetchBalances: call
    .input(z.object({ endDate: z.iso.date() }))
    .output(eventIterator(z.object({ done: z.int(), total: z.int(), outcome: aumOutcome.nullable() }))),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly expectedFees: typeof expectedFeesContract;
  }
}
