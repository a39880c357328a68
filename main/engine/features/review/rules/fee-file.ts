import Big from 'big.js';
import { addDays, dayOf, endBefore } from '#contract/dates';
import { divideRounded } from '#contract/fees/calculate';
import { decimalOf, plain } from '#contract/fees/decimal';
import { monthsOf } from '#contract/fees/structure';
import type { AdvanceBilling } from '#contract/features/refunds/cases';
import { billedInterval, isBilledInAdvance } from '#contract/features/refunds/interval';
import { compareMoney, minus, sameDecimal, sumOf } from '#contract/money';
import { partOfYear, debitRateAboveCeiling } from '../../expected-fees/calculate';
import { accountNumberKey } from '../../reconcile/reconciled-numbers';
import type { AccountCharges, FeePeriod } from '../billed-fees';
import { cellItems, cellText } from '../cell-values';
import type { FirmContext } from '../firm-facts';
import { FOUND, undetermined, Undetermined } from '../finding-facts';
import type { RuleRecord, Rule } from '../rule';

/** The client is billed directly, and the custodian deducts the fee too. */
export const directInFeeFile: Rule<'direct-in-fee-file'> = {
  begin: ({ reconciled }) =>
    reconciled.size === 0
      ? {}
      : {
          row: ({ custodian, number, payment_source }) =>
            payment_source === 'D' &&
            custodian !== null &&
            number !== null &&
            reconciled.has(accountNumberKey(String(custodian), String(number)))
              ? FOUND
              : null,
        },
};

type ChargedAccount = Pick<RuleRecord<'fee-in-two-files'>, 'key' | 'number' | 'custodian'>;

export const feeAccount = ({ key, number, custodian }: ChargedAccount) => ({
  key: String(key),
  number: cellText(number),
  custodian: cellText(custodian),
});
export const chargesOf = ({ charges }: FirmContext, account: ChargedAccount): AccountCharges | null =>
  charges.chargesOf(feeAccount(account));

/** Returns the charge and its files as facts. */
export const chargeFacts = ({ period, files }: AccountCharges) => ({
  end: period.endDate,
  files: files.map(({ fileId }) => fileId),
  amount: sumOf(files.map(({ amount }) => amount)),
});

interface PeriodFee {
  readonly period: FeePeriod;
  /** The amount that the period's files charge, after credits, and the files. */
  readonly facts: { readonly end: string; readonly files: string[]; readonly amount: string };
  readonly mayCountTwice: boolean;
}

/** Returns the fee of the latest period after credits, or why it is unknown; null if the account has none to pay. */
function periodFeeOf({ charges }: FirmContext, account: ChargedAccount): PeriodFee | Undetermined | null {
  const net = charges.netOf(feeAccount(account));
  if (!net) return null;
  const { period, fileIds, amount, mayCountTwice } = net;
  if (amount === null) return undetermined('unreadable-amount');
  // Without the file that another one replaces, the sum may be positive.
  const mayOwe = mayCountTwice && charges.chargesOf(feeAccount(account)) !== null;
  if (compareMoney(amount, '0') <= 0 && !mayOwe) return null;
  return { period, facts: { end: period.endDate, files: [...fileIds], amount }, mayCountTwice };
}

/** Returns the same fee for rules that judge only whether the account has one to pay. */
export function owedFeeOf(firm: FirmContext, account: ChargedAccount): PeriodFee | Undetermined | null {
  const fee = periodFeeOf(firm, account);
  if (!fee || fee instanceof Undetermined) return fee;
  return compareMoney(fee.facts.amount, '0') <= 0 ? undetermined('replaced-file') : fee;
}

/** Two fee files of the same period charge the account. */
export const feeInTwoFiles: Rule<'fee-in-two-files'> = {
  begin: () => ({
    row: (account, firm) => {
      const charged = chargesOf(firm, account);
      return charged !== null && charged.files.length > 1 ? chargeFacts(charged) : null;
    },
  }),
};

/**
 * The account was not open and billable on any day that was charged. Fees in arrears cover the period that ends on the
 * end date. Without a fee structure, with mixed collections, and for advance structures until the firm states which
 * period they bill, the account must be outside both that period and the next.
 */
export const feeOutsideDates: Rule<'fee-outside-dates'> = {
  begin: ({ byFees, structures, advance }) => {
    /** Whether the file's end date begins or ends the billed period. */
    const endDateRoleOf = byFees((fees): AdvanceBilling | 'either' => {
      const collections = cellItems(fees).map((id) => structures.get(id)?.collection ?? '');
      if (collections.length === 0) return 'either';
      if (collections.every((collection) => collection === 'R')) return 'ends';
      return (collections.every(isBilledInAdvance) && advance) || 'either';
    });
    return {
      row: (account, firm) => {
        const closed = dayOf(account.close_date);
        const firstBillable = dayOf(account.first_billable_date);
        if (closed === null && firstBillable === null) return null;
        const charged = owedFeeOf(firm, account);
        if (!charged || charged instanceof Undetermined) return charged;
        const { facts } = charged;
        const { endDate, months } = charged.period;
        if (months === null) return undetermined('unknown-period-length');
        const endDateRole = endDateRoleOf(account.fee_structures_ids);
        const dayBefore = endDateRole === 'begins' ? endDate : endBefore(endDate, months);
        if (closed !== null && closed <= dayBefore) return { ...facts, closed };
        const lastDay = endDateRole === 'ends' ? endDate : endBefore(endDate, -months);
        return firstBillable !== null && firstBillable > lastDay ? { ...facts, firstBillable } : null;
      },
    };
  },
};

