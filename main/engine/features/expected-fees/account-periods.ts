import Big from 'big.js';
import { effectiveRate } from '#contract/fees/calculate';
import { plain } from '#contract/fees/decimal';
import { monthsOf } from '#contract/fees/structure';
import type { BilledPeriod } from '#contract/features/fee-history/calls';
import type {
  ExpectedPeriod,
  NotCalculatedReason,
  UsedBalance,
  YearDivision,
} from '#contract/features/expected-fees/calls';
import type { AdvanceBilling } from '#contract/features/refunds/calls';
import { billedInterval, isBilledInAdvance, type BilledInterval } from '#contract/features/refunds/interval';
import { sumOf } from '#contract/money';
import type { Id } from '../../records/id-key';
import type { Workspace } from '../../workspace/open/workspace';
import { expectedFee, partOfYear, yearlyOf, type CalculatedFee } from './calculate';
import {
  ACCOUNT_COLUMNS,
  accountFactsOf,
  lookedUpSources,
  snapshotOf,
  type AccountFacts,
  type BalanceStores,
  type FeeSources,
  type FeesReader,
  type FeeGroup,
  type StructureFacts,
} from './fee-sources';
import { impliedBalance } from './implied-balance';

type PeriodGroup = Extract<ExpectedPeriod['result'], { kind: 'calculated' }>['group'];

/** What the firm decided about fees. */
export interface FirmTerms {
  /** How it divides a year; null until it decides. */
  readonly year: YearDivision | null;
  /** Its highest yearly rate in percent; null for none. */
  readonly ceiling: string | null;
  /**
   * For fee structures billed in advance: whether a file's end date begins or ends the billed interval. Null until
   * the firm decides.
   */
  readonly advance: AdvanceBilling | null;
}

/** A period's debit of an account, with the date whose balance counts. */
interface DebitedPeriod {
  /** The period end; null if the file has none. */
  readonly end: string | null;
  readonly debit: string;
  /** An amount could not be read and is not in the debit. */
  readonly isPartial: boolean;
  readonly balanceDate: string | null;
}

export const DEFAULT_YEAR: YearDivision = 'periods';

/** Returns an account's debits next to what the set-up fee structure says, the latest period first. */
export function expectedPeriods(
  reader: FeesReader,
  stores: BalanceStores,
  account: string,
  periods: readonly BilledPeriod[],
  firm: FirmTerms,
): { readonly structure: string | null; readonly periods: ExpectedPeriod[] } {
  const sources = lookedUpSources(reader, stores);
  const [row] = reader.rowsOf('accounts', [account], [...ACCOUNT_COLUMNS]);
  const facts = accountFactsOf(row ?? [0, account]);
  const latestFirst = [...periods].sort((a, b) => ((a.endDate ?? '') < (b.endDate ?? '') ? 1 : -1));
  const found = latestFirst.map(({ endDate, sum, unreadable, fileIds }): ExpectedPeriod => {
    const end = endDate?.slice(0, 10) ?? null;
    const snapshot = snapshotOf(reader, fileIds);
    const debited = { end, debit: sum, isPartial: unreadable > 0, balanceDate: snapshot ?? end };
    return {
      ...compareDebit(sources, facts, debited, firm),
      dateSource: snapshot === null ? 'period-end' : 'billing-report',
    };
  });
  const [structure = null, ...others] = facts.structures;
  return {
    structure: others.length === 0 ? structure : null,
    periods: found.map((one, at) => ({ ...one, implied: withEarlierBalance(one, found.slice(at + 1)) })),
  };
}

/** Adds the balance that the debit of the nearest earlier period implies. */
function withEarlierBalance(
  { implied, endDate }: ExpectedPeriod,
  earlier: readonly ExpectedPeriod[],
): ExpectedPeriod['implied'] {
  const before = earlier.find((one) => one.endDate !== null && one.endDate !== endDate);
  if (!implied || !before?.endDate) return implied;
  const balance = before.implied?.balance ?? null;
  return balance === null ? implied : { ...implied, before: { endDate: before.endDate, balance } };
}

/** Returns the group of which the account pays a share. */
export const sharedGroup = (groups: readonly FeeGroup[], account: Id): FeeGroup | undefined =>
  groups.find(({ sharing }) => sharing.has(account));

export interface CalculableTerms {
  readonly structure: StructureFacts;
  /** The billing groups of the account. */
  readonly groups: readonly FeeGroup[];
}

/** Returns an account's terms if all is known to calculate with; or why not. */
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
  const { groups } = account; // may query the cache, so only after the cheaper checks
  if (groups.some(({ hasMinimum }) => hasMinimum)) return { why: 'minimum' };
  const shared = sharedGroup(groups, facts.id);
  if (shared && groups.length > 1) return { why: 'several-groups' };
  // A group's fee is known only if one fee structure applies to the group's total; flat dollars (A) never do.
  const isKnown =
    !shared || (structure.terms.calculation !== 'A' && sources.commonStructureOf(shared) === key);
  return isKnown ? { structure, groups } : { why: 'paid-by-group' };
}

