import type { CacheReader } from '../../cache/reader';
import { RECORD } from '../../cache/scan';
import { ACCOUNT_FIELDS, accountOf, Accounts } from './accounts';
import { Groups } from './groups';

/** Columns are dropped when nobody has asked for them for so long: they are a few megabytes. */
const KEPT_MS = 60_000;
/** Rows read at a time, a few milliseconds' work: others have their turn after them. */
export const STRETCH = 500;

/** Accounts and billing groups of a firm as columns, for whoever goes through all of them. */
export class FirmColumns {
  readonly accounts = new Accounts();
  readonly groups = new Groups(this.accounts);
}

type Reader = Pick<CacheReader, 'version' | 'scan'>;

/** Reads all billing groups; they come before the accounts. */
export async function readGroups(
  reader: Reader,
  { groups }: FirmColumns,
  pause: () => Promise<void>,
): Promise<void> {
  const scan = reader.scan('billingGroups', ['name', 'household_id', 'firm_id', RECORD]);
  for (let after = 0, more = true; more; await pause()) {
    const rows = scan(after, STRETCH);
    for (const [n, key, name = null, household = null, firm = null, record] of rows)
      groups.add(n, key, name === null ? '' : String(name), household, firm, String(record));
    after = rows.at(-1)?.[0] ?? after;
    more = rows.length === STRETCH;
  }
}

/** Reads accounts and billing groups, and keeps them. */
export async function readFirm(reader: Reader, pause: () => Promise<void>): Promise<FirmColumns> {
  const { version } = reader;
  const columns = new FirmColumns();
  await readGroups(reader, columns, pause);
  const scan = reader.scan('accounts', ACCOUNT_FIELDS);
  for (let after = 0, more = true; more; await pause()) {
    const rows = scan(after, STRETCH);
    for (const [, key, ...cells] of rows) columns.accounts.add(accountOf(key, cells));
    after = rows.at(-1)?.[0] ?? after;
    more = rows.length === STRETCH;
  }
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