/** A fee file charges the account, and an invoice of the same period's billing report names it. */
export const feeAndInvoice: Rule<'fee-and-invoice'> = {
  begin: ({ reports }) => {
    const idsOfReports = new Set([...reports.values()].flat().map(({ id }) => id));
    return {
      row: (account, firm) => {
        const invoices = firm.invoices.get(String(account.key));
        const [first, ...others] = (invoices ?? []).filter(({ report }) => idsOfReports.has(report));
        if (!first) return null;
        const charged = owedFeeOf(firm, account);
        if (!charged || charged instanceof Undetermined) return charged;
        const amounts = [first, ...others].map(({ amount }) => amountText(amount));
        return {
          ...charged.facts,
          invoices: [first, ...others].map(({ id }) => id),
          ...(amounts.includes(null) ? {} : { invoiced: sumOf(amounts) }),
          invoiceDate: first.billingDate ?? '',
        };
      },
    };
  },
};

const amountText = (cell: string | null): string | null => {
  const amount = decimalOf(cell ?? undefined);
  return amount && plain(amount);
};

/** Calculations that depend on a balance (spec 2.9). */
const BY_BALANCE = new Set<string | null>(['R', 'T', 'D']);

/** The fee is much higher or lower than in the previous period, or the same although it depends on a balance. */
export const feeChanged: Rule<'fee-changed'> = {
  begin: ({ byFees, structures }) => {
    const dependsOnBalance = byFees((fees) => {
      const ids = cellItems(fees);
      return ids.length > 0 && ids.every((id) => BY_BALANCE.has(structures.get(id)?.calculation ?? null));
    });
    return {
      row: (account, firm) => {
        const charged = periodFeeOf(firm, account);
        if (!charged || charged instanceof Undetermined) return charged;
        if (charged.period.months === null) return undetermined('unknown-period-length');
        const previous = firm.charges.earlierOf(feeAccount(account));
        if (!previous) return null;
        if (charged.mayCountTwice || previous.mayCountTwice) return undetermined('replaced-file');
        const { facts } = charged;
        const earlier = {
          earlier: previous.amount,
          earlierEnd: previous.endDate,
          earlierFiles: [...previous.fileIds],
        };
        if (isUnusualChange(facts.amount, previous.amount, firm.feeChange)) return { ...facts, ...earlier };
        const isSame = sameDecimal(facts.amount, previous.amount);
        return isSame && dependsOnBalance(account.fee_structures_ids) ? { ...facts, ...earlier } : null;
      },
    };
  },
};

/** Returns whether a change exceeds both thresholds. */
export function isUnusualChange(
  now: string,
  before: string,
  { percent, dollars }: FirmContext['feeChange'],
): boolean {
  const change = new Big(now).minus(before).abs();
  return change.gt(dollars) && change.times(100).gt(new Big(before).times(percent));
}

/** The flat fee matches the structure's dollars neither per period nor per year. */
export const feeFlatDiffers: Rule<'fee-flat-differs'> = {
  begin: ({ byFees, structures, advance }) => {
    const flatOf = byFees((fees) => {
      const ids = cellItems(fees);
      const assigned = ids.map((id) => structures.get(id));
      if (!assigned.some((structure) => structure?.calculation === 'A')) return null;
      const [only] = assigned;
      if (assigned.length > 1 || !only) return undetermined('several-structures');
      const dollars = decimalOf(only.dollars ?? undefined);
      return (
        dollars && {
          id: ids[0] ?? '',
          dollars,
          months: monthsOf(only.frequency),
          endDateRoles: endDateRolesOf(only.collection, advance),
        }
      );
    });
    return {
      row: (account, firm) => {
        const flat = flatOf(account.fee_structures_ids);
        if (!flat) return null;
        const charged = periodFeeOf(firm, account);
        if (!charged) return null;
        if ('reason' in flat) return flat;
        if (charged instanceof Undetermined) return charged;
        if (charged.mayCountTwice) return undetermined('replaced-file');
        if (firm.paysForOthers(account.key)) return undetermined('pays-for-others');
        if (firm.feePayer(account.key).kind !== 'itself') return undetermined('paid-by-group');
        // The minimum may be charged instead of the flat fee.
        if (firm.groupsOf.get(account.key).some((group) => firm.groupsWithMinimum.has(group)))
          return undetermined('group-minimum');
        const months = flat.months ?? charged.period.months;
        if (months === null) return undetermined('unknown-period-length');
        const { endDate } = charged.period;
        const dayBefore = endBefore(endDate, months);
        const firstBillable = dayOf(account.first_billable_date);
        const isInBilledPeriods = (day: string | null) =>
          day !== null && day > dayBefore && day <= endBefore(endDate, -months);
        if (
          isInBilledPeriods(dayOf(account.close_date)) ||
          (firstBillable !== addDays(dayBefore, 1) && isInBilledPeriods(firstBillable))
        )
          return undetermined('partial-period');
        const { facts } = charged;
        const days = flat.endDateRoles.map((role) => billedInterval(endDate, months, role).days);
        const possibleFees = possibleFlatFees(flat.dollars, months, days);
        return possibleFees.some((fee) => isNearMoney(facts.amount, fee))
          ? null
          : { ...facts, structures: [flat.id], flat: flat.dollars.toFixed(2), readings: possibleFees };
      },
    };
  },
};

