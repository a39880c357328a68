import { DEFAULT_FEE_CHANGE, type FeeChangeThresholds } from '#contract/features/fee-structures/schemas';
import type { FeeSettings } from '#contract/features/fee-structures/calls';
import type { DayCount } from '#contract/features/expected-fees/schemas';
import type { Cell } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { AdvanceBilling } from '#contract/features/refunds/cases';
import type { RuleNeed } from '#contract/features/review/rules';
import { PAID_BY_ITSELF, PAID_BY_GROUP } from '#contract/features/billing-groups/assignments';
import { DEFAULT_DAY_COUNT } from '../expected-fees/account-periods';
import type { FirmColumns } from '../billing-groups/firm-columns';
import type { Id } from '../../records/id-key';
import type { FeePeriod, LatestCharges } from './billed-fees';
import { BillableAccounts, billableCollector } from './billable-accounts';
import type { PeriodBalances } from './period-balances';
import { cellItems, cellText } from './cell-values';
import {
  cashCollector,
  invoiceCollector,
  reportCollector,
  unreconciledPeriodCollector,
  type FileReport,
  type LatestCash,
  type PeriodInvoice,
} from './fee-collectors';

/** The facts of a fee structure (spec 2.9) that rules about other records need. */
export interface Structure {
  readonly collection: string | null;
  readonly frequency: string | null;
  readonly calculation: string | null;
  readonly rate: Cell;
  /** Flat dollars as received. */
  readonly dollars: Cell;
}

/** Who pays a fee (spec 2.6, fee_location). Accounts in no group pay for themselves. */
export type FeePayer =
  | { readonly kind: 'itself' }
  | { readonly kind: 'several-groups' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'account'; readonly group: string; readonly account: string };

/** What rules may read beyond the record, by the names in their `needs`. */
export interface FirmContext {
  /** `feeStructures` by ID. */
  readonly structures: ReadonlyMap<string, Structure>;
  /** Computes a value once per list of fee structures; a firm has a few hundred distinct lists. */
  readonly byFees: <V>(make: (fees: Cell) => V) => (fees: Cell) => V;
  /** `billingGroups`: IDs and number of the groups that an account is assigned to, by account ID. */
  readonly groupsOf: {
    readonly get: (account: Id) => readonly string[];
    readonly count: (account: Id) => number;
  };
  /** `billingGroups`: whether the account pays the fee of another one. */
  readonly paysForOthers: (account: Id) => boolean;
  /** `billingGroups` and `fee-history`: IDs of the groups with a minimum fee. */
  readonly groupsWithMinimum: ReadonlySet<string>;
  /** `billingGroups`: who pays the fee of an account. */
  readonly feePayer: (account: Id) => FeePayer;
  /** `advisorCodes`: the mapped codes in the form of codeName. */
  readonly mapped: ReadonlySet<string>;
  /** `reconciliation`: the accounts that the accepted files of the latest period charge, as keys (accountNumberKey). */
  readonly reconciled: ReadonlySet<string>;
  /** `fee-history`: what the fee files of the latest period charge. */
  readonly charges: Pick<
    LatestCharges,
    | 'chargesOf'
    | 'netOf'
    | 'earlierOf'
    | 'files'
    | 'filesOf'
    | 'filesWithSharedNumberOf'
    | 'hasUnreadableAmount'
    | 'sumOf'
    | 'isPartlyRead'
    | 'periodOf'
  >;
  /** `feeUploadFiles`: the latest periods with a file that was not reconciled. */
  readonly unreconciled: ReadonlySet<FeePeriod>;
  /** `billable-accounts`: which accounts fee files bill, and which they should bill. */
  readonly billable: Pick<
    BillableAccounts,
    'isCharged' | 'isPossiblyCharged' | 'isDue' | 'isBilledAtCustodian'
  >;
  /** `billingReports`: reports of the fee files of the latest period, by file. */
  readonly reports: ReadonlyMap<string, readonly FileReport[]>;
  /** `invoices`, by account. */
  readonly invoices: ReadonlyMap<string, readonly PeriodInvoice[]>;
  /** `latestBalances`: the cash of each account. */
  readonly cash: Pick<LatestCash, 'cashOf'>;
  /** `period-balances`: the balances that the fees of a period are calculated from. */
  readonly balances: PeriodBalances;
  /** IDs of the retired fee structures. */
  readonly retired: ReadonlySet<string>;
  /** `rate-ceiling`: the firm's maximum rate in percent. */
  readonly ceiling: string | null;
  /** Which interval advance fees cover; null until the firm has decided. */
  readonly advance: AdvanceBilling | null;
  /** The firm's day-count convention. */
  readonly dayCount: DayCount;
  /** Thresholds above which a fee change is reported. */
  readonly feeChange: FeeChangeThresholds;
  /**
   * `accounts`: number of open accounts by fee structure ID. Not available to rules about accounts, which run
   * while it is collected.
   */
  readonly uses: () => ReadonlyMap<string, number>;
}

