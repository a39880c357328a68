import type { UsedBalance } from '#contract/features/expected-fees/schemas';
import { getOrCompute } from '#contract/maps';
import { idListInCell, idOfKey, type Id } from '../../records/id-key';
import { forEachInPages, PAGE_ROWS, scanInChunks } from '../../records/scan-in-chunks';
import { FeePayers } from '../billing-groups/fee-payers';
import type { DatedBalance, ServiceBalance } from './saved-work/balances';
import {
  BALANCE_COLUMNS,
  commonStructure,
  GROUP_COLUMNS,
  groupFactsOf,
  importedBalanceOf,
  latestBalanceOf,
  serviceBalanceOf,
  STRUCTURES_COLUMN,
  structureFactsOf,
  type AccountInputs,
  type BalanceStores,
  type FeeGroup,
  type FeesReader,
  type FeeSources,
  type StructureFacts,
} from './fee-sources';

const NO_GROUPS: readonly FeeGroup[] = [];

/** The fee files that bill an account. Most accounts of a period share one object. */
export class BilledFiles {
  readonly ids: readonly string[];
  readonly #larger = new Map<string, BilledFiles>();

  constructor(ids: readonly string[] = []) {
    this.ids = ids;
  }

  /** Returns these files and another one. Files are added in the same order for all accounts. */
  with(fileId: string): BilledFiles {
    if (this.ids.at(-1) === fileId) return this;
    return getOrCompute(this.#larger, fileId, () => new BilledFiles([...this.ids, fileId]));
  }
}

/** Reads something once for each balance date of files, which may differ; returns it by date, and by files. */
export async function readByBalanceDate<T extends object>(
  billedFiles: Iterable<BilledFiles>,
  dateOf: (files: BilledFiles) => string,
  read: (balanceDate: string) => Promise<T>,
) {
  const byDate = new Map<string, T>();
  const byFiles = new Map<BilledFiles | null | undefined, T>();
  for (const files of billedFiles) {
    const date = dateOf(files);
    const result = byDate.get(date) ?? (await read(date));
    byDate.set(date, result);
    byFiles.set(files, result);
  }
  return { byDate, byFiles };
}

/**
 * An account's debit, groups and balances in a period. One object per account: a period has 100,000 accounts, and a
 * lookup in a separate table for each input takes longer than reading them.
 */
export class PeriodAccount implements AccountInputs {
  readonly #date: string;
  /** The sum of its lines in the fee files of the period; null if it has none. */
  debit: string | null = null;
  /** The files with its lines; null if there are none. */
  files: BilledFiles | null = null;
  /** True if one of its lines could not be read and is not in the debit. */
  hasUnreadDebit = false;
  groups: readonly FeeGroup[] = NO_GROUPS;
  paysForOthers = false;
  importedBalance: DatedBalance | undefined;
  serviceBalance: string | undefined;
  latestBalances: readonly UsedBalance[] | undefined;

  constructor(date: string) {
    this.#date = date;
  }

