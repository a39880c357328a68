import { endBefore } from '#contract/dates';
import Big from 'big.js';
import { valueAt } from '#contract/exact-json/patch';
import { decimalOf, plain } from '#contract/fees/decimal';
import { monthsOf, termsIn, type FeeTerms } from '#contract/fees/structure';
import type { BilledPeriod } from '#contract/features/fee-history/calls';
import type {
  ExpectedPeriod,
  NotCalculatedReason,
  UsedBalance,
} from '#contract/features/expected-fees/calls';
import type { Cell, Filter } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { ImportedBalanceStore } from '../../workspace/features/expected-fees/balances';
import { expectedFee, type CalculatedFee } from './calculate';

export type FeesReader = Pick<CacheReader, 'keys' | 'rowsOf' | 'records' | 'scan'>;
type Balances = Pick<ImportedBalanceStore, 'of'>;
type PeriodGroup = Extract<ExpectedPeriod['result'], { kind: 'calculated' }>['group'];

const MAX_ROWS = 100_000;
const LIST = /\s*,\s*/;
const day = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell.slice(0, 10) : null);
const idsIn = (cell: Cell | undefined): string[] =>
  String(cell ?? '')
    .split(LIST)
    .filter(Boolean);

/** What is set up for an account now. */
interface SetUp {
  readonly structure: string | null;
  readonly terms: FeeTerms | null;
  /** Why no period can be calculated. */
  readonly why: NotCalculatedReason | null;
  readonly closed: string | null;
  readonly firstBillable: string | null;
  readonly group:
    { readonly name: string; readonly accounts: readonly string[] } | 'no-group' | 'several-groups';
}

/** Returns an account's debits next to what the set-up fee structure says, the latest period first. */
export function expectedPeriods(
  reader: FeesReader,
  balances: Balances,
  account: string,
  periods: readonly BilledPeriod[],
): { readonly structure: string | null; readonly periods: ExpectedPeriod[] } {
  const setUp = setUpOf(reader, account);
  const found = periods.map((period) => expectedPeriod(reader, balances, account, setUp, period));
  return {
    structure: setUp.structure,
    periods: found.sort((a, b) => ((a.endDate ?? '') < (b.endDate ?? '') ? 1 : -1)),
  };
}

function expectedPeriod(
  reader: FeesReader,
  balances: Balances,
  account: string,
  setUp: SetUp,
  { endDate, sum, fileIds }: BilledPeriod,
): ExpectedPeriod {
  const end = endDate?.slice(0, 10) ?? null;
  const snapshot = snapshotOf(reader, fileIds);
  const date = snapshot ?? end;
  const sources = date === null ? [] : balancesOf(reader, balances, account, date);
  const [balance = null, other] = sources;
  const isApart = balance && other && new Big(balance.amount).minus(other.amount).abs().gt(1);
  const head = {
    endDate: end,
    debit: sum,
    balanceDate: date,
    dateSource: snapshot === null ? ('period-end' as const) : ('billing-report' as const),
    balance,
    differing: isApart ? other : null,
  };
  const not = (why: NotCalculatedReason): ExpectedPeriod => ({
    ...head,
    result: { kind: 'not-calculated', why },
  });

  if (setUp.why || !setUp.terms) return not(setUp.why ?? 'unknown-structure');
  const { terms } = setUp;
  const months = monthsOf(terms.frequency);
  if (months === null) return not('frequency');
  if (end === null) return not('no-period-end');
  const start = endBefore(end, months);
  const isInside = (one: string | null): boolean => one !== null && one > start && one <= end;
  if (isInside(setUp.closed)) return not('closed-in-interval');
  if (isInside(setUp.firstBillable)) return not('first-billable-in-interval');
  if (!balance) return not('no-balance');
  const { group, total } = groupOf(reader, balances, setUp, balance, date ?? end);
  const expected = expectedFee({
    terms,
    balance: new Big(balance.amount),
    groupTotal: total,
    debit: new Big(sum),
    end,
    months,
  });
  if ('why' in expected) return not(expected.why);
  const { fee, groupYearly, readings } = expected;
  return {
    ...head,
    result: {
      kind: 'calculated',
      isDropThrough: fee.kind === 'drop-through',
      steps: stepsOf(fee, balance.amount),
      yearly: fee.fee,
      group: 'why' in group ? group : { ...group, yearly: groupYearly ?? fee.fee },
      readings,
    },
  };
}

function stepsOf(fee: CalculatedFee, balance: string) {
  switch (fee.kind) {
    case 'flat-rate':
      return [{ tier: null, amount: balance, rate: fee.rate, fee: fee.fee }];
    case 'tiered':
      return fee.slices.map(({ at, amount, rate, fee: part }) => ({ tier: at + 1, amount, rate, fee: part }));
    case 'drop-through':
      return [{ tier: fee.slice.at + 1, amount: fee.slice.amount, rate: fee.slice.rate, fee: fee.fee }];
    case 'dollars':
      return [{ tier: null, amount: null, rate: null, fee: fee.fee }];
  }
}

