import { parse } from 'csv-parse/sync';
import type { EntryMapping } from '#contract/features/reconcile/reconciliation';
import { fail } from '#contract/failure';
import { appendTo } from '#contract/maps';
import type { FoundAccount } from '#engine/cache/query/account-lookup';
import type { FeeLineReader } from '#engine/features/reconcile/lines';
import type { AccountLookup } from '#engine/features/reconcile/match';
import { NO_RECORD, type DatedFile, type RecordFacts } from '#engine/features/fee-files/file-facts';
import type { ReconcileSources } from '#engine/features/reconcile/sources';
import type { RememberedColumns } from '#engine/features/reconcile/saved-work/fee-columns';

/** Returns an account as the lookup does, by default with its number as its key. */
export const billedAccount = (overrides: Partial<FoundAccount> & { number: string }): FoundAccount => ({
  key: overrides.number,
  name: `Account ${overrides.number}`,
  status: 'funded',
  custodian: 'SWB',
  household: '1',
  paymentSource: 'C',
  closeDate: null,
  ...overrides,
});

export const lookUpIn =
  (accounts: readonly FoundAccount[]): AccountLookup =>
  (wanted, fold) => {
    const accountsByNumber = new Map<string, FoundAccount[]>();
    for (const account of accounts) {
      const folded = fold(account.number);
      if (wanted.has(folded)) appendTo(accountsByNumber, folded, account);
    }
    return accountsByNumber;
  };

export const mapping = (overrides: Partial<EntryMapping> = {}): EntryMapping => ({
  entry: 'SWB_fees.csv',
  custodian: 'SWB',
  leftOut: false,
  heading: 0,
  account: 0,
  amount: 1,
  notation: 'point',
  ...overrides,
});

/** Adds the rows of a file, headings first, as if it had no empty lines. */
export const addRows = (
  reader: FeeLineReader,
  rows: readonly (readonly string[])[],
  request = mapping(),
): void => rows.forEach((cells, index) => reader.add(request, index, { number: index + 1, cells }));

export interface SavedInMemory {
  readonly sha256?: string;
  readonly changed?: boolean;
  /** Text of each file, comma-separated; null if it cannot be read. */
  readonly files: Readonly<Record<string, string | null>>;
}

interface Firm {
  readonly accounts?: readonly FoundAccount[];
  readonly saved: Readonly<Record<string, SavedInMemory>>;
  readonly records?: Readonly<Record<string, Partial<RecordFacts>>>;
  readonly asOf?: string | null;
}

/** Returns sources with accounts, records and saved archives in memory, instead of cache, workspace and disk. */
export function memorySources(
  firm: Firm,
): ReconcileSources & { rememberedColumns: Map<string, RememberedColumns[]> } {
  const rememberedColumns = new Map<string, RememberedColumns[]>();
  const record = (id: string): RecordFacts => ({ ...NO_RECORD, ...firm.records?.[id] });
  return {
    rememberedColumns,
    open: async (id) => {
      const saved = firm.saved[id];
      if (!saved) throw fail('not-found');
      return Promise.resolve({
        sha256: saved.sha256 ?? 'ab'.repeat(32),
        changed: saved.changed ?? false,
        bytes: 1,
        name: `${id}.zip`,
        entries: Object.keys(saved.files),
        async *rows(entry) {
          const text = saved.files[entry];
          if (text === null || text === undefined) throw fail('unexpected');
          const rows: string[][] = parse(text, { relax_column_count: true, bom: true });
          yield await Promise.resolve(rows.map((cells, index) => ({ number: index + 1, cells })));
        },
        close: () => Promise.resolve(),
      });
    },
    isSaved: (id) => id in firm.saved,
    record,
    files: () =>
      Object.keys(firm.records ?? {})
        .map((key): DatedFile => ({ key, endDate: record(key).endDate, firmId: record(key).firmId }))
        .sort((a, b) => ((a.endDate ?? '') < (b.endDate ?? '') ? -1 : 1)),
    lookUp: lookUpIn(firm.accounts ?? []),
    accountsAsOf: () => (firm.asOf === undefined ? '2026-10-10T08:00:00.000Z' : firm.asOf),
    remembered: (custodian) => rememberedColumns.get(custodian) ?? [],
    remember: (custodian, columns) =>
      rememberedColumns.set(custodian, [columns, ...(rememberedColumns.get(custodian) ?? [])]),
  };
}
