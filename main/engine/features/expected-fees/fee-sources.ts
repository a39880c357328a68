import { dayOf } from '#contract/dates';
import { valueAt } from '#contract/exact-json/patch';
import { decimalOf, plain } from '#contract/fees/decimal';
import { termsIn, type FeeTerms } from '#contract/fees/structure';
import type { NotCalculatedReason, UsedBalance } from '#contract/features/expected-fees/schemas';
import { lazy } from '#contract/lazy';
import { getOrCompute } from '#contract/maps';
import { allRecordsQuery, type Cell } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { idListInCell, idOfKey, type Id } from '../../records/id-key';
import { FeePayers, PAYERS_COLUMN } from '../billing-groups/fee-payers';
import type { ImportedBalanceStore, ServiceBalanceStore } from './saved-work/balances';
import { cellText } from '#common/cell-text';
import { memoize } from '#common/memoize';

export type FeesReader = Pick<CacheReader, 'keys' | 'rowsOf' | 'records' | 'scan' | 'accountsByNumber'>;
type ReportsReader = Pick<FeesReader, 'keys' | 'rowsOf'>;
export interface BalanceStores {
  readonly balances: Pick<ImportedBalanceStore, 'balanceOf' | 'ofDate'>;
  readonly serviceBalances: Pick<ServiceBalanceStore, 'balanceOf' | 'ofDate'>;
}

/** The current terms of a fee structure. */
export interface StructureFacts {
  readonly terms: FeeTerms;
  readonly collection: string | null;
  /** Why its fees are not calculated. */
  readonly why: NotCalculatedReason | null;
}

export interface FeeGroup {
  readonly name: string;
  readonly accounts: readonly Id[];
  readonly hasMinimum: boolean;
  /** The accounts that pay a share of what the group owes. */
  readonly sharing: ReadonlySet<Id>;
}

/** The current setup of an account. */
export interface AccountFacts {
  readonly id: Id;
  readonly key: string;
  readonly name: string;
  readonly number: string | null;
  readonly structures: readonly string[];
  readonly firm: string;
  readonly opened: string | null;
  readonly closed: string | null;
  readonly firstBillable: string | null;
}

/** The data that an account's fee depends on, besides its own record. */
export interface AccountInputs {
  readonly groups: readonly FeeGroup[];
  readonly paysForOthers: boolean;
  /** Returns the account's balances, preferred source first: imported, from the service for the date, latest. */
  balances(date: string): readonly UsedBalance[];
  /** Returns the amount of the first of these balances. */
  balance(date: string): string | undefined;
}

/** The data that expected fees are calculated from: looked up for one account, or read at once for a period. */
export interface FeeSources {
  readonly structure: (key: string) => StructureFacts | undefined;
  /** Returns whether an adjustment of the whole firm changes what is billed. */
  readonly hasFirmAdjustment: (firm: string) => boolean;
  readonly account: (id: Id) => AccountInputs;
  /** Returns the only fee structure of all members of a group with shares; null for several, or if one has none. */
  readonly commonStructureOf: (group: FeeGroup) => string | null;
}

/** Above the number of billing groups, adjustments and other rows that are read at once. */
const MAX_ROWS = 100_000;
/** The columns that a comparison needs. */
export const COMPARED_COLUMNS = [
  'fee_structures_ids',
  'firm_id',
  'inception_date',
  'close_date',
  'first_billable_date',
] as const;
/** The compared columns, and those by which users recognize an account. */
export const ACCOUNT_COLUMNS = [...COMPARED_COLUMNS, 'name', 'number'] as const;
export const GROUP_COLUMNS = ['name', 'minimum_ids', PAYERS_COLUMN] as const;
export const STRUCTURES_COLUMN = ['fee_structures_ids'] as const;
export const BALANCE_COLUMNS = ['account_id', 'total_value', 'reported_date'] as const;

/** Row number, key, and the cells of the columns that were read. */
export type FeeSourceRow = readonly (Cell | undefined)[];

/**
 * Reads a row of COMPARED_COLUMNS or ACCOUNT_COLUMNS: its cells follow the row number and the key, in the order of the
 * columns. Dates are parsed when they are needed: an account without calculable terms needs none.
 */
