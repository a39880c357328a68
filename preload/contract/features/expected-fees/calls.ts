import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { sheetMapping, sheetOutcome, sheetSource, sheetTable } from '../../calls/sheet-tables';
import { errors } from '../../failure';
import {
  dayCount,
  dayCountDecision,
  expectedPeriod,
  lineResult,
  comparedLine,
  explainedCount,
  aumOutcome,
} from './schemas';

const call = oc.errors(errors);

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
