import Big from 'big.js';
import { plain } from '#contract/fees/decimal';
import { monthsOf } from '#contract/fees/structure';
import type { BilledPeriod } from '#contract/features/fee-history/calls';
import type {
  ExpectedPeriod,
  NotCalculatedReason,
  UsedBalance,
  DayCount,
} from '#contract/features/expected-fees/schemas';
import type { AdvanceBilling } from '#contract/features/refunds/cases';
import { billedInterval, isBilledInAdvance, type BilledInterval } from '#contract/features/refunds/interval';
import { sumOf } from '#contract/money';
import type { Id } from '../../records/id-key';
import type { Workspace } from '../../workspace/open/workspace';
import { expectedFee, partOfYear, debitRateAboveCeiling, yearlyOf, type CalculatedFee } from './calculate';
import {
  ACCOUNT_COLUMNS,
  accountFactsOf,
  lookedUpSources,
  snapshotDateOf,
  type AccountFacts,
  type BalanceStores,
  type FeeSources,
  type FeesReader,
  type FeeGroup,
  type StructureFacts,
} from './fee-sources';
import { impliedBalance } from './implied-balance';

type PeriodGroup = Extract<ExpectedPeriod['result'], { kind: 'calculated' }>['group'];

/** The firm's settings for fee calculations. */
export interface FeeCalculationSettings {
  /** Null until the firm has chosen one. */
  readonly dayCount: DayCount | null;
  /** Its maximum yearly rate in percent; null if it has none. */
  readonly ceiling: string | null;
  /**
   * For fee structures billed in advance: whether a file's end date begins or ends the billed interval. Null until
   * the firm has decided.
   */
  readonly advance: AdvanceBilling | null;
}

/** What a period's files debit from an account. */
interface DebitedPeriod {
  /** The period end; null if the files have none. */
  readonly end: string | null;
  readonly debit: string;
  /** True if the debit excludes an amount that could not be read. */
  readonly isPartial: boolean;
  readonly mayCountTwice: boolean;
  /** The date whose balance the fee is calculated from. */
  readonly balanceDate: string | null;
  readonly dateSource: ExpectedPeriod['dateSource'];
}

export const DEFAULT_DAY_COUNT: DayCount = 'periods';

/** Compares an account's debits with the fees that its current fee structure gives; the latest period first. */
export function expectedPeriodsOfAccount(
  reader: FeesReader,
  stores: BalanceStores,
  account: string,
  periods: readonly BilledPeriod[],
  firm: FeeCalculationSettings,
): { readonly structure: string | null; readonly periods: ExpectedPeriod[] } {
  const sources = lookedUpSources(reader, stores);
  const [row] = reader.rowsOf('accounts', [account], [...ACCOUNT_COLUMNS]);
  const facts = accountFactsOf(row ?? [0, account]); // an account that is no longer in the data has only its ID
  const latestFirst = [...periods].sort((a, b) => ((a.endDate ?? '') < (b.endDate ?? '') ? 1 : -1));
  const compared = latestFirst.map(({ endDate, sum, unreadable, fileIds, mayCountTwice }): ExpectedPeriod => {
    const end = endDate?.slice(0, 10) ?? null;
    const snapshotDate = snapshotDateOf(reader, fileIds);
    const debitedPeriod: DebitedPeriod = {
      end,
      debit: sum,
      isPartial: unreadable > 0,
      mayCountTwice,
      balanceDate: snapshotDate ?? end,
      dateSource: snapshotDate === null ? 'period-end' : 'billing-report',
    };
    return compareDebit(sources, facts, debitedPeriod, firm);
  });
  const [structure = null, ...others] = facts.structures;
  return {
    structure: others.length === 0 ? structure : null,
    periods: compared.map((period, index) => ({
      ...period,
      implied: withEarlierImpliedBalance(period, compared.slice(index + 1)),
    })),
  };
}

/** Adds the balance that the debit of the previous period implies. */
function withEarlierImpliedBalance(
  { implied, endDate }: ExpectedPeriod,
  earlier: readonly ExpectedPeriod[],
): ExpectedPeriod['implied'] {
  const previous = earlier.find((period) => period.endDate !== null && period.endDate !== endDate);
  if (!implied || !previous?.endDate) return implied;
  const balance = previous.implied?.balance ?? null;
  return balance === null ? implied : { ...implied, before: { endDate: previous.endDate, balance } };
}

/** Returns the billing group whose fee the account pays a share of. */
export const groupSharingFee = (groups: readonly FeeGroup[], account: Id): FeeGroup | undefined =>
  groups.find(({ sharing }) => sharing.has(account));

