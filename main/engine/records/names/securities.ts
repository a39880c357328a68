import type { NamedId } from '../../../../preload/contract/calls/names';
import type { Security } from '../../../../preload/contract/resources/securities';
import type { Service } from '../../service/client';
import type { Clock } from '../../service/clock';
import { isFailure } from '../../service/failures';

/** IDs asked about with one request. */
const AT_ONCE = 500;
/** Names kept in memory. */
const KEPT = 50_000;
/** A service that does not have them is asked again after a day, one that could not be reached after a minute. */
const ABSENT_MS = 24 * 60 * 60_000;
const PAUSE_MS = 60_000;

/** Names of securities, which the service answers one by one (wire facts A): asked on demand, kept in memory. */
export function createSecurities(service: Pick<Service, 'call'>, clock: Pick<Clock, 'now'>) {
  /** Null: the service was asked and has no name. */
  const names = new Map<string, NamedId | null>();
  let again = 0;
  let isAbsent = false;

  /** What the service answers; null while it is not asked, and where it has no proper answer: nobody hears of it. */
  async function asked(ask: () => Promise<readonly Security[]>): Promise<readonly Security[] | null> {
    if (clock.now() < again) return null;
    try {
      const found = await ask();
      isAbsent = false;
      return found;
    } catch (error) {
      isAbsent = !isFailure(error, 'offline', 'timeout', 'not-answering', 'busy', 'canceled');
      again = clock.now() + (isAbsent ? ABSENT_MS : PAUSE_MS);
      return null;
    }
  }

  function keep(found: readonly Security[]): NamedId[] {
    const named = found.map(nameOf);
    if (names.size + named.length > KEPT) names.clear();
    for (const one of named) names.set(one.id, one);
    return named;
  }

  return {
    async of(ids: readonly string[]): Promise<NamedId[]> {
      const unknown = [...new Set(ids)].filter((id) => !names.has(id) && isNumeral(id));
      for (let at = 0; at < unknown.length; at += AT_ONCE) {
        const some = unknown.slice(at, at + AT_ONCE);
        const conditions = some.map((id) => ({ value: valueOf(id), op: 'eq' as const }));
        const body = { id: { any_or_all: 'any' as const, conditions } };
        const pager = { page: 1, limit: some.length };
        const found = await asked(() => service.call('securities.filter', { body, pager }));
        if (!found) break;
        keep(found);
        // A security that was not asked for proves that the filter was ignored: then no name is missing.
        const wanted = new Set(some);
        if (found.some(({ id }) => !wanted.has(String(id)))) continue;
        for (const id of some) if (!names.has(id)) names.set(id, null);
      }
      return ids.flatMap((id) => names.get(id) ?? []);
    },

    /** Whether the service has them: asked for when it never was. */
    async known(): Promise<boolean> {
      if (names.size === 0) await this.find('a', 1);
      return !isAbsent && clock.now() >= again;
    },

    async find(text: string, limit: number): Promise<{ items: NamedId[]; known: boolean }> {
      if (text.trim() === '')
        return { items: [...names.values()].flatMap((one) => one ?? []).slice(0, limit), known: !isAbsent };
      const found = await asked(() => service.call('securities.search', { path: { q: text.trim() } }));
      return { items: found ? keep(found).slice(0, limit) : [], known: !isAbsent };
    },
  };
}

const isNumeral = (id: string): boolean => /^\d+$/.test(id);
const valueOf = (id: string): number | string => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

/** "Beacon Energy Corp", and "BECA · 123456789" beside it; of a security without description what else it has. */
function nameOf({ id, symbol, cusip, description }: Security): NamedId {
  const parts = [description, symbol, cusip].flatMap((part) => part?.trim() || []);
  const [name = String(id), ...rest] = parts;
  return { id: String(id), name, detail: rest.join(' · ') };
}
