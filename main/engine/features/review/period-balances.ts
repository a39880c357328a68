import type { CacheReader } from '../../cache/query/reader';
import { balanceDatesOf } from '../expected-fees/fee-sources';
import type { Workspace } from '../../workspace/open/workspace';

/** A balance of the date whose balances a period's fees are calculated from. */
export interface PeriodBalance {
  readonly amount: string;
  readonly date: string;
}

export interface PeriodBalances {
  /** Returns an account's balance for files of one period: the imported one, or else that of the service. */
  readonly balanceOf: (account: string, endDate: string, fileIds: readonly string[]) => PeriodBalance | null;
}

interface Stores {
  readonly balances: Pick<Workspace['balances'], 'balanceOf' | 'isEmpty'>;
  readonly serviceBalances: Pick<Workspace['serviceBalances'], 'balanceOf' | 'isEmpty'>;
}

/** Returns the balances of periods; null if there is none at all. */
export function readPeriodBalances(
  reader: Pick<CacheReader, 'keys' | 'rowsOf'>,
  { balances, serviceBalances }: Stores,
): PeriodBalances | null {
  if (balances.isEmpty() && serviceBalances.isEmpty()) return null;
  const dateOf = balanceDatesOf(reader);
  return {
    balanceOf(account, endDate, fileIds) {
      const date = dateOf(fileIds, endDate);
      const amount = balances.balanceOf(account, date)?.amount ?? serviceBalances.balanceOf(account, date);
      return amount === undefined ? null : { amount, date };
    },
  };
}
