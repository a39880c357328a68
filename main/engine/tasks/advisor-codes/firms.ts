import { z } from 'zod';
import { oddText } from '../../../../preload/contract/odd-text';
import type { Firm } from '../../../../preload/contract/calls/advisor-codes';
import { allValues } from '../../service/all-values';
import type { Service } from '../../service/client';
import { isFailure } from '../../service/failures';
import type { KnownCodes } from './known';

const PAGE = 1_000;
/** What is needed of a firm to choose it; an odd name costs only itself. */
const firmRow = z.looseObject({ id: z.coerce.number().pipe(z.int()), name: oddText });
/** A service that could not be reached is not asked again for so long. */
const PAUSE_MS = 60_000;

export interface Firms {
  readonly firms: Firm[];
  /** From the service's listing: there are no others. */
  readonly listed: boolean;
}

/**
 * The firms of the application (spec 4.5): the service's listing, asked once; where it has none, or cannot be reached
 * just now, those that cached records name.
 */
export function firmsOf(
  service: Pick<Service, 'call'>,
  known: KnownCodes,
  now: () => Date,
): () => Promise<Firms> {
  let listed: Firm[] | undefined;
  let again = 0;
  return async () => {
    if (listed === undefined && now().getTime() >= again) {
      try {
        listed = await listing(service);
      } catch (error) {
        // Not a part of every service (wire facts): people can go on without the names.
        again = isFailure(error, 'not-found', 'part-absent', 'not-allowed')
          ? Infinity
          : now().getTime() + PAUSE_MS;
      }
    }
    if (listed && listed.length > 0) return { firms: listed, listed: true };
    const ids = known.firmIds().map(Number).filter(Number.isSafeInteger);
    return { firms: ids.sort((a, b) => a - b).map((id) => ({ id, name: null })), listed: false };
  };
}

async function listing(service: Pick<Service, 'call'>): Promise<Firm[]> {
  return allValues(async (page) => {
    const { records } = await service.call('firms.list', { pager: { limit: PAGE, page } });
    return records.flatMap(({ record }) => {
      const firm = firmRow.safeParse(record);
      return firm.success ? [{ id: firm.data.id, name: firm.data.name ?? null }] : [];
    });
  });
}