/** Returns whether the end date of a fee file may end or begin the interval that a fee structure bills. */
function endDateRolesOf(collection: string | null, advance: AdvanceBilling | null): AdvanceBilling[] {
  if (!isBilledInAdvance(collection)) return ['ends'];
  return advance ? [advance] : ['ends', 'begins'];
}

/** Returns the fees of a period if the dollars are per period, or per year by each day-count convention. */
function possibleFlatFees(dollars: Big, months: number, days: readonly number[]): string[] {
  const perYear = (part: number, parts: number) => divideRounded(dollars.times(part), new Big(parts), 2);
  const byDays = days.flatMap((count) => [perYear(count, 365), perYear(count, 366)]);
  const all = [dollars, perYear(months, 12), ...byDays];
  return [...new Set(all.map((amount) => amount.toFixed(2)))];
}

/** Returns whether two amounts are equal, allowing a cent for rounding. */
const isNearMoney = (a: string, b: string): boolean =>
  compareMoney(minus(a, b).replace('-', ''), '0.01') <= 0;

/** The fee exceeds the account's latest cash. Sweep funds and margin are unknown. */
export const feeAboveCash: Rule<'fee-above-cash'> = {
  begin: () => ({
    row: (account, firm) => {
      const charged = periodFeeOf(firm, account);
      if (!charged || charged instanceof Undetermined) return charged;
      if (charged.mayCountTwice) return undetermined('replaced-file');
      const balance = firm.cash.cashOf(account.key);
      const cash = decimalOf(balance?.cash ?? undefined);
      if (!cash || !balance?.date) return undetermined('no-cash');
      const { facts } = charged;
      return cash.lt(facts.amount)
        ? { ...facts, cash: plain(cash), cashDate: balance.date.slice(0, 10) }
        : null;
    },
  }),
};

/** The fee, as a yearly rate of the account's balance, exceeds the firm's rate ceiling. */
export const feeAboveCeiling: Rule<'fee-above-ceiling'> = {
  begin: ({ byFees, structures, advance, dayCount }) => {
    const billingOf = byFees((fees) => {
      const assigned = cellItems(fees).map((id) => structures.get(id));
      const months = assigned.map((structure) => monthsOf(structure?.frequency ?? null));
      const areInAdvance =
        assigned.length > 0 &&
        assigned.every((structure) => isBilledInAdvance(structure?.collection ?? null));
      return {
        /** The months that all of the structures bill; null if they differ or are unknown. */
        ownMonths: months.every((count) => count === months[0]) ? (months[0] ?? null) : null,
        endDateRole: (areInAdvance && advance) || ('ends' as const),
      };
    });
    return {
      row: (account, firm) => {
        const charged = periodFeeOf(firm, account);
        if (!charged || charged instanceof Undetermined) return charged;
        if (firm.ceiling === null) return null;
        if (charged.mayCountTwice) return undetermined('replaced-file');
        if (firm.paysForOthers(account.key)) return undetermined('pays-for-others');
        const { ownMonths, endDateRole } = billingOf(account.fee_structures_ids);
        const months = ownMonths ?? charged.period.months;
        if (months === null) return undetermined('unknown-period-length');
        // A share of what the group owes may include fees of members with another frequency.
        const { kind } = firm.feePayer(account.key);
        const isShare = kind === 'group' || kind === 'several-groups';
        if (isShare && ownMonths !== charged.period.months) return undetermined('paid-by-group');
        const { facts } = charged;
        const balance = firm.balances.balanceOf(String(account.key), facts.end, facts.files);
        if (!balance || compareMoney(balance.amount, '0') <= 0) return undetermined('no-balance');
        const { days } = billedInterval(facts.end, months, endDateRole);
        const rate = debitRateAboveCeiling(new Big(facts.amount), new Big(balance.amount), {
          ceiling: firm.ceiling,
          partOfYear: partOfYear(dayCount, months, days),
        });
        if (rate === null) return null;
        return {
          ...facts,
          balance: balance.amount,
          balanceDate: balance.date,
          rate,
          ceiling: firm.ceiling,
        };
      },
    };
  },
};