/** Collects data for rules from the rows of a list. */
export interface FirmDataCollector {
  readonly resource: ResourceName;
  readonly columns: readonly string[];
  /** Adds the cells of the next row. */
  addRow(cells: readonly Cell[]): void;
}

function structureCollector() {
  const collected = new Map<string, Structure>();
  return {
    resource: 'feeStructures' as const,
    columns: ['id', 'collection_type', 'frequency', 'calculation_type', 'flat_dollar_fee', 'flat_rate'],
    addRow([id, collection, frequency, calculation, dollars, rate]: readonly Cell[]): void {
      collected.set(String(id), {
        collection: cellText(collection),
        frequency: cellText(frequency),
        calculation: cellText(calculation),
        dollars: dollars ?? null,
        rate: rate ?? null,
      });
    },
    collected,
  };
}

/** Returns a collector of the billing groups that have a minimum fee (spec 2.6). */
function groupMinimumCollector() {
  const collected = new Set<string>();
  return {
    resource: 'billingGroups' as const,
    columns: ['id', 'minimum_ids'],
    addRow([id, minimums]: readonly Cell[]): void {
      if (cellItems(minimums ?? null).length > 0) collected.add(String(id));
    },
    collected,
  };
}

/**
 * Returns the name of a custodian's advisor code; case-sensitive, because the service does not say that it
 * ignores case.
 */
export const codeName = (custodian: string, code: string): string => `${custodian} ${code}`;

function mappedCodeCollector() {
  const collected = new Set<string>();
  return {
    resource: 'advisorCodes' as const,
    columns: ['source', 'code'],
    addRow([source, code]: readonly Cell[]): void {
      collected.add(codeName(cellText(source) ?? '', cellText(code) ?? ''));
    },
    collected,
  };
}

/** Data from fee files. A property is null if there is no such data. */
export interface FeeFileData {
  /** Accounts charged by the latest accepted reconciliations (reconciled.ts). */
  readonly reconciled: ReadonlySet<string> | null;
  /** Charges of the latest period in the fee history (billed-fees.ts). */
  readonly charges: LatestCharges | null;
  /** Balances of the periods (period-balances.ts). */
  readonly balances?: PeriodBalances | null | undefined;
  /** Which interval advance fees cover, if the firm has decided. */
  readonly advance?: AdvanceBilling | null | undefined;
  /** The firm's day-count convention, if it has chosen one. */
  readonly dayCount?: DayCount | null | undefined;
}

/**
 * Collects the data that the rules declare in their `needs`. Reading undeclared data throws, except the settings of
 * the firm. `columns` may be filled later, but the returned collectors must run before the rules.
 */
export function collectFirmData(
  needs: ReadonlySet<RuleNeed>,
  { reconciled, charges, balances, advance, dayCount }: FeeFileData,
  feeSettings: FeeSettings,
  columns: FirmColumns,
): { firm: FirmContext; collectors: FirmDataCollector[] } {
  const collectors: FirmDataCollector[] = [];
  const addCollector = <K extends 'structures' | 'mapped' | 'reports' | 'invoices' | 'cash' | 'unreconciled'>(
    name: K,
    collector: FirmDataCollector & { readonly collected: FirmContext[K] },
  ): FirmContext[K] => {
    if (!needs.has(collector.resource)) return unneeded(name);
    collectors.push(collector);
    return collector.collected;
  };
  const ifNeeded = <T>(need: RuleNeed, name: string, value: T): T =>
    needs.has(need) ? value : unneeded(name);
  let uses: Map<string, number> | undefined;
  const structuresById = addCollector('structures', structureCollector());
  const payerOf = feePayerIn(columns);
  const minimums = groupMinimumCollector();
  const needsMinimums = needs.has('billingGroups') && needs.has('fee-history');
  if (needsMinimums) collectors.push(minimums);
  const billable =
    needs.has('billable-accounts') && charges
      ? new BillableAccounts({ charges, structures: structuresById, feePayer: payerOf })
      : null;
  if (billable) collectors.push(billableCollector(billable));
  const firm: FirmContext = {
    structures: structuresById,
    billable: billable ?? unneeded('billable'),
    mapped: addCollector('mapped', mappedCodeCollector()),
    reports: addCollector('reports', reportCollector(charges?.files ?? new Map())),
    invoices: addCollector('invoices', invoiceCollector()),
    cash: addCollector('cash', cashCollector()),
    unreconciled: addCollector('unreconciled', unreconciledPeriodCollector(charges)),
    groupsWithMinimum: needsMinimums ? minimums.collected : unneeded('groupsWithMinimum'),
    feePayer: ifNeeded('billingGroups', 'feePayer', payerOf),
    byFees: byFees(columns),
    groupsOf: ifNeeded('billingGroups', 'groupsOf', groupsOf(columns)),
    paysForOthers: ifNeeded('billingGroups', 'paysForOthers', paysForOthers(columns)),
    uses: ifNeeded('accounts', 'uses', () => (uses ??= usesIn(columns))),
    retired: new Set(feeSettings.retired.map(({ key }) => key)),
    ceiling: feeSettings.ceiling,
    advance: advance ?? null,
    dayCount: dayCount ?? DEFAULT_DAY_COUNT,
    feeChange: feeSettings.feeChange ?? DEFAULT_FEE_CHANGE,
    charges: needs.has('fee-history') && charges ? charges : unneeded('charges'),
    balances: needs.has('period-balances') && balances ? balances : unneeded('balances'),
    reconciled: needs.has('reconciliation') && reconciled ? reconciled : unneeded('reconciled'),
  };
  return { firm, collectors };
}

