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

/** A resource is probed again after a day (wire facts A); after a minute if the probe was inconclusive. */
const PROBE_INTERVAL_MS = DAY_MS;
const INCONCLUSIVE_INTERVAL_MS = 60_000;

const NO_OPERATIONS: readonly Operation[] = [];

/** A probe of one resource; it counts until it expires. */
interface Probe {
  operations: Promise<readonly Operation[]>;
  expiresAt: number;
}

/**
 * Finds out which operations known only from the wire facts a service has. Probes read-only: a record by ID,
 * and the filter. Editing and deleting by ID depend on reading by ID; bulk calls count as missing if both
 * are.
 */
export class MissingOperations {
  readonly #service: Pick<Service, 'call'>;
  readonly #closed: AbortSignal;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #probes = new Map<ResourceName, Probe>();
  readonly #missing = new Map<ResourceName, readonly Operation[]>();

  constructor(
    { service, closed }: { readonly service: Pick<Service, 'call'>; readonly closed: AbortSignal },
    clock: Pick<Clock, 'now'>,
  ) {
    this.#service = service;
    this.#closed = closed;
    this.#clock = clock;
  }

  /** Returns what is known so far, without probing. */
  knownMissing(resource: ResourceName): readonly Operation[] {
    return this.#missing.get(resource) ?? NO_OPERATIONS;
  }

  /** Returns the operations that this service lacks. Never rejects: a failed probe changes nothing. */
  missingFor(resource: ResourceName): Promise<readonly Operation[]> {
    const earlier = this.#probes.get(resource);
    if (earlier && this.#clock.now() < earlier.expiresAt) return earlier.operations;
    const entry: Probe = {
      operations: Promise.resolve(NO_OPERATIONS),
      expiresAt: this.#clock.now() + PROBE_INTERVAL_MS,
    };
    entry.operations = this.#probe(resource)
      .catch(() => null) // offline or busy: inconclusive
      .then((lacks) => {
        if (lacks === null) entry.expiresAt = this.#clock.now() + INCONCLUSIVE_INTERVAL_MS;
        else this.#missing.set(resource, lacks);
        return this.knownMissing(resource);
      });
    this.#probes.set(resource, entry);
    return entry.operations;
  }

  /** Returns the missing operations; null if there is no record to probe with. */
  async #probe(resource: ResourceName): Promise<readonly Operation[] | null> {
    const doubtful = wireOperations(resourceNamed(resource).service);
    if (doubtful.length === 0) return NO_OPERATIONS;
    const signal = this.#closed;
    const { records } = await this.#service.call(callName(resource, 'list'), {
      pager: { page: 1, limit: 1 },
      signal,
    });
    const [first] = records;
    const id = first && idOf(first.raw);
    if (!id || !/^\d+$/.test(id)) return null;
    const byId = await exists(() => this.#service.call(callName(resource, 'get'), { path: { id }, signal }));
    const filter = await exists(() =>
      this.#service.call(callName(resource, 'filter'), {
        body: new JsonText(`{"id":${id}}`),
        pager: { page: 1, limit: 1 },
        signal,
      }),
    );
    const lacks: Operation[] = [
      ...(byId ? [] : (['get', 'put', 'remove'] as const)),
      ...(filter ? [] : (['filter'] as const)),
      ...(byId || filter ? [] : (['createMany', 'removeMany'] as const)),
    ];
    return lacks.filter((operation) => doubtful.includes(operation));
  }
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
