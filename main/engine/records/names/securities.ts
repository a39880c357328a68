import { DAY_MS } from '#contract/dates';
import { failureOf, type Failure } from '#contract/failure';
import type { NamedId } from '#contract/calls/names';
import type { Security } from '#contract/resources/securities';
import type { Service } from '../../service/client';
import type { Clock } from '../../service/clock';
import { hasScope } from '../../service/failure-facts';

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
export class SecurityNames {
  readonly #service: Pick<Service, 'call'>;
  readonly #clock: Pick<Clock, 'now'>;
  /** Null if the service has no name for it. */
  readonly #names = new Map<string, NamedId | null>();
  #retryAt = 0;
  #isAbsent = false;

  constructor(service: Pick<Service, 'call'>, clock: Pick<Clock, 'now'>) {
    this.#service = service;
    this.#clock = clock;
  }

  /** Returns the names of some IDs, omitting IDs without one, or whose request failed. */
  async byId(ids: readonly string[]): Promise<NamedId[]> {
    // Not read from the memoized names at the end, because a response may have dropped those.
    const found = new Map(ids.map((id) => [id, this.#names.get(id)]));
    const unknown = [...found.keys()].filter((id) => !this.#names.has(id) && isNumeral(id));
    for (let start = 0; start < unknown.length; start += IDS_PER_REQUEST) {
      const batch = unknown.slice(start, start + IDS_PER_REQUEST);
      const conditions = batch.map((id) => ({ value: valueOf(id), op: 'eq' as const }));
      const body = { id: { any_or_all: 'any' as const, conditions } };
      const pager = { page: 1, limit: batch.length };
      const securities = await this.#nullIfUnavailable(() =>
        this.#service.call('securities.filter', { body, pager }),
      );
      if (!securities) break;
      for (const security of this.#remember(securities)) found.set(security.id, security);
      // A security that was not requested proves that the filter was ignored, so no name is known to be missing.
      const wanted = new Set(batch);
      if (securities.some(({ id }) => !wanted.has(String(id)))) continue;
      for (const id of batch) if (!this.#names.has(id)) this.#names.set(id, null);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * Returns true if the service has security names and could be reached just now; searches for some while none is
   * known, or the service seemed to lack them.
   */
  async hasNames(): Promise<boolean> {
    // Any search shows whether the service has names.
    if (this.#names.size === 0 || this.#isAbsent) await this.find('a', 1);
    return !this.#isAbsent && this.#clock.now() >= this.#retryAt;
  }

  async find(text: string, limit: number): Promise<{ items: NamedId[]; hasNames: boolean }> {
    if (text.trim() === '')
      return {
        items: [...this.#names.values()].flatMap((name) => name ?? []).slice(0, limit),
        hasNames: !this.#isAbsent,
      };
    const q = text.trim();
    // No address can end with these.
    if (q === '.' || q === '..') return { items: [], hasNames: !this.#isAbsent };
    const securities = await this.#nullIfUnavailable(() =>
      this.#service.call('securities.search', { path: { q } }),
    );
    return { items: securities ? this.#remember(securities).slice(0, limit) : [], hasNames: !this.#isAbsent };
  }

  /**
   * Returns the service's response; null before the retry time, and for an unusable response, which is not
   * reported.
   */
  async #nullIfUnavailable(request: () => Promise<readonly Security[]>): Promise<readonly Security[] | null> {
    if (this.#clock.now() < this.#retryAt) return null;
    try {
      const securities = await request();
      this.#isAbsent = false;
      return securities;
    } catch (error) {
      this.#isAbsent = showsAbsence(failureOf(error));
      this.#retryAt = this.#clock.now() + (this.#isAbsent ? ABSENT_RETRY_MS : UNREACHABLE_RETRY_MS);
      return null;
    }
  }

  #remember(securities: readonly Security[]): NamedId[] {
    const named = securities.map(nameOf);
    if (this.#names.size + named.length > MAX_NAMES) this.#names.clear();
    for (const security of named) this.#names.set(security.id, security);
    return named;
  }
}

/** Returns whether the service seems to lack the call, instead of failing to respond to this request. */
const showsAbsence = ({ kind, status }: Failure): boolean =>
  hasScope(kind, 'endpoint') || kind === 'refused' || kind === 'not-the-service' || status === 501;

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