class AccountRow implements AccountFacts {
  readonly id: Id;
  readonly structures: readonly string[];
  readonly firm: string;
  readonly #row: FeeSourceRow;

  constructor(row: FeeSourceRow, idsIn: (cell: Cell) => readonly string[]) {
    const [, key, structures, firm] = row;
    this.id = idOfKey(key ?? '');
    this.structures = idsIn(structures ?? null);
    this.firm = String(firm ?? '');
    this.#row = row;
  }

  get key(): string {
    return String(this.id);
  }

  get name(): string {
    return cellText(this.#row[7]) ?? '';
  }

  get number(): string | null {
    return cellText(this.#row[8]);
  }

  get opened(): string | null {
    return dayOf(this.#row[4]);
  }

  get closed(): string | null {
    return dayOf(this.#row[5]);
  }

  get firstBillable(): string | null {
    return dayOf(this.#row[6]);
  }
}

export const accountFactsOf = (row: FeeSourceRow): AccountFacts => new AccountRow(row, idListInCell);

/** Returns a function for many accounts, which parses each distinct list of fee structures once. */
export function accountFactsReader(): (row: FeeSourceRow) => AccountFacts {
  const parsed = memoize((text: string): readonly string[] => idListInCell(text));
  return (row) => new AccountRow(row, (cell) => parsed(String(cell ?? '')));
}

/** Returns a group's facts, and adds its accounts that pay for others to `payers`. */
export function groupFactsOf([, , name, minimums, pairs]: FeeSourceRow, payers: FeePayers): FeeGroup {
  const { accounts, sharing } = payers.add(pairs);
  const distinct = new Set(accounts);
  return {
    name: String(name ?? ''),
    accounts: distinct.size === accounts.length ? accounts : [...distinct],
    hasMinimum: idListInCell(minimums).length > 0,
    sharing,
  };
}

export function structureFactsOf(raw: string): StructureFacts {
  const collection = valueAt(raw, ['collection_type']);
  // F is a favor fee; E, the balance at the end of the period, is the only balance that fees are calculated from.
  const why =
    valueAt(raw, ['calculation_type']) === 'F'
      ? ('favor-fee' as const)
      : valueAt(raw, ['balance_type']) === 'E'
        ? null
        : ('balance-type' as const);
  return { terms: termsIn(raw), collection: typeof collection === 'string' ? collection : null, why };
}

/** Returns the latest balance if it has this date: yesterday's value says nothing about a date of last quarter. */
export function latestBalanceOf([, , , value, reported]: FeeSourceRow, date: string): UsedBalance[] {
  const amount = decimalOf(value ?? undefined);
  if (!amount || amount.lt(0) || dayOf(reported) !== date) return [];
  return [{ amount: plain(amount), date, source: 'latest', file: null }];
}

export const importedBalanceOf = (
  balance: { readonly amount: string; readonly file: string | null } | undefined,
  date: string,
): UsedBalance[] =>
  balance ? [{ amount: balance.amount, date, source: 'imported', file: balance.file }] : [];
export const serviceBalanceOf = (amount: string | undefined, date: string): UsedBalance[] =>
  amount === undefined ? [] : [{ amount, date, source: 'aum', file: null }];

export function keysWith(
  reader: Pick<FeesReader, 'keys'>,
  resource: ResourceName,
  field: string,
  values: string[],
): string[] {
  const query = allRecordsQuery(resource, [{ op: 'in', field, values }]);
  return reader.keys({ query, offset: 0, limit: MAX_ROWS }).keys;
}

/** Returns the balance date of the billing reports that files belong to; null if there is none, or several. */
export function snapshotDateOf(reader: ReportsReader, fileIds: readonly string[]): string | null {
  const keys = keysWith(reader, 'billingReports', 'fee_upload_file_id', [...fileIds]);
  const dates = reader.rowsOf('billingReports', keys, ['snapshot_date']).map((row) => dayOf(row[2]));
  const [only = null, ...others] = [...new Set(dates)];
  return others.length === 0 ? only : null;
}

/** Returns the date whose balances count: that of the billing report, or else the period end. */
const balanceDateOf = (reader: ReportsReader, fileIds: readonly string[], endDate: string): string =>
  snapshotDateOf(reader, fileIds) ?? endDate;

/** Returns `balanceDateOf` as a function that looks up the files of a period once. */
export const balanceDatesOf = (reader: ReportsReader) => {
  const dates = new Map<string, string>();
  return (fileIds: readonly string[], endDate: string): string =>
    getOrCompute(dates, fileIds.join(' '), () => balanceDateOf(reader, fileIds, endDate));
};

/** Returns the only fee structure of some accounts, by their IDs; null if there are several, or an account has none. */
export function commonStructure(lists: readonly (readonly string[])[]): string | null {
  const [only] = lists[0] ?? [];
  return only !== undefined && lists.every((ids) => ids.length === 1 && ids[0] === only) ? only : null;
}

/** Reads who pays for whom in all groups: a payer need not be in the group that it pays for. */
function allPayers(reader: Pick<FeesReader, 'scan'>): FeePayers {
  const payers = new FeePayers();
  for (const [, , pairs] of reader.scan('billingGroups', [PAYERS_COLUMN])(0, MAX_ROWS)) payers.add(pairs);
  return payers;
}

/**
 * Returns sources that look up the data of one account on demand. Groups and latest balances are read once: create new
 * sources for each call.
 */
export function lookedUpSources(
  reader: FeesReader,
  { balances, serviceBalances }: BalanceStores,
): FeeSources {
  const firms = new Set(
    reader
      .scan('assetAdjustments', ['level', 'firm_id'])(0, MAX_ROWS)
      .flatMap(([, , level, firm]) => (level === 'f' ? [String(firm ?? '')] : [])), // f: the whole firm
  );
  const payers = lazy(() => allPayers(reader));
  const latestRows = new Map<string, FeeSourceRow[]>();
  /** Reads the latest balances of accounts together: each read goes through the whole list. */
  const readLatest = (accounts: readonly string[]): void => {
    const added = [...new Set(accounts)].filter((account) => !latestRows.has(account));
    if (added.length === 0) return;
    for (const account of added) latestRows.set(account, []);
    const keys = keysWith(reader, 'latestBalances', 'account_id', added);
    for (const row of reader.rowsOf('latestBalances', keys, BALANCE_COLUMNS))
      latestRows.get(String(row[2] ?? ''))?.push(row);
  };
  const balancesOf = (account: string, date: string): readonly UsedBalance[] => {
    readLatest([account]);
    return [
      ...importedBalanceOf(balances.balanceOf(account, date), date),
      ...serviceBalanceOf(serviceBalances.balanceOf(account, date), date),
      ...(latestRows.get(account) ?? []).flatMap((row) => latestBalanceOf(row, date)),
    ];
  };
  const groupsOf = memoize((id: Id): readonly FeeGroup[] => {
    const keys = keysWith(reader, 'billingGroups', 'assignments', [String(id)]);
    const groups = reader
      .rowsOf('billingGroups', keys, GROUP_COLUMNS)
      .map((row) => groupFactsOf(row, payers()));
    readLatest(groups.flatMap(({ accounts }) => accounts.map(String)));
    return groups;
  });
  return {
    structure(key) {
      const [record] = [...reader.records('feeStructures', [key])];
      return record && structureFactsOf(record.raw);
    },
    hasFirmAdjustment: (firm) => firms.has(firm),
    account: (id) => ({
      get groups() {
        return groupsOf(id);
      },
      get paysForOthers() {
        return payers().paysForOthers(id);
      },
      balances: (date) => balancesOf(String(id), date),
      balance: (date) => balancesOf(String(id), date)[0]?.amount,
    }),
    commonStructureOf: ({ accounts }) => {
      const rows = reader.rowsOf('accounts', accounts.map(String), STRUCTURES_COLUMN);
      const members = new Map(rows.map(([, key, structures]) => [idOfKey(key), idListInCell(structures)]));
      // Nothing is known about a member that is not in the data, such as one of another firm.
      return commonStructure(accounts.map((id) => members.get(id) ?? []));
    },
  };
}
