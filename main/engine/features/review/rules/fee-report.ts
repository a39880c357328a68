import Big from 'big.js';
import { decimalOf, plain } from '#contract/fees/decimal';
import { isTotalOf, totalInCents } from '#contract/money';
import { undetermined } from '../finding-facts';
import type { Rule } from '../rule';
import { chargeFacts, chargesOf, feeAccount } from './fee-file';

/** The account is in a fee file and not in its billing report, or vice versa. */
export const feeNotInReport: Rule<'fee-not-in-report'> = {
  begin: ({ reports }) => {
    /** Files whose report names its accounts. A file with several reports is left out. */
    const compared = [...reports].flatMap(([fileId, [report, ...others]]) =>
      report?.accounts && others.length === 0 ? [{ fileId, report, accounts: report.accounts }] : [],
    );
    return {
      row: (account, firm) => {
        const key = String(account.key);
        const inFiles = firm.charges.filesOf(feeAccount(account));
        const possibleFiles = firm.charges.filesWithSharedNumberOf(feeAccount(account));
        let isUnreadable = false;
        let isShared = false;
        let isSkipped = false;
        for (const { fileId, report, accounts } of compared) {
          const isInFile = inFiles.includes(fileId);
          const isListed = accounts.has(key);
          const isPossiblyInFile = !isInFile && possibleFiles.includes(fileId);
          if (isInFile === isListed && !isPossiblyInFile) continue;
          const facts = { report: report.id, reportDate: report.billingDate ?? '' };
          if (isInFile) {
            // A report need not list an account whose lines add up to nothing or to a credit.
            if (firm.charges.hasUnreadableAmount(feeAccount(account), fileId)) isUnreadable = true;
            const charged = chargesOf(firm, account);
            if (charged?.files.some((file) => file.fileId === fileId))
              return { ...chargeFacts(charged), ...facts };
            continue;
          }
          // Its fee may be on an invoice, or in the line of the account that pays for it.
          const isBilledElsewhere =
            account.payment_source === 'D' || firm.feePayer(account.key).kind !== 'itself';
          if (isListed && isBilledElsewhere) continue;
          if (isPossiblyInFile) isShared = true;
          else if (firm.charges.isPartlyRead([fileId])) isSkipped = true;
          else return { end: firm.charges.files.get(fileId)?.endDate ?? '', files: [fileId], ...facts };
        }
        if (isUnreadable) return undetermined('unreadable-amount');
        if (isShared) return undetermined('shared-number');
        if (isSkipped) return undetermined('skipped-files');
        const isCompared = [...inFiles, ...possibleFiles].every((fileId) =>
          compared.some((file) => file.fileId === fileId),
        );
        return isCompared ? null : undetermined('no-report');
      },
    };
  },
};

/** The billing report's amount for custodians differs from the total of its fee file. */
export const feeReportTotal: Rule<'fee-report-total'> = {
  begin: () => ({
    row: (file, { charges, reports }) => {
      const fileId = String(file.key);
      const period = charges.files.get(fileId);
      if (!period) return null;
      const [report, ...others] = reports.get(fileId) ?? [];
      const billed = decimalOf(report?.atCustodians ?? undefined);
      if (!report || others.length > 0 || !billed) return undetermined('no-report');
      const amount = charges.sumOf(fileId);
      if (amount === null) return undetermined('unreadable-amount');
      if (isTotalOf(amount, plain(billed))) return null;
      if (charges.isPartlyRead([fileId])) return undetermined('skipped-files');
      return {
        end: period.endDate,
        amount,
        report: report.id,
        reportDate: report.billingDate ?? '',
        billed: totalInCents(plain(billed)),
      };
    },
  }),
};

/** Periods per year by frequency. How often D (daily) and W (weekly) structures bill is unknown (wire facts). */
const PER_YEAR: Readonly<Record<string, number>> = { M: 12, Q: 4, Y: 1 };
/** Allowed relative difference: each line rounds to a cent. */
const TOLERANCE = '0.01';

/** The yearly total of a file is outside the range that the firm's frequencies allow for its total. */
export const feeAnnualRatio: Rule<'fee-annual-ratio'> = {
  begin: ({ structures }) => {
    const frequencies = [...structures.values()].flatMap(({ frequency }) => frequency ?? []);
    const used = frequencies.flatMap((frequency) => PER_YEAR[frequency] ?? []);
    const areAllKnown = used.length === frequencies.length;
    return {
      row: (file, { charges }) => {
        const period = charges.files.get(String(file.key));
        const yearly = decimalOf(file.total_annual_debit ?? undefined);
        const total = decimalOf(file.total_period_debit ?? undefined);
        if (!period || frequencies.length === 0 || !yearly || !total || total.lte(0)) return null;
        if (!areAllKnown) return undetermined('unknown-period-length');
        const min = total.times(Math.min(...used)).times(new Big(1).minus(TOLERANCE));
        const max = total.times(Math.max(...used)).times(new Big(1).plus(TOLERANCE));
        return yearly.gte(min) && yearly.lte(max)
          ? null
          : {
              end: period.endDate,
              total: plain(total),
              yearly: plain(yearly),
              times: [...new Set(used)].sort((a, b) => a - b).map(String),
            };
      },
    };
  },
};