/** The terms from which an account's fee can be calculated. */
export interface CalculableTerms {
  readonly structure: StructureFacts;
  /** The billing groups of the account. */
  readonly groups: readonly FeeGroup[];
}

/** Returns an account's terms if its fee can be calculated, or why it cannot. */
export function calculableTerms(
  sources: FeeSources,
  facts: AccountFacts,
): { readonly why: NotCalculatedReason } | CalculableTerms {
  const [key, ...others] = facts.structures;
  if (key === undefined) return { why: 'no-structure' };
  if (others.length > 0) return { why: 'several-structures' };
  const structure = sources.structure(key);
  if (!structure) return { why: 'unknown-structure' };
  if (structure.why) return { why: structure.why };
  if (sources.hasFirmAdjustment(facts.firm)) return { why: 'firm-adjustments' };
  const account = sources.account(facts.id);
  if (account.paysForOthers) return { why: 'pays-for-others' };
  const { groups } = account; // may query the cache, so read after the cheaper checks
  if (groups.some(({ hasMinimum }) => hasMinimum)) return { why: 'minimum' };
  const sharedGroup = groupSharingFee(groups, facts.id);
  if (sharedGroup && groups.length > 1) return { why: 'several-groups' };
  // A shared fee can be calculated only if one fee structure applies to the group's total; flat dollars (A) never apply
  // to it.
  const isCalculable =
    !sharedGroup || (structure.terms.calculation !== 'A' && sources.commonStructureOf(sharedGroup) === key);
  return isCalculable ? { structure, groups } : { why: 'paid-by-group' };
}

type NotCalculated = { readonly why: NotCalculatedReason };
/** A billed interval and its length in months. */
export type StructureInterval = BilledInterval & { readonly months: number };

/**
 * Returns the interval that a fee structure bills for a period end, or why it is unknown. Until the firm has decided
 * what advance fees bill, they are read like arrears: the period end is the interval's last day.
 */
export function structureInterval(
  { terms, collection }: StructureFacts,
  end: string | null,
  advance: AdvanceBilling | null,
): NotCalculated | StructureInterval {
  const months = monthsOf(terms.frequency);
  if (months === null) return { why: 'frequency' };
  if (end === null) return { why: 'no-period-end' };
  return {
    ...billedInterval(end, months, isBilledInAdvance(collection) ? (advance ?? 'ends') : 'ends'),
    months,
  };
}

/** Returns the interval if the account is billed for all of it, or why the account is not. */
export function fullyBilledInterval(
  interval: NotCalculated | StructureInterval,
  facts: AccountFacts,
): NotCalculated | StructureInterval {
  if ('why' in interval) return interval;
  const { from, to } = interval;
  /** Returns whether a day is in the interval after its first day. */
  const isAfterStart = (day: string | null): boolean => day !== null && day > from && day <= to;
  const { closed } = facts;
  if (closed !== null && closed >= from && closed < to) return { why: 'closed-in-interval' };
  if (isAfterStart(facts.firstBillable)) return { why: 'first-billable-in-interval' };
  return isAfterStart(facts.opened) ? { why: 'opened-in-interval' } : interval;
}

/** Compares a debit with its expected fee. */
function compareDebit(
  sources: FeeSources,
  facts: AccountFacts,
  { end, debit, isPartial, mayCountTwice, balanceDate: date, dateSource }: DebitedPeriod,
  firm: FeeCalculationSettings,
): ExpectedPeriod {
  const [balance = null, ...others] = date === null ? [] : sources.account(facts.id).balances(date);
  const common = {
    endDate: end,
    debit,
    balanceDate: date,
    dateSource,
    balance,
    differing: balance ? others.filter((other) => doBalancesDiffer(balance, other)) : [],
    implied: null,
  };
  const notCalculated = (
    why: NotCalculatedReason,
    implied: ExpectedPeriod['implied'] = null,
  ): ExpectedPeriod => ({
    ...common,
    implied,
    result: { kind: 'not-calculated', why },
  });

  if (mayCountTwice) return notCalculated('replaced-file');
  if (isPartial) return notCalculated('unreadable-amount');
  const calculable = calculableTerms(sources, facts);
  if ('why' in calculable) return notCalculated(calculable.why);
  const { structure, groups } = calculable;
  const interval = fullyBilledInterval(structureInterval(structure, end, firm.advance), facts);
  if ('why' in interval) return notCalculated(interval.why);
  const { months, days } = interval;
  if (!balance) {
    const dayCount = firm.dayCount ?? DEFAULT_DAY_COUNT;
    const implied = impliedBalance(structure.terms, yearlyOf(new Big(debit), dayCount, months, days));
    return notCalculated(
      'no-balance',
      implied === null ? null : { balance: implied, dayCount, before: null },
    );
  }
  const { group, total } = groupTotalOf(sources, groups, balance, date ?? ''); // a balance has a date
  if (total === null && groupSharingFee(groups, facts.id)) return notCalculated('group-total');
  const expected = expectedFee({
    terms: structure.terms,
    balance: new Big(balance.amount),
    groupTotal: total,
    debit: new Big(debit),
    months,
    days,
  });
  if ('why' in expected) return notCalculated(expected.why);
  const { fee, groupYearly, amounts } = expected;
  return {
    ...common,
    result: {
      kind: 'calculated',
      isDropThrough: fee.kind === 'drop-through',
      steps: calculationSteps(fee, balance.amount),
      yearly: fee.fee,
      group: 'why' in group ? group : { ...group, yearly: groupYearly ?? fee.fee },
      readings: amounts,
      aboveCeiling: aboveCeiling(new Big(debit), interval, balance, firm),
    },
  };
}

