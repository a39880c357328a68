import { FIRST_ACCOUNT_ID, FIRST_HOUSEHOLD_ID, type Book } from './book';
import { accountName } from './account-facts';
import { isoDate, isoMidnight, isoDateTime, QUARTER_ENDS } from './calendar';
import { chargedFees } from './charged-fees';
import { feeCases } from './fee-cases';
import { billing, FIRST_FILE_ID } from './fee-files';
import { MAIN_FIRM } from './firms';
import type { DemoRow } from '../table';

export const FIRST_REPORT_ID = 810;
/** The latest report is this much below its fee file, for a review rule to find. */
const REPORT_SHORTFALL_CENTS = 12_500;
const FIRST_INVOICE_ID = 4001;
/** Quarters with invoices: the last year. */
const INVOICED_QUARTERS = 4;

const reportId = (quarter: number): number => FIRST_REPORT_ID + quarter;
const dollars = (cents: number): number => cents / 100;

/** Returns one billing report per quarter, oldest first (wire facts A). */
export function demoBillingReports(book: Book): DemoRow[] {
  const { notInReport } = feeCases(book);
  return QUARTER_ENDS.map((end, quarter) => {
    const { billed, direct, cents, yearlyCents } = billing(book, quarter);
    const isLatest = quarter === QUARTER_ENDS.length - 1;
    const directCents = direct.reduce((sum, fee) => sum + fee.cents, 0);
    const all = [...billed, ...direct.map(({ index }) => index)].sort((a, b) => a - b);
    return {
      object: 'billing.report',
      id: reportId(quarter),
      firm_id: MAIN_FIRM,
      billing_date: isoDate(end + 1),
      snapshot_date: isoDate(end),
      run_date: isoMidnight(end + 6),
      fee_upload_file_id: FIRST_FILE_ID + quarter,
      n_accounts: all.length,
      n_groups: new Set(all.map((index) => book.family[index])).size,
      period_debit: dollars(cents + directCents),
      annual_debit: dollars(yearlyCents + direct.reduce((sum, fee) => sum + fee.yearlyCents, 0)),
      custodian_billed_period_debit: dollars(isLatest ? cents - REPORT_SHORTFALL_CENTS : cents),
      direct_billed_period_debit: dollars(directCents),
      account_ids: all
        .filter((index) => !isLatest || index !== notInReport)
        .map((index) => FIRST_ACCOUNT_ID + index),
      created_at_utc: isoDateTime(end + 6, quarter * 7919),
    };
  });
}

/** Returns the invoices of accounts that pay directly, for the last quarters; one account is in a fee file too. */
export function demoInvoices(book: Book): DemoRow[] {
  const { invoiced } = feeCases(book);
  return QUARTER_ENDS.slice(-INVOICED_QUARTERS)
    .flatMap((end, index) => {
      const quarter = QUARTER_ENDS.length - INVOICED_QUARTERS + index;
      const isLatest = quarter === QUARTER_ENDS.length - 1;
      const { direct } = billing(book, quarter);
      const fee = isLatest && invoiced !== null ? chargedFees(book, quarter).get(invoiced) : undefined;
      const all =
        fee && invoiced !== null
          ? [...direct, { index: invoiced, cents: fee.cents, yearlyCents: Math.round(fee.yearly) }]
          : direct;
      return all.map(({ index, cents, yearlyCents }, position) => ({
        object: 'billing.invoice',
        client_name: accountName(book, index),
        billing_date: isoDate(end + 1),
        due_date: isoMidnight(end + 31),
        is_paid: !isLatest || position % 3 > 0,
        period_debit: dollars(cents),
        annual_debit: dollars(yearlyCents),
        account_ids: [FIRST_ACCOUNT_ID + index],
        billing_report_id: reportId(quarter),
        household_id: FIRST_HOUSEHOLD_ID + (book.family[index] ?? 0),
        firm_id: MAIN_FIRM,
        created_at_utc: isoDateTime(end + 7, index),
      }));
    })
    .map((invoice, index) => ({ ...invoice, id: FIRST_INVOICE_ID + index }));
}
