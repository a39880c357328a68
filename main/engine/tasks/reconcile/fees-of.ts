import type { BilledAccount } from '../../../../preload/contract/calls/reconcile';
import { sumOf } from '../../../../preload/contract/domain/money';
import { inTime } from '../../files/in-time';
import { collect, headsOf } from './archive';
import { accountNumberIn, foldNumber } from './numbers';
import { recognize } from './recognize';
import { isUnsure, withArchive } from './reconcile';
import type { Sources } from './sources';

/** Three years of quarters; older saved files are ignored. */
const MOST_FILES = 12;

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
export const feesOf = (
  sources: Sources,
  fileIds: readonly string[],
  accounts: readonly BilledAccount[],
  signal?: AbortSignal,
): Promise<{ periods: PeriodFees[]; unread: number; left: number }> =>
  inTime(signal, (ends) => feesUntil(sources, fileIds, accounts, ends));

async function feesUntil(
  sources: Sources,
  fileIds: readonly string[],
  accounts: readonly BilledAccount[],
  signal: AbortSignal,
): Promise<{ periods: PeriodFees[]; unread: number; left: number }> {
  const wanted = new Map(
    accounts.map(({ number, custodian }) => [foldNumber(accountNumberIn(number)), custodian]),
  );
  const files = fileIds
    .map((fileId) => ({ fileId, endDate: sources.record(fileId).endDate }))
    .sort((a, b) => (b.endDate ?? '').localeCompare(a.endDate ?? ''));
  const periods: PeriodFees[] = [];
  let unread = 0;
  for (const { fileId, endDate } of files.slice(0, MOST_FILES)) {
    const found = await feesIn(sources, fileId, wanted, signal);
    if (found === null) unread += 1;
    else if (found.accounts > 0) periods.push({ fileId, endDate, ...found });
  }
  return { periods, unread, left: Math.max(0, files.length - MOST_FILES) };
}

/** Returns null if the file cannot be read, or not with certainty. */
async function feesIn(
  sources: Sources,
  fileId: string,
  wanted: ReadonlyMap<string, string | null>,
  signal: AbortSignal,
): Promise<{ accounts: number; sum: string } | null> {
  try {
    return await withArchive(sources, fileId, signal, async (archive) => {
      const entries = recognize(await headsOf(archive, signal), sources);
      if (archive.changed || entries.some(isUnsure)) return null;
      const { lines } = await collect(
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
