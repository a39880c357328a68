import type { BilledPeriod, FeeHistory } from '#contract/features/fee-history/calls';
import { appendTo } from '#contract/maps';
import { sumOf } from '#contract/money';
import { mayCountTwice } from './replaced-files';
import type { CountedArchive, FeeHistoryStore, StoredFee } from './saved-work/fee-history';
import { accountRefsOf, sharedAccountRefsOf, type FeeAccount } from '../reconcile/account-refs';

type ReadableHistory = Pick<FeeHistoryStore, 'archives' | 'feesOf'>;

interface FeesInArchive {
  readonly archive: CountedArchive;
  readonly fees: readonly StoredFee[];
}

/**
 * Returns what the stored archives bill to these accounts by period. Amounts are exact. `listed`: the files that the
 * service lists.
 */
export function feeHistoryOf(
  store: ReadableHistory,
  accounts: readonly FeeAccount[],
  listed: ReadonlySet<string>,
): Omit<FeeHistory, 'hasAllAccounts'> {
  const accountOf = new Map<string, string>();
  const sharedRefs = new Set<string>();
  for (const account of accounts) {
    for (const accountRef of accountRefsOf(account)) accountOf.set(accountRef, account.key);
    for (const accountRef of sharedAccountRefsOf(account)) sharedRefs.add(accountRef);
  }
  const accountRefs = new Set([...accountOf.keys(), ...sharedRefs]);
  const periods = new Map<string | null, FeesInArchive[]>();
  let ambiguous = 0;
  const counted = store.archives(listed);
  for (const archive of counted) {
    const matchingFees = store.feesOf(archive, accountRefs);
    const fees = matchingFees.filter(({ accountRef }) => !sharedRefs.has(accountRef));
    ambiguous += matchingFees.length - fees.length;
    if (fees.length > 0) appendTo(periods, archive.endDate, { archive, fees });
  }
  return {
    periods: [...periods].map(([endDate, archives]) => periodOf(endDate, archives, accountOf, listed)),
    allEndDates: endDatesOf(counted, [...periods.values()].flat()),
    accounts: accounts.length,
    ambiguous,
  };
}

/**
 * Returns the period ends of the firms whose archives bill the accounts, and of archives of unknown firms; those of all
 * archives if none of these firms is known. Another firm may bill in other intervals.
 */
function endDatesOf(archives: readonly CountedArchive[], billing: readonly FeesInArchive[]): string[] {
  const firms = new Set(billing.flatMap(({ archive }) => archive.firmId ?? []));
  const ends = archives.flatMap(({ endDate, firmId }) =>
    endDate !== null && (firms.size === 0 || firmId === null || firms.has(firmId)) ? endDate : [],
  );
  return [...new Set(ends)];
}

function periodOf(
  endDate: string | null,
  archives: readonly FeesInArchive[],
  accountOf: ReadonlyMap<string, string>,
  listed: ReadonlySet<string>,
): BilledPeriod {
  const fees = archives.flatMap((item) => item.fees);
  return {
    endDate,
    sum: sumOf(fees.map(({ amount }) => amount)),
    accounts: new Set(fees.map(({ accountRef }) => accountOf.get(accountRef))).size,
    lines: fees.length,
    unreadable: fees.filter(({ amount }) => amount === null).length,
    custodians: [...new Set(fees.map(({ custodian }) => custodian))].sort(),
    fileIds: archives.map(({ archive }) => archive.fileId),
    mayCountTwice: doesAnyCountTwice(archives, accountOf, listed),
  };
}

/** Returns whether the fees of one of the accounts may count twice. */
function doesAnyCountTwice(
  archives: readonly FeesInArchive[],
  accountOf: ReadonlyMap<string, string>,
  listed: ReadonlySet<string>,
): boolean {
  if (archives.length < 2) return false;
  const feesOf = new Map<string | undefined, { archive: CountedArchive; custodian: string }[]>();
  for (const { archive, fees } of archives)
    for (const { accountRef, custodian } of fees)
      appendTo(feesOf, accountOf.get(accountRef), { archive, custodian });
  return [...feesOf.values()].some((fees) => mayCountTwice(fees, listed));
}
