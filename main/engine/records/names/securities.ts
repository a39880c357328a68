import { DAY_MS } from '#contract/dates';
import type { NamedId } from '#contract/calls/names';
import type { Security } from '#contract/resources/securities';
import type { Service } from '../../service/client';
import type { Clock } from '../../service/clock';
import { isFailure } from '../../service/failures';

/** IDs per request. */
const IDS_PER_REQUEST = 500;
/** Maximum number of memoized names. */
const MAX_NAMES = 50_000;
/** Retry time for a service without security names, and for one that could not be reached. */
const ABSENT_RETRY_MS = DAY_MS;
const UNREACHABLE_RETRY_MS = 60_000;

/**
 * Names of securities. The service has no list of them (wire facts A), so they are fetched on demand and memoized.
 */
export function createSecurities(service: Pick<Service, 'call'>, clock: Pick<Clock, 'now'>) {
  /** Null if the service has no name for it. */
  const names = new Map<string, NamedId | null>();
  let retryAt = 0;
  let isAbsent = false;

  /**
   * Returns the service's response; null before the retry time, and for an unusable response, which is not
   * reported.
   */
  async function nullIfUnavailable(
    request: () => Promise<readonly Security[]>,
  ): Promise<readonly Security[] | null> {
    if (clock.now() < retryAt) return null;
    try {
      const securities = await request();
      isAbsent = false;
      return securities;
    } catch (error) {
      isAbsent = !isFailure(error, 'offline', 'timeout', 'not-answering', 'busy', 'canceled');
      retryAt = clock.now() + (isAbsent ? ABSENT_RETRY_MS : UNREACHABLE_RETRY_MS);
      return null;
    }
  }

  function remember(securities: readonly Security[]): NamedId[] {
    const named = securities.map(nameOf);
    if (names.size + named.length > MAX_NAMES) names.clear();
    for (const security of named) names.set(security.id, security);
    return named;
  }

  return {
    async byId(ids: readonly string[]): Promise<NamedId[]> {
      const unknown = [...new Set(ids)].filter((id) => !names.has(id) && isNumeral(id));
      for (let start = 0; start < unknown.length; start += IDS_PER_REQUEST) {
        const batch = unknown.slice(start, start + IDS_PER_REQUEST);
        const conditions = batch.map((id) => ({ value: valueOf(id), op: 'eq' as const }));
        const body = { id: { any_or_all: 'any' as const, conditions } };
        const pager = { page: 1, limit: batch.length };
        const securities = await nullIfUnavailable(() => service.call('securities.filter', { body, pager }));
        if (!securities) break;
        remember(securities);
        // A security that was not requested proves that the filter was ignored, so no name is known to be missing.
        const wanted = new Set(batch);
        if (securities.some(({ id }) => !wanted.has(String(id)))) continue;
        for (const id of batch) if (!names.has(id)) names.set(id, null);
      }
      return ids.flatMap((id) => names.get(id) ?? []);
    },

    /** Returns true if the service has security names; requests some the first time. */
    async hasNames(): Promise<boolean> {
      if (names.size === 0) await this.find('a', 1); // any search shows whether the service has names
      return !isAbsent && clock.now() >= retryAt;
    },

    async find(text: string, limit: number): Promise<{ items: NamedId[]; hasNames: boolean }> {
      if (text.trim() === '')
        return {
          items: [...names.values()].flatMap((name) => name ?? []).slice(0, limit),
          hasNames: !isAbsent,
        };
      const securities = await nullIfUnavailable(() =>
        service.call('securities.search', { path: { q: text.trim() } }),
      );
      return { items: securities ? remember(securities).slice(0, limit) : [], hasNames: !isAbsent };
    },
  };
}

const isNumeral = (id: string): boolean => /^\d+$/.test(id);
const valueOf = (id: string): number | string => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

/**
 * Returns a name such as "Beacon Energy Corp" with "BECA · 123456789"; without a description, the symbol or
 * CUSIP is the name.
 */
function nameOf({ id, symbol, cusip, description }: Security): NamedId {
  const parts = [description, symbol, cusip].flatMap((part) => part?.trim() || []);
  const [name = String(id), ...details] = parts;
  return { id: String(id), name, detail: details.join(' · ') };
}
