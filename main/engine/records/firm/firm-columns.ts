import type { CacheReader } from '../../cache/reader';
import { pairsColumn } from '../../cache/pairs';
import { resources } from '../../../../preload/contract/resources';
import { ACCOUNT_FIELDS, accountOf, Accounts } from './accounts';
import { Groups } from './groups';
import { inStretches } from './in-stretches';

/** Columns are dropped when nobody has asked for them for so long: they are a few megabytes. */
const KEPT_MS = 60_000;

/** Accounts and billing groups of a firm as columns, for whoever goes through all of them. */
export class FirmColumns {
  readonly accounts: Accounts;
  readonly groups: Groups;

  /** `expected`: about how many accounts there are. */
  constructor(expected = 0) {
    this.accounts = new Accounts(expected);
    this.groups = new Groups(this.accounts, expected);
  }
}

type Reader = Pick<CacheReader, 'version' | 'scan' | 'about'>;

const PAYERS = pairsColumn('assignments', resources.billingGroups.fields.assignments);
/** The columns that are read of a group; who is in it and who pays comes without its record. */
const GROUP_COLUMNS = ['name', 'household_id', 'firm_id', PAYERS] as const;

/** Reads all billing groups; they come before the accounts. */
export async function readGroups(
  reader: Reader,
  { groups }: FirmColumns,
  pause: () => Promise<void>,
): Promise<void> {
  await inStretches(reader.scan('billingGroups', GROUP_COLUMNS), pause, (rows) => {
    for (const row of rows)
      groups.add(row[0], row[1], String(row[2] ?? ''), row[3] ?? null, row[4] ?? null, row[5] ?? null);
  });
}

/** Reads accounts and billing groups, and keeps them. */
export async function readFirm(reader: Reader, pause: () => Promise<void>): Promise<FirmColumns> {
  const { version } = reader;
  const columns = new FirmColumns(reader.about('accounts'));
  await readGroups(reader, columns, pause);
  await inStretches(reader.scan('accounts', ACCOUNT_FIELDS), pause, (rows) => {
    for (const row of rows) columns.accounts.add(accountOf(row));
  });
  keepColumns(reader, version, columns);
  return columns;
}

interface Kept {
  readonly version: number;
  readonly columns: FirmColumns;
  drop: NodeJS.Timeout;
}
const kept = new WeakMap<object, Kept>();

/** What was last read of the data as they are; undefined: nothing, or nobody asked for it for a while. */
export function keptColumns(reader: Pick<Reader, 'version'>): FirmColumns | undefined {
  const known = kept.get(reader);
  if (known?.version !== reader.version) return undefined;
  known.drop.refresh();
  return known.columns;
}

/** Keeps what was read whole of the data as they were at a version. */
export function keepColumns(reader: Pick<Reader, 'version'>, version: number, columns: FirmColumns): void {
  clearTimeout(kept.get(reader)?.drop);
  if (reader.version !== version) return;
  const drop = setTimeout(() => kept.delete(reader), KEPT_MS).unref();
  kept.set(reader, { version, columns, drop });
}