  balances(date: string): readonly UsedBalance[] {
    if (date !== this.#date) return [];
    return [
      ...importedBalanceOf(this.importedBalance, date),
      ...serviceBalanceOf(this.serviceBalance, date),
      ...(this.latestBalances ?? []),
    ];
  }

  balance(date: string): string | undefined {
    if (date !== this.#date) return undefined;
    return this.importedBalance?.amount ?? this.serviceBalance ?? this.latestBalances?.[0]?.amount;
  }
}

/** The accounts of a period with one balance date. */
export class PeriodAccounts {
  readonly #date: string;
  readonly #accounts = new Map<Id, PeriodAccount>();
  readonly #unknown: PeriodAccount;

  constructor(date: string) {
    this.#date = date;
    this.#unknown = new PeriodAccount(date);
  }

  /** Returns the data of an account; empty if no source has it. */
  get(key: Id): PeriodAccount {
    return this.#accounts.get(idOfKey(key)) ?? this.#unknown;
  }

  /** Returns the sets of files that bill an account. */
  billedFiles(): ReadonlySet<BilledFiles> {
    const sets = new Set<BilledFiles>();
    for (const { files } of this.#accounts.values()) if (files) sets.add(files);
    return sets;
  }

  /** Returns an account, added if it is new. */
  add(key: Id): PeriodAccount {
    return getOrCompute(this.#accounts, idOfKey(key), () => new PeriodAccount(this.#date));
  }
}

/** Reads the balances of one date into the accounts. */
async function addBalances(
  accounts: PeriodAccounts,
  reader: Pick<FeesReader, 'scan'>,
  { balances, serviceBalances }: BalanceStores,
  date: string,
  pause: () => Promise<void>,
): Promise<number> {
  let count = 0;
  await forEachInPages<DatedBalance>(
    (after, limit) => balances.ofDate(date, after?.account ?? '', limit),
    pause,
    (balance) => {
      accounts.add(balance.account).importedBalance = balance;
      count += 1;
    },
  );
  await forEachInPages<ServiceBalance>(
    (after, limit) => serviceBalances.ofDate(date, after?.account ?? '', limit),
    pause,
    ({ account, amount }) => {
      accounts.add(account).serviceBalance = amount;
      count += 1;
    },
  );
  await scanInChunks(reader.scan('latestBalances', BALANCE_COLUMNS), pause, (rows) => {
    for (const row of rows) {
      const used = latestBalanceOf(row, date);
      if (used.length === 0) continue;
      const account = accounts.add(row[2] ?? '');
      account.latestBalances = [...(account.latestBalances ?? []), ...used];
      count += 1;
    }
  });
  return count;
}

interface DateBalances {
  readonly isEmpty: boolean;
  /** Returns an account's balances in the order of the sources. */
  readonly balancesOf: (account: Id) => readonly UsedBalance[];
}

/** Reads the balances of one date. */
export async function balancesOfDate(
  reader: Pick<FeesReader, 'scan'>,
  stores: BalanceStores,
  date: string,
  pause: () => Promise<void>,
): Promise<DateBalances> {
  const accounts = new PeriodAccounts(date);
  const count = await addBalances(accounts, reader, stores, date, pause);
  return { isEmpty: count === 0, balancesOf: (account) => accounts.get(account).balances(date) };
}

/** Returns the only fee structure of all members of each group; their members are looked up together. */
async function commonStructures(
  reader: FeesReader,
  groups: readonly FeeGroup[],
  pause: () => Promise<void>,
): Promise<ReadonlyMap<FeeGroup, string | null>> {
  const members = new Map<Id, readonly string[]>();
  const keys = [...new Set(groups.flatMap(({ accounts }) => accounts))].map(String);
  for (let offset = 0; offset < keys.length; offset += PAGE_ROWS) {
    for (const [, key, structures] of reader.rowsOf(
      'accounts',
      keys.slice(offset, offset + PAGE_ROWS),
      STRUCTURES_COLUMN,
    ))
      members.set(idOfKey(key), idListInCell(structures));
    await pause();
  }
  return new Map(
    groups.map((group) => [
      group,
      commonStructure(group.accounts.map((account) => members.get(account) ?? [])),
    ]),
  );
}

/** Reads the groups into the accounts, and returns those with members that pay a share. */
async function addGroups(
  accounts: PeriodAccounts,
  reader: FeesReader,
  pause: () => Promise<void>,
): Promise<readonly FeeGroup[]> {
  const payers = new FeePayers();
  const sharedGroups: FeeGroup[] = [];
  await scanInChunks(reader.scan('billingGroups', GROUP_COLUMNS), pause, (rows) => {
    for (const row of rows) {
      const group = groupFactsOf(row, payers);
      if (group.sharing.size > 0) sharedGroups.push(group);
      const onlyThisGroup = [group]; // One list for all members, because most accounts are in one group only.
      for (const id of group.accounts) {
        const account = accounts.add(id);
        account.groups = account.groups === NO_GROUPS ? onlyThisGroup : [...account.groups, group];
      }
    }
  });
  for (const id of payers.all()) accounts.add(id).paysForOthers = true;
  return sharedGroups;
}

/** Reads the data of all accounts for one balance date. */
export async function readSources(
  reader: FeesReader,
  stores: BalanceStores,
  date: string,
  pause: () => Promise<void>,
): Promise<FeeSources & { readonly accounts: PeriodAccounts }> {
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
  const accounts = new PeriodAccounts(date);
  await addBalances(accounts, reader, stores, date, pause);
  const structureByGroup = await commonStructures(reader, await addGroups(accounts, reader, pause), pause);
  return {
    accounts,
    structure: (key) => structures.get(key),
    hasFirmAdjustment: (firm) => firms.has(firm),
    account: (id) => accounts.get(id),
    commonStructureOf: (group) => structureByGroup.get(group) ?? null,
  };
}
