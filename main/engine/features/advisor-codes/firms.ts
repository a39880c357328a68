import { z } from 'zod';
import { tolerantText } from '#contract/fields';
import type { Firm } from '#contract/features/advisor-codes/calls';
import { allValues } from '../../service/all-values';
import type { Service } from '../../service/client';
import { isFailure } from '../../service/failures';
import type { CachedCodes } from './cached-codes';

const PAGE_SIZE = 1_000;
/** The fields needed to choose a firm; an invalid name becomes null. */
const firmRow = z.looseObject({ id: z.coerce.number().pipe(z.int()), name: tolerantText });
/** Time before the firms are requested again after the service could not be reached. */
const RETRY_MS = 60_000;

export interface FirmList {
  readonly firms: Firm[];
  /** True if the firms come from the service's listing, which is then complete. */
  readonly isListed: boolean;
}

/**
 * Returns a function that lists the application's firms (spec 4.5). It requests the service's listing once.
 * If there is none, or the service cannot be reached, it uses the firms named in cached records.
 */
export function createFirmLister(
  service: Pick<Service, 'call'>,
  cachedCodes: CachedCodes,
  now: () => Date,
): () => Promise<FirmList> {
  let serviceFirms: Firm[] | undefined;
  let retryAt = 0;
  return async () => {
    if (serviceFirms === undefined && now().getTime() >= retryAt) {
      try {
        serviceFirms = await requestFirms(service);
      } catch (error) {
        // Not every service has this endpoint (wire facts), and the task works without names.
        retryAt = isFailure(error, 'not-found', 'part-absent', 'not-allowed')
          ? Infinity
          : now().getTime() + RETRY_MS;
      }
    }
    if (serviceFirms && serviceFirms.length > 0) return { firms: serviceFirms, isListed: true };
    const ids = cachedCodes.firmIds().map(Number).filter(Number.isSafeInteger);
    return { firms: ids.sort((a, b) => a - b).map((id) => ({ id, name: null })), isListed: false };
  };
}

async function requestFirms(service: Pick<Service, 'call'>): Promise<Firm[]> {
  return allValues(async (page) => {
    const { records } = await service.call('firms.list', { pager: { limit: PAGE_SIZE, page } });
    return records.flatMap(({ record }) => {
      const firm = firmRow.safeParse(record);
      return firm.success ? [{ id: firm.data.id, name: firm.data.name ?? null }] : [];
    });
  });
}
