import { dayOf } from '#contract/dates';
import { valueAt } from '#contract/exact-json/patch';
import { decimalOf, plain } from '#contract/fees/decimal';
import { termsIn, type FeeTerms } from '#contract/fees/structure';
import type { NotCalculatedReason, UsedBalance } from '#contract/features/expected-fees/calls';
import { lazy } from '#contract/lazy';
import type { Cell, Filter } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { idListInCell } from '../../records/id-key';
import { scanInChunks } from '../../records/scan-in-chunks';
import { FeePayers, PAYERS } from '../billing-groups/fee-payers';
import type {
  DatedBalance,
  ImportedBalanceStore,
  ServiceBalanceStore,
} from '../../workspace/features/expected-fees/balances';
import { cellText } from '../../../common/cell-text';
import { memoize } from '../../../common/memoize';

export type FeesReader = Pick<CacheReader, 'keys' | 'rowsOf' | 'records' | 'scan'>;
type ReportsReader = Pick<FeesReader, 'keys' | 'rowsOf'>;
export interface BalanceStores {
  readonly balances: Pick<ImportedBalanceStore, 'balanceOf' | 'ofDate'>;
  readonly serviceBalances: Pick<ServiceBalanceStore, 'balanceOf' | 'ofDate'>;
}

/** A fee structure as set up now. */
export interface StructureFacts {
  readonly terms: FeeTerms;
  readonly collection: string | null;
  /** Why its fees are not calculated. */
  readonly why: NotCalculatedReason | null;
}

export interface FeeGroup {
  readonly name: string;
  readonly accounts: readonly string[];
  readonly hasMinimum: boolean;
  /** The accounts that pay a share of what the group owes. */
  readonly sharing: ReadonlySet<string>;
}

/** What is set up for an account now. */
export interface AccountFacts {
  readonly key: string;
  readonly name: string;
  readonly number: string | null;
  readonly structures: readonly string[];
  readonly firm: string;
  readonly opened: string | null;
  readonly closed: string | null;
  readonly firstBillable: string | null;
}

/** Where the facts of expected fees come from: looked up for one account, or read at once for a period. */
export interface FeeSources {
  readonly structure: (key: string) => StructureFacts | undefined;
  /** Whether an adjustment of the whole firm changes what is billed. */
  readonly hasFirmAdjustment: (firm: string) => boolean;
  readonly groupsOf: (account: string) => readonly FeeGroup[];
  readonly paysForOthers: (account: string) => boolean;
  /** The only fee structure of all members of a group with shares; null if they have several. */
  readonly commonStructureOf: (group: FeeGroup) => string | null;
  /** Returns an account's balances in the order of the sources: imported, of the service for the date, latest. */
  readonly balances: (account: string, date: string) => readonly UsedBalance[];
  /** Returns the amount of the first of them. */
  readonly balance: (account: string, date: string) => string | undefined;
}

const MAX_ROWS = 100_000;
/** Rows of the saved work per step. */
const PAGE = 2_000;
export const ACCOUNT_COLUMNS = [
  'name',
  'number',
  'fee_structures_ids',
  'firm_id',
  'inception_date',
  'close_date',
  'first_billable_date',
] as const;
const GROUP_COLUMNS = ['name', 'minimum_ids', PAYERS] as const;
const STRUCTURES_COLUMN = ['fee_structures_ids'] as const;
const BALANCE_COLUMNS = ['account_id', 'total_value', 'reported_date'] as const;

type Row = readonly (Cell | undefined)[];

/** Reads dates when they are needed: most accounts of a period are not calculated. */
class AccountRow implements AccountFacts {
  readonly key: string;
  readonly structures: readonly string[];
  readonly firm: string;
  readonly #row: Row;

  constructor(row: Row, idsIn: (cell: Cell) => readonly string[]) {
    const [, key, , , structures, firm] = row;
    this.key = String(key);
    this.structures = idsIn(structures ?? null);
    this.firm = String(firm ?? '');
    this.#row = row;
  }