/** Returns whether two balances differ by more than $1. */
export const doBalancesDiffer = (first: UsedBalance, second: UsedBalance): boolean =>
  new Big(first.amount).minus(second.amount).abs().gt(1);

/** Returns the debit as a yearly rate of the balance if it is above the firm's ceiling. */
function aboveCeiling(
  debit: Big,
  { months, days }: { readonly months: number; readonly days: number },
  balance: Pick<UsedBalance, 'amount'>,
  { dayCount, ceiling }: Pick<FeeCalculationSettings, 'dayCount' | 'ceiling'>,
) {
  if (ceiling === null) return null;
  const part = partOfYear(dayCount ?? DEFAULT_DAY_COUNT, months, days);
  const rate = debitRateAboveCeiling(debit, new Big(balance.amount), { ceiling, partOfYear: part });
  return rate === null ? null : { rate, ceiling };
}

function calculationSteps(fee: CalculatedFee, balance: string) {
  switch (fee.kind) {
    case 'flat-rate':
      return [{ tier: null, amount: balance, rate: fee.rate, fee: fee.fee }];
    case 'tiered':
      return fee.slices.map(({ index, amount, rate, fee: part }) => ({
        tier: index + 1,
        amount,
        rate,
        fee: part,
      }));
    case 'drop-through':
      return [{ tier: fee.slice.index + 1, amount: fee.slice.amount, rate: fee.slice.rate, fee: fee.fee }];
    case 'dollars':
      return [{ tier: null, amount: null, rate: null, fee: fee.fee }];
  }
}

/** Returns the sum of the balances of a group's members; null if a member has none. */
export function totalOfMembers(sources: FeeSources, { accounts }: FeeGroup, date: string): string | null {
  const amounts = accounts.flatMap((id) => sources.account(id).balance(date) ?? []);
  return amounts.length === accounts.length ? sumOf(amounts) : null;
}

/**
 * Returns the total balance of the account's billing group on the date of the account's balance, or why it is unknown.
 */
export function groupTotalOf(
  sources: FeeSources,
  groups: readonly FeeGroup[],
  own: UsedBalance,
  date: string,
): {
  readonly total: Big | null;
  readonly group:
    Omit<Extract<PeriodGroup, { name: string }>, 'yearly'> | Extract<PeriodGroup, { why: string }>;
} {
  const [group, ...others] = groups;
  if (!group) return { total: null, group: { why: 'no-group' } };
  if (others.length > 0) return { total: null, group: { why: 'several-groups' } };
  const sum = totalOfMembers(sources, group, date);
  if (sum === null) return { total: null, group: { why: 'members-without-balance' } };
  const total = new Big(sum);
  if (total.lte(0) || total.lt(own.amount)) return { total: null, group: { why: 'zero-total' } };
  return { total, group: { name: group.name, total: plain(total), members: group.accounts.length } };
}

/** Returns the firm's settings for fee calculations. */
export const feeCalculationSettings = (
  workspace: Pick<Workspace, 'dayCount' | 'feeSettings' | 'refunds'>,
): FeeCalculationSettings => ({
  dayCount: workspace.dayCount.get()?.dayCount ?? null,
  ceiling: workspace.feeSettings.get().ceiling,
  advance: workspace.refunds.setting()?.advance ?? null,
});
