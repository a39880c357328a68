import type { CountedArchive, FeeHistoryStore } from './saved-work/fee-history';
import { accountOfLine, type LateMatches } from './late-matches';

/** A fee of a period with the file that it comes from. */
export interface PeriodFee {
  /** Key of the billed account; null if the line matches none, or several. */
  readonly account: string | null;
  readonly custodian: string;
  /** The account number as written. */
  readonly number: string;
  /** Exact decimal text; null if it could not be read. */
  readonly amount: string | null;
  readonly archive: CountedArchive;
}

/**
 * Yields the fees of the files of a firm with this period end that count; null: of the files whose record names no firm.
 * `listed`: the files that the service lists.
 */
export function* feesOfPeriod(
  store: Pick<FeeHistoryStore, 'archives' | 'fees'>,
  endDate: string,
  listed: ReadonlySet<string>,
  firmId: string | null,
  late: LateMatches,
): Generator<PeriodFee, void, void> {
  for (const archive of store.archives(listed))
    if (archive.endDate === endDate && archive.firmId === firmId)
      for (const { accountRef, custodian, number, amount } of store.fees(archive))
        yield { account: accountOfLine(accountRef, late), custodian, number, amount, archive };
}