  get name(): string {
    return cellText(this.#row[2]) ?? '';
  }

  get number(): string | null {
    return cellText(this.#row[3]);
  }

  get opened(): string | null {
    return dayOf(this.#row[6]);
  }

  get closed(): string | null {
    return dayOf(this.#row[7]);
  }

  get firstBillable(): string | null {
    return dayOf(this.#row[8]);
  }
}

export const accountFactsOf = (row: Row): AccountFacts => new AccountRow(row, idListInCell);

/** Returns a function for many accounts, which parses each distinct list of fee structures once. */
export function accountFactsReader(): (row: Row) => AccountFacts {
  const parsed = memoize((text: string): readonly string[] => idListInCell(text));
  return (row) => new AccountRow(row, (cell) => parsed(String(cell ?? '')));
}

function groupFactsOf([, , name, minimums, payers]: Row, found: FeePayers): FeeGroup {
  const { accounts, sharing } = found.add(payers);
  const distinct = new Set(accounts);
  return {
    name: String(name ?? ''),
    accounts: distinct.size === accounts.length ? accounts : [...distinct],
    hasMinimum: idListInCell(minimums).length > 0,
    sharing,
  };
}

function structureFactsOf(raw: string): StructureFacts {
  const collection = valueAt(raw, ['collection_type']);
  const why =
    valueAt(raw, ['calculation_type']) === 'F'
      ? ('favor-fee' as const)
      : valueAt(raw, ['balance_type']) === 'E'
        ? null
        : ('balance-type' as const);
  return { terms: termsIn(raw), collection: typeof collection === 'string' ? collection : null, why };
}

/** Returns the latest balance if it is of the date; yesterday's value says nothing about a date of last quarter. */
function latestOf([, , , value, reported]: Row, date: string): UsedBalance[] {
  const amount = decimalOf(value ?? undefined);
  if (!amount || amount.lt(0) || dayOf(reported) !== date) return [];
  return [{ amount: plain(amount), date, source: 'latest', file: null }];
}

const importedOf = (
  found: { readonly amount: string; readonly file: string | null } | undefined,
  date: string,
): UsedBalance[] => (found ? [{ amount: found.amount, date, source: 'imported', file: found.file }] : []);
const serviceOf = (amount: string | undefined, date: string): UsedBalance[] =>
  amount === undefined ? [] : [{ amount, date, source: 'aum', file: null }];

export function keysWith(
  reader: Pick<FeesReader, 'keys'>,
  resource: ResourceName,
  field: string,
  values: string[],
): string[] {
  const filters: Filter[] = [{ op: 'in', field, values }];
  const query = { resource, search: '', filters, sort: resourceNamed(resource).sort };
  return reader.keys({ query, offset: 0, limit: MAX_ROWS }).keys;
}

/** Returns the balances date of the billing report that one of the files belongs to. */
export function snapshotOf(reader: ReportsReader, fileIds: readonly string[]): string | null {
  const keys = keysWith(reader, 'billingReports', 'fee_upload_file_id', [...fileIds]);
  const dates = reader.rowsOf('billingReports', keys, ['snapshot_date']).map((row) => dayOf(row[2]));
  const [only = null, ...others] = [...new Set(dates)];
  return others.length === 0 ? only : null;
}

/** Returns the date whose balances count: that of the billing report, or else the period end. */
export const balanceDateOf = (reader: ReportsReader, fileIds: readonly string[], endDate: string): string =>
  snapshotOf(reader, fileIds) ?? endDate;

/** Returns the only fee structure of some accounts, by their IDs; null if there are several, or an account has none. */
function commonStructure(lists: readonly (readonly string[])[]): string | null {
  const [only] = lists[0] ?? [];
  return only !== undefined && lists.every((ids) => ids.length === 1 && ids[0] === only) ? only : null;
}

/** Reads who pays for whom in all groups: a payer need not be in the group that it pays for. */
function allPayers(reader: Pick<FeesReader, 'scan'>): FeePayers {
  const found = new FeePayers();
  for (const [, , payers] of reader.scan('billingGroups', [PAYERS])(0, MAX_ROWS)) found.add(payers);
  return found;
}

/** Looks up what one account needs. */
export function lookedUpSources(
  reader: FeesReader,
  { balances, serviceBalances }: BalanceStores,
): FeeSources {
  const firms = new Set(
    reader
      .scan('assetAdjustments', ['level', 'firm_id'])(0, MAX_ROWS)
      .flatMap(([, , level, firm]) => (level === 'f' ? [String(firm ?? '')] : [])),
  );
  const payers = lazy(() => allPayers(reader));
  const balancesOf = (account: string, date: string): readonly UsedBalance[] => [
    ...importedOf(balances.balanceOf(account, date), date),
    ...serviceOf(serviceBalances.balanceOf(account, date), date),
    ...reader
      .rowsOf('latestBalances', keysWith(reader, 'latestBalances', 'account_id', [account]), [
        ...BALANCE_COLUMNS,
      ])
      .flatMap((row) => latestOf(row, date)),
  ];
  return {
    structure(key) {
      const [record] = [...reader.records('feeStructures', [key])];
      return record && structureFactsOf(record.raw);
    },
    hasFirmAdjustment: (firm) => firms.has(firm),
    groupsOf: (account) =>
      reader
        .rowsOf('billingGroups', keysWith(reader, 'billingGroups', 'assignments', [account]), [
          ...GROUP_COLUMNS,
        ])
        .map((row) => groupFactsOf(row, payers())),
    paysForOthers: (account) => payers().payers.has(account),
    commonStructureOf: ({ accounts }) =>
      commonStructure(
        reader
          .rowsOf('accounts', [...accounts], [...STRUCTURES_COLUMN])
          .map(([, , structures]) => idListInCell(structures)),
      ),
    balances: balancesOf,
    balance: (account, date) => balancesOf(account, date)[0]?.amount,
  };
}

/** Reads rows in the order of their accounts; no statement stays open while others work. */
async function inPages<Row extends { readonly account: string }>(
  next: (after: string) => readonly Row[],
  pause: () => Promise<void>,
  onRow: (row: Row) => unknown,
): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows = next(after);
    rows.forEach(onRow);
    after = rows.length < PAGE ? undefined : rows.at(-1)?.account;
    await pause();
  }
}

interface DateBalances {
  readonly isEmpty: boolean;
  /** In the order of the sources. */
  readonly balancesOf: (account: string) => readonly UsedBalance[];
  /** The amount of the first of them. */
  readonly balanceOf: (account: string) => string | undefined;
}

/** Reads the balances of one date. */
export async function balancesOfDate(
  reader: Pick<FeesReader, 'scan'>,
  { balances, serviceBalances }: BalanceStores,
  date: string,
  pause: () => Promise<void>,
): Promise<DateBalances> {
  // As stored: a period has 100,000 of them, and each is needed for a moment only.
  const imported = new Map<string, DatedBalance>();
  const service = new Map<string, string>();
  const latest = new Map<string, UsedBalance[]>();
  await inPages(
    (after) => balances.ofDate(date, after, PAGE),
    pause,
    (one) => imported.set(one.account, one),
  );
  await inPages(
    (after) => serviceBalances.ofDate(date, after, PAGE),
    pause,
    (one) => service.set(one.account, one.amount),
  );
  await scanInChunks(reader.scan('latestBalances', BALANCE_COLUMNS), pause, (rows) => {
    for (const row of rows) {
      const used = latestOf(row, date);
      const account = String(row[2] ?? '');
      if (used.length > 0) latest.set(account, [...(latest.get(account) ?? []), ...used]);
    }
  });
  return {
    isEmpty: imported.size + service.size + latest.size === 0,
    balancesOf: (account) => [
      ...importedOf(imported.get(account), date),
      ...serviceOf(service.get(account), date),
      ...(latest.get(account) ?? []),
    ],
    balanceOf: (account) =>
      imported.get(account)?.amount ?? service.get(account) ?? latest.get(account)?.[0]?.amount,
  };
}

/** Returns the only fee structure of all members of each group; their members are looked up together. */
async function commonStructures(
  reader: FeesReader,
  groups: readonly FeeGroup[],
  pause: () => Promise<void>,
): Promise<ReadonlyMap<FeeGroup, string | null>> {
  const members = new Map<string, readonly string[]>();
  const keys = [...new Set(groups.flatMap(({ accounts }) => accounts))];
  for (let at = 0; at < keys.length; at += PAGE) {
    for (const [, key, structures] of reader.rowsOf('accounts', keys.slice(at, at + PAGE), STRUCTURES_COLUMN))
      members.set(String(key), idListInCell(structures));
    await pause();
  }
  return new Map(
    groups.map((group) => [group, commonStructure(group.accounts.map((one) => members.get(one) ?? []))]),
  );
}

/** Reads what all accounts need for one balance date. */
export async function readSources(
  reader: FeesReader,
  stores: BalanceStores,
  date: string,
  pause: () => Promise<void>,
): Promise<FeeSources> {
  const firms = new Set<string>();
  await scanInChunks(reader.scan('assetAdjustments', ['level', 'firm_id']), pause, (rows) => {
    for (const [, , level, firm] of rows) if (level === 'f') firms.add(String(firm ?? ''));
  });
  const structures = new Map<string, StructureFacts>();
  const keys: string[] = [];
  await scanInChunks(reader.scan('feeStructures', []), pause, (rows) =>
    rows.forEach(([, key]) => keys.push(String(key))),
  );
  for (const { key, raw } of reader.records('feeStructures', keys))
    structures.set(key, structureFactsOf(raw));
  const groups = new Map<string, readonly FeeGroup[]>();
  const payers = new FeePayers();
  const sharedGroups: FeeGroup[] = [];
  await scanInChunks(reader.scan('billingGroups', GROUP_COLUMNS), pause, (rows) => {
    for (const row of rows) {
      const group = groupFactsOf(row, payers);
      if (group.sharing.size > 0) sharedGroups.push(group);
      const alone = [group]; // what most accounts have: one list for all members
      for (const account of group.accounts) {
        const known = groups.get(account);
        groups.set(account, known ? [...known, group] : alone);
      }
    }
  });
  const common = await commonStructures(reader, sharedGroups, pause);
  const { balancesOf, balanceOf } = await balancesOfDate(reader, stores, date, pause);
  return {
    structure: (key) => structures.get(key),
    hasFirmAdjustment: (firm) => firms.has(firm),
    groupsOf: (account) => groups.get(account) ?? [],
    paysForOthers: (account) => payers.payers.has(account),
    commonStructureOf: (group) => common.get(group) ?? null,
    balances: (account, at) => (at === date ? balancesOf(account) : []),
    balance: (account, at) => (at === date ? balanceOf(account) : undefined),
  };
}