const byFees =
  ({ accounts }: FirmColumns): FirmContext['byFees'] =>
  (make) => {
    const known: ReturnType<typeof make>[] = [];
    return (fees) => {
      const number = accounts.feesNumber(fees);
      let value = known[number];
      if (value === undefined) known[number] = value = make(fees);
      return value;
    };
  };

function groupsOf({ accounts, groups }: FirmColumns): FirmContext['groupsOf'] {
  // Several rules look up the same account, one after another.
  let memoAccount: Id = '';
  let slot = -1;
  const slotOf = (account: Id): number => {
    if (account !== memoAccount) {
      memoAccount = account;
      slot = accounts.slot(account);
    }
    return slot;
  };
  const hasGroups = (account: Id): boolean => slotOf(account) >= 0 && accounts.firstGroup(slot) > 0;
  return {
    count: (account) => (hasGroups(account) ? 1 + (accounts.otherGroups(slot)?.length ?? 0) : 0),
    get: (account) => (hasGroups(account) ? accounts.groups(slot).map((group) => groups.key(group)) : []),
  };
}

const feePayerIn =
  ({ accounts, groups }: FirmColumns): FirmContext['feePayer'] =>
  (account) => {
    const slot = accounts.slot(account);
    const [groupIndex, ...others] = slot < 0 ? [] : accounts.groups(slot);
    if (groupIndex === undefined) return ITSELF_PAYS;
    if (others.length > 0) return SEVERAL_GROUPS;
    const payer = groups.payerOf(groupIndex, slot);
    if (payer === null || String(payer) === PAID_BY_ITSELF || String(payer) === String(account))
      return ITSELF_PAYS;
    const group = groups.key(groupIndex);
    return String(payer) === PAID_BY_GROUP
      ? { kind: 'group', group }
      : { kind: 'account', group, account: String(payer) };
  };
const ITSELF_PAYS: FeePayer = { kind: 'itself' };
const SEVERAL_GROUPS: FeePayer = { kind: 'several-groups' };

const paysForOthers =
  ({ accounts }: FirmColumns): FirmContext['paysForOthers'] =>
  (account) => {
    const slot = accounts.slot(account);
    return slot >= 0 && accounts.isPayer(slot);
  };

/** Counts the open accounts of each fee structure. An account that lists a structure twice counts once. */
function usesIn({ accounts }: FirmColumns): Map<string, number> {
  const counts = new Uint32Array(accounts.feeLists.length + 1);
  for (let slot = 0; slot < accounts.size; slot += 1)
    if (accounts.isOpen(slot)) counts[accounts.fees(slot)] = (counts[accounts.fees(slot)] ?? 0) + 1;
  const uses = new Map<string, number>();
  for (const [index, list] of accounts.feeLists.entries())
    for (const id of new Set(cellItems(list))) uses.set(id, (uses.get(id) ?? 0) + (counts[index + 1] ?? 0));
  return uses;
}

/**
 * Returns a fact that throws when a rule calls it or reads a property of it, such as `get` or `size`: an undeclared
 * need must not look like a firm without such records.
 */
function unneeded(name: string): never {
  const throwUndeclared = (): never => {
    throw new Error(`No rule of this check declares the need for ${name} (contract/features/review/rules)`);
  };
  return new Proxy(throwUndeclared, { get: throwUndeclared }) as never;
}