/** Returns the balances date of the billing report that one of the files belongs to. */
function snapshotOf(reader: FeesReader, fileIds: readonly string[]): string | null {
  const keys = keysWith(reader, 'billingReports', 'fee_upload_file_id', [...fileIds]);
  const dates = reader.rowsOf('billingReports', keys, ['snapshot_date']).map((row) => day(row[2]));
  const [only = null, ...others] = [...new Set(dates)];
  return others.length === 0 ? only : null;
}

/** Returns the account's balances in the order of the sources: imported for the date, then the latest. */
function balancesOf(reader: FeesReader, balances: Balances, account: string, date: string): UsedBalance[] {
  const imported = balances.of(account, date);
  const keys = keysWith(reader, 'latestBalances', 'account_id', [account]);
  const latest = reader
    .rowsOf('latestBalances', keys, ['total_value', 'reported_date'])
    .flatMap(([, , value, reported]): UsedBalance[] => {
      const amount = decimalOf(value ?? undefined);
      // Yesterday's value says nothing about a date of last quarter.
      if (!amount || amount.lt(0) || day(reported) !== date) return [];
      return [{ amount: plain(amount), date, source: 'latest', file: null }];
    });
  const own = imported
    ? [{ amount: imported.amount, date, source: 'imported' as const, file: imported.file }]
    : [];
  return [...own, ...latest];
}

/** Returns the total of the account's billing group for the same date. */
function groupOf(
  reader: FeesReader,
  balances: Balances,
  { group }: SetUp,
  own: UsedBalance,
  date: string,
): {
  readonly total: Big | null;
  readonly group:
    Omit<Extract<PeriodGroup, { name: string }>, 'yearly'> | Extract<PeriodGroup, { why: string }>;
} {
  if (typeof group === 'string') return { total: null, group: { why: group } };
  const amounts = group.accounts.map((one) => balancesOf(reader, balances, one, date)[0]?.amount);
  if (amounts.some((amount) => amount === undefined))
    return { total: null, group: { why: 'members-without-balance' } };
  const total = amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Big(0));
  if (total.lte(0) || total.lt(own.amount)) return { total: null, group: { why: 'zero-total' } };
  return { total, group: { name: group.name, total: plain(total), members: amounts.length } };
}

function setUpOf(reader: FeesReader, account: string): SetUp {
  const fields = ['fee_structures_ids', 'close_date', 'first_billable_date', 'firm_id'];
  const [row] = reader.rowsOf('accounts', [account], fields);
  const [, , structures, closed, firstBillable, firm] = row ?? [0, account];
  const held = idsIn(structures);
  const [key = null, ...others] = held;
  const [record] = key === null ? [] : [...reader.records('feeStructures', [key])];
  const groups = keysWith(reader, 'billingGroups', 'assignments', [account]);
  const groupRows = reader.rowsOf('billingGroups', groups, ['name', 'assignments', 'minimum_ids']);
  const [groupRow, ...otherGroups] = groupRows;
  const why = (): NotCalculatedReason | null => {
    if (key === null) return 'no-structure';
    if (others.length > 0) return 'several-structures';
    if (!record) return 'unknown-structure';
    if (valueAt(record.raw, ['calculation_type']) === 'F') return 'favor-fee';
    if (valueAt(record.raw, ['balance_type']) !== 'E') return 'balance-type';
    if (hasFirmAdjustment(reader, String(firm ?? ''))) return 'firm-adjustments';
    return groupRows.some((one) => idsIn(one[4]).length > 0) ? 'minimum' : null;
  };
  return {
    structure: others.length === 0 ? key : null,
    terms: record ? termsIn(record.raw) : null,
    why: why(),
    closed: day(closed),
    firstBillable: day(firstBillable),
    group: !groupRow
      ? 'no-group'
      : otherGroups.length > 0
        ? 'several-groups'
        : { name: String(groupRow[2] ?? ''), accounts: [...new Set(idsIn(groupRow[3]))] },
  };
}

/** Returns whether an adjustment of the whole firm changes what is billed. */
function hasFirmAdjustment(reader: FeesReader, firm: string): boolean {
  return reader
    .scan('assetAdjustments', ['level', 'firm_id'])(0, MAX_ROWS)
    .some(([, , level, owner]) => level === 'f' && String(owner ?? '') === firm);
}

function keysWith(reader: FeesReader, resource: ResourceName, field: string, values: string[]): string[] {
  const filters: Filter[] = [{ op: 'in', field, values }];
  const query = { resource, search: '', filters, sort: resourceNamed(resource).sort };
  return reader.keys({ query, offset: 0, limit: MAX_ROWS }).keys;
}
