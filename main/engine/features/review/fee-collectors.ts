import { dayOf } from '#contract/dates';
import { InternTable } from '#common/intern-table';
import { appendTo } from '#contract/maps';
import type { Cell } from '#contract/query';
import { idInCell, type Id } from '../../records/id-key';
import type { FeePeriod, LatestCharges } from './billed-fees';
import { cellItems, cellText, memoizeByCell } from './cell-values';

/** The billing report of a fee file (wire facts A, billing reports). */
export interface FileReport {
  readonly id: string;
  readonly billingDate: string | null;
  /** The accounts that it names; null if it names none. */
  readonly accounts: ReadonlySet<string> | null;
  /** The amount that it states for custodians. */
  readonly atCustodians: Cell;
}

/** Returns a collector of the billing reports of these fee files, by file; usually a file has one. */
export function reportCollector(files: ReadonlyMap<string, FeePeriod>) {
  const collected = new Map<string, FileReport[]>();
  return {
    resource: 'billingReports' as const,
    columns: ['id', 'fee_upload_file_id', 'billing_date', 'account_ids', 'custodian_billed_period_debit'],
    addRow([id, file, date, accounts, atCustodians]: readonly Cell[]): void {
      const fileId = cellText(file);
      if (fileId === null || !files.has(fileId)) return;
      const accountIds = cellItems(accounts ?? null);
      const report = {
        id: String(id),
        billingDate: cellText(date),
        accounts: accountIds.length === 0 ? null : new Set(accountIds),
        atCustodians: atCustodians ?? null,
      };
      appendTo(collected, fileId, report);
    },
    collected,
  };
}

/** An invoice of a billing report (`report`: its ID). */
export interface PeriodInvoice {
  readonly id: string;
  readonly report: string;
  readonly billingDate: string | null;
  readonly amount: string | null;
}

/** Returns a collector of all invoices by account: those of other periods, too, as reports may be collected later. */
export function invoiceCollector() {
  const collected = new Map<string, PeriodInvoice[]>();
  return {
    resource: 'invoices' as const,
    columns: ['id', 'billing_report_id', 'billing_date', 'period_debit', 'account_ids'],
    addRow([id, report, date, amount, accounts]: readonly Cell[]): void {
      const reportId = cellText(report);
      if (reportId === null) return;
      const invoice = {
        id: String(id),
        report: reportId,
        billingDate: cellText(date),
        amount: cellText(amount),
      };
      for (const account of cellItems(accounts ?? null)) appendTo(collected, account, invoice);
    },
    collected,
  };
}

/** The latest balances as columns: a firm may have a million. */
export class LatestCash {
  readonly #ids = new InternTable();
  readonly #cash: Cell[] = [];
  readonly #dates: Cell[] = [];
  /** Dates repeat, so accounts share one text per date. */
  readonly #dateText = memoizeByCell(cellText);

  add(account: Cell, cash: Cell, date: Cell): void {
    const id = idInCell(account);
    if (id === null) return;
    const slot = this.#ids.put(id);
    this.#cash[slot] = cash;
    this.#dates[slot] = this.#dateText(date);
  }

  /** Returns null if no balance of the account is known. */
  cashOf(account: Id): { readonly cash: Cell; readonly date: string | null } | null {
    const slot = this.#ids.indexOf(idInCell(account) ?? account);
    return slot < 0 ? null : { cash: this.#cash[slot] ?? null, date: cellText(this.#dates[slot]) };
  }
}

/** Returns a collector of the latest cash by account (wire facts A, latest balances). */
export function cashCollector() {
  const collected = new LatestCash();
  return {
    resource: 'latestBalances' as const,
    columns: ['account_id', 'cash_value', 'reported_date'],
    addRow([account, cash, date]: readonly Cell[]): void {
      collected.add(account ?? null, cash ?? null, date ?? null);
    },
    collected,
  };
}

/** Returns a collector of the latest periods with a fee upload file of their firm that has not been reconciled. */
export function unreconciledPeriodCollector(charges: Pick<LatestCharges, 'files'> | null) {
  const collected = new Set<FeePeriod>();
  const periods = new Set(charges?.files.values());
  return {
    resource: 'feeUploadFiles' as const,
    columns: ['id', 'firm_id', 'end_date'],
    addRow([id, firm, end]: readonly Cell[]): void {
      if (!charges || charges.files.has(String(id))) return;
      for (const period of periods)
        if (dayOf(end) === period.endDate && cellText(firm) === (period.firmId ?? null))
          collected.add(period);
    },
    collected,
  };
}
