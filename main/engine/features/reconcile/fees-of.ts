import { needsConfirmation, type BilledAccount } from '#contract/features/reconcile/calls';
import { sumOf } from '#contract/money';
import { withTimeout } from '../../files/with-timeout';
import { collectFeeLines, readEntryHeads } from './archive';
import { accountNumberIn, normalizeAccountNumber } from './numbers';
import { detectColumns } from './recognize';
import { withArchive } from './reconcile';
import type { ReconcileSources } from './sources';

/** Three years of quarters; older saved files are ignored. */
const MAX_FEE_FILES = 12;

interface PeriodFees {
  readonly fileId: string;
  readonly endDate: string | null;
  readonly accounts: number;
  readonly sum: string;
}

/**
 * Returns what saved fee upload files bill to these accounts, latest period first (spec 2.8). Only files
 * whose columns are certain are read; all others, and unreadable ones, count as `unread`. Amounts are exact.
 */
export const billedFees = (
  sources: ReconcileSources,
  fileIds: readonly string[],
  accounts: readonly BilledAccount[],
  signal?: AbortSignal,
): Promise<{ periods: PeriodFees[]; unread: number; left: number }> =>
  withTimeout(signal, (ends) => feesUntil(sources, fileIds, accounts, ends));

async function feesUntil(
  sources: ReconcileSources,
  fileIds: readonly string[],
  accounts: readonly BilledAccount[],
  signal: AbortSignal,
): Promise<{ periods: PeriodFees[]; unread: number; left: number }> {
  const wanted = new Map(
    accounts.map(({ number, custodian }) => [normalizeAccountNumber(accountNumberIn(number)), custodian]),
  );
  const files = fileIds
    .map((fileId) => ({ fileId, endDate: sources.record(fileId).endDate }))
    .sort((a, b) => (b.endDate ?? '').localeCompare(a.endDate ?? ''));
  const periods: PeriodFees[] = [];
  let unread = 0;
  for (const { fileId, endDate } of files.slice(0, MAX_FEE_FILES)) {
    const found = await feesIn(sources, fileId, wanted, signal);
    if (found === null) unread += 1;
    else if (found.accounts > 0) periods.push({ fileId, endDate, ...found });
  }
  return { periods, unread, left: Math.max(0, files.length - MAX_FEE_FILES) };
}

/** Returns null if the file cannot be read, or not with certainty. */
async function feesIn(
  sources: ReconcileSources,
  fileId: string,
  wanted: ReadonlyMap<string, string | null>,
  signal: AbortSignal,
): Promise<{ accounts: number; sum: string } | null> {
  try {
    return await withArchive(sources, fileId, signal, async (archive) => {
      const entries = detectColumns(await readEntryHeads(archive, signal), sources);
      if (archive.changed || entries.some(needsConfirmation)) return null;
      const { lines } = await collectFeeLines(
        archive,
        entries.map(({ mapping }) => mapping),
        signal,
      );
      // The same number may belong to another account at another custodian.
      const own = lines.filter(({ folded, mapping: { custodian } }) => {
        const billed = wanted.get(folded);
        return billed !== undefined && (billed === null || custodian === '' || billed === custodian);
      });
      if (own.some(({ amount }) => amount === null)) return null;
      return {
        accounts: new Set(own.map(({ folded }) => folded)).size,
        sum: sumOf(own.map(({ amount }) => amount)),
      };
    });
  } catch {
    signal.throwIfAborted();
    return null; // Counted as unread: the household page shows more than one file.
  }
}
