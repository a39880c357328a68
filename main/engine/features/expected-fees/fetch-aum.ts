import { dayOf } from '#contract/dates';
import { decimalOf, plain } from '#contract/fees/decimal';
import type { AumOutcome } from '#contract/features/expected-fees/calls';
import type { AumResponse } from '#contract/resources/aum';
import type { Service } from '../../service/client';
import type { ServiceBalance, ServiceBalanceStore } from './saved-work/balances';

/** Accounts per request; few, because the service calculates each value. */
const ACCOUNTS_PER_REQUEST = 2_000;

type Excluded = AumOutcome['excluded'][number]['why'];

interface AumDeps {
  readonly service: Pick<Service, 'call'>;
  readonly store: Pick<ServiceBalanceStore, 'put'>;
  readonly now: () => string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Requests the balances of accounts for one date in chunks, and stores each chunk as it arrives. Yields the
 * progress before every request, and the outcome at the end.
 */
export async function* fetchAum(
  { service, store, now, signal }: AumDeps,
  accounts: readonly string[],
  date: string,
): AsyncGenerator<{ done: number; total: number; outcome: AumOutcome | null }, void, void> {
  const total = accounts.length;
  let stored = 0;
  const excluded = new Map<Excluded, number>();
  for (let offset = 0; offset < total; offset += ACCOUNTS_PER_REQUEST) {
    yield { done: offset, total, outcome: null };
    const chunk = accounts.slice(offset, offset + ACCOUNTS_PER_REQUEST);
    const response = await service.call('analytics.aumByAccount', {
      body: { account_ids: chunk.map(idOf), as_of_date: date },
      ...(signal ? { signal } : {}),
    });
    const balances = readAum(response, chunk, date, (why) => excluded.set(why, (excluded.get(why) ?? 0) + 1));
    store.put(date, now(), balances);
    stored += balances.length;
  }
  const outcome: AumOutcome = {
    date,
    requested: total,
    stored,
    missing: total - stored,
    excluded: [...excluded].map(([why, count]) => ({ why, count })),
  };
  yield { done: total, total, outcome };
}

/** Returns an account's ID as a number, as the service has it; as text if a number would change it. */
const idOf = (key: string): number | string => {
  const id = Number(key);
  return Number.isSafeInteger(id) && String(id) === key ? id : key;
};

/** Returns the usable balances of a response; calls `exclude` for each of the others. */
export function readAum(
  { as_of_date, values }: AumResponse,
  requested: readonly string[],
  date: string,
  exclude: (why: Excluded) => void,
): ServiceBalance[] {
  const pending = new Set(requested);
  const requestedIds = new Set(requested);
  const isOtherDate = dayOf(as_of_date) !== date;
  const usable: ServiceBalance[] = [];
  for (const value of values) {
    const { account_id, aum } = (typeof value === 'object' && value !== null ? value : {}) as {
      readonly account_id?: unknown;
      readonly aum?: unknown;
    };
    const account =
      typeof account_id === 'number' || typeof account_id === 'string' ? String(account_id) : '';
    const amount = typeof aum === 'number' || typeof aum === 'string' ? decimalOf(aum) : null;
    if (!requestedIds.has(account)) exclude('not-requested');
    else if (isOtherDate) exclude('other-date');
    else if (!pending.has(account)) exclude('duplicate');
    else if (!amount) exclude('not-money');
    else if (amount.lt(0)) exclude('negative');
    else {
      pending.delete(account);
      usable.push({ account, amount: plain(amount) });
    }
  }
  return usable;
}
