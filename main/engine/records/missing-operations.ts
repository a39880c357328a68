import { DAY_MS } from '#contract/dates';
import { idOf } from '#contract/exact-json/fields';
import { wireOperations, type Operation } from '#contract/operations';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { JsonText } from '../service/calls';
import type { Service } from '../service/client';
import type { Clock } from '../service/clock';
import { isFailure } from '../service/failures';
import { isAbsent } from './absent';
import { callName } from './record-calls';

/**
 * A missing operation is probed again after a day (wire facts A); after a minute if the probe was
 * inconclusive.
 */
const PROBE_INTERVAL_MS = DAY_MS;
const INCONCLUSIVE_INTERVAL_MS = 60_000;

const NO_OPERATIONS: readonly Operation[] = [];

export interface MissingOperations {
  /** Returns the operations that this service lacks. Never rejects because of a response. */
  missingFor(resource: ResourceName): Promise<readonly Operation[]>;
  /** Returns what is known so far, without probing. */
  knownMissing(resource: ResourceName): readonly Operation[];
}

/**
 * Finds out which operations known only from the wire facts a service has. Probes read-only: a record by ID,
 * and the filter. Editing and deleting by ID depend on reading by ID; bulk calls count as missing if both
 * are.
 */
export function createMissingOperations(
  { service, closed }: { readonly service: Pick<Service, 'call'>; readonly closed: AbortSignal },
  clock: Pick<Clock, 'now'>,
): MissingOperations {
  const probes = new Map<ResourceName, { operations: Promise<readonly Operation[]>; expiresAt: number }>();
  const missingOperations = new Map<ResourceName, readonly Operation[]>();

  async function probe(resource: ResourceName): Promise<readonly Operation[] | null> {
    const declaration = resourceNamed(resource).service;
    const doubtful = wireOperations(declaration);
    if (doubtful.length === 0) return NO_OPERATIONS;
    const { records } = await service.call(callName(resource, 'list'), {
      pager: { page: 1, limit: 1 },
      signal: closed,
    });
    const [first] = records;
    const id = first && idOf(first.raw);
    if (!id || !/^\d+$/.test(id)) return null;
    const byId = await exists(() =>
      service.call(callName(resource, 'get'), { path: { id }, signal: closed }),
    );
    const filter = await exists(() =>
      service.call(callName(resource, 'filter'), {
        body: new JsonText(`{"id":${id}}`),
        pager: { page: 1, limit: 1 },
        signal: closed,
      }),
    );
    const lacks: Operation[] = [
      ...(byId ? [] : (['get', 'put', 'remove'] as const)),
      ...(filter ? [] : (['filter'] as const)),
      ...(byId || filter ? [] : (['createMany', 'removeMany'] as const)),
    ];
    return lacks.filter((operation) => doubtful.includes(operation));
  }

  return {
    knownMissing: (resource) => missingOperations.get(resource) ?? NO_OPERATIONS,
    missingFor(resource) {
      const earlier = probes.get(resource);
      if (earlier && clock.now() < earlier.expiresAt) return earlier.operations;
      const entry = {
        operations: Promise.resolve(NO_OPERATIONS),
        expiresAt: clock.now() + PROBE_INTERVAL_MS,
      };
      entry.operations = probe(resource)
        .catch(() => null) // offline or busy: inconclusive
        .then((lacks) => {
          if (lacks === null) entry.expiresAt = clock.now() + INCONCLUSIVE_INTERVAL_MS;
          else missingOperations.set(resource, lacks);
          return lacks ?? missingOperations.get(resource) ?? NO_OPERATIONS;
        });
      probes.set(resource, entry);
      return entry.operations;
    },
  };
}

const MISSING_KINDS = ['not-found', 'part-absent', 'not-allowed', 'not-the-service', 'odd-answer'] as const;

/**
 * Returns whether an operation exists. Throws if that is unknown: the service could not be reached, or was
 * busy.
 */
async function exists(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    // The record is in the list, so any 404 means that reading by ID is missing.
    if (isAbsent(error) || isFailure(error, ...MISSING_KINDS)) return false;
    if (isFailure(error, 'refused')) return true;
    throw error;
  }
}