type NotCalculated = { readonly why: NotCalculatedReason };
/** The interval that a fee structure bills for a given period end. */
export type StructureInterval = BilledInterval & { readonly months: number };

/** Returns the interval billed for a period end, or why it is not known. */
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

/** Returns the interval if the account is billed for all of it, or why it is not. */
export function wholeInterval(
  interval: NotCalculated | StructureInterval,
  facts: AccountFacts,
): NotCalculated | StructureInterval {
  if ('why' in interval) return interval;
  const { from, to } = interval;
  /** Returns whether a day is in the interval, but not its first. */
  const isWithin = (day: string | null): boolean => day !== null && day > from && day <= to;
  const { closed } = facts;
  if (closed !== null && closed >= from && closed < to) return { why: 'closed-in-interval' };
  if (isWithin(facts.firstBillable)) return { why: 'first-billable-in-interval' };
  return isWithin(facts.opened) ? { why: 'opened-in-interval' } : interval;
}

/** Puts one debit next to its expected fee. */
function compareDebit(
  sources: FeeSources,
  facts: AccountFacts,
  { end, debit, isPartial, balanceDate: date }: DebitedPeriod,
  firm: FirmTerms,
): ExpectedPeriod {
  const [balance = null, ...others] = date === null ? [] : sources.account(facts.id).balances(date);
  const common = {
    endDate: end,
    debit,
    balanceDate: date,
    dateSource: 'period-end' as const,
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

  if (isPartial) return notCalculated('unreadable-amount');
  const calculable = calculableTerms(sources, facts);
  if ('why' in calculable) return notCalculated(calculable.why);
  const { structure, groups } = calculable;
  const interval = wholeInterval(structureInterval(structure, end, firm.advance), facts);
  if ('why' in interval) return notCalculated(interval.why);
  const { months, days } = interval;
  if (!balance) {
    const year = firm.year ?? DEFAULT_YEAR;
    const implied = impliedBalance(structure.terms, yearlyOf(new Big(debit), year, months, days));
    return notCalculated('no-balance', implied === null ? null : { balance: implied, year, before: null });
  }
  const { group, total } = groupOf(sources, groups, balance, date ?? '');
  if (total === null && sharedGroup(groups, facts.id)) return notCalculated('group-total');
  const expected = expectedFee({
    terms: structure.terms,
    balance: new Big(balance.amount),
    groupTotal: total,
    debit: new Big(debit),
    months,
    days,
  });
  if ('why' in expected) return notCalculated(expected.why);
  const { fee, groupYearly, readings } = expected;
  return {
    ...common,
    result: {
      kind: 'calculated',
      isDropThrough: fee.kind === 'drop-through',
      steps: stepsOf(fee, balance.amount),
      yearly: fee.fee,
      group: 'why' in group ? group : { ...group, yearly: groupYearly ?? fee.fee },
      readings,
      aboveCeiling: aboveCeiling(new Big(debit), interval, balance, firm),
    },
  };
}

/** Returns whether two sources differ by more than $1, which is flagged. */
export const doBalancesDiffer = (one: UsedBalance, other: UsedBalance): boolean =>
  new Big(one.amount).minus(other.amount).abs().gt(1);

/** Returns the debit as a yearly rate of the balance if it is above the firm's ceiling. */
function aboveCeiling(
  debit: Big,
  { months, days }: { readonly months: number; readonly days: number },
  balance: Pick<UsedBalance, 'amount'>,
  { year, ceiling }: Pick<FirmTerms, 'year' | 'ceiling'>,
) {
  if (ceiling === null) return null;
  const amount = new Big(balance.amount);
  const [part, parts] = partOfYear(year ?? DEFAULT_YEAR, months, days);
  // Compared without a division: rounding would hide a rate barely above the ceiling.
  if (amount.lte(0) || debit.times(parts).times(100).lte(amount.times(ceiling).times(part))) return null;
  const rate = effectiveRate(plain(debit.times(parts)), amount.times(part));
  return rate === null ? null : { rate, ceiling };
}

function stepsOf(fee: CalculatedFee, balance: string) {
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

/** Returns the sum of the balances of a group's members; null if one has none. */
export function totalOfMembers(sources: FeeSources, { accounts }: FeeGroup, date: string): string | null {
  const amounts = accounts.flatMap((id) => sources.account(id).balance(date) ?? []);
  return amounts.length === accounts.length ? sumOf(amounts) : null;
}

/** Returns the total of the account's billing group for the same date. */
export function groupOf(
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

/** Returns what the firm decided about fees. */
export const firmTermsOf = (
  workspace: Pick<Workspace, 'yearDivision' | 'structureMarks' | 'refunds'>,
): FirmTerms => ({
  year: workspace.yearDivision.get()?.year ?? null,
  ceiling: workspace.structureMarks.get().ceiling,
  advance: workspace.refunds.setting()?.advance ?? null,
});
