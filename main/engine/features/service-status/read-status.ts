import { DAY_MS } from '#contract/dates';
import type { CustodianData, RunningJob, ServiceStatus } from '#contract/features/service-status/calls';
import type { Run } from '#contract/calls/live';
import type { ListedJob } from '#contract/resources/service-status';
import type { Service } from '../../service/client';
import type { ServiceStatusStore } from './saved-work/service-status';

/** Time after which the calls are tried again on a service that lacks both (decision 042). */
const PROBE_INTERVAL_MS = DAY_MS;

interface StatusDeps {
  readonly service: Pick<Service, 'call'>;
  readonly store: ServiceStatusStore;
  /** The active refresh, or the last one of this session. */
  readonly run: () => Run | null;
  readonly now: () => string;
}

/** Reads the service's status, which is requested at most once after each refresh (wire facts A). */
export class ServiceStatusReader {
  readonly #deps: StatusDeps;
  #requestedFor: number | undefined;
  #missingUntil = 0;
  #pending: Promise<void> = Promise.resolve();

  constructor(deps: StatusDeps) {
    this.#deps = deps;
  }

  async get(): Promise<ServiceStatus | null> {
    const { store, run, now } = this.#deps;
    const latestRun = run();
    if (
      latestRun?.state === 'done' &&
      this.#requestedFor !== latestRun.id &&
      Date.parse(now()) >= this.#missingUntil
    ) {
      this.#requestedFor = latestRun.id;
      this.#pending = this.#request();
    }
    await this.#pending;
    return store.get();
  }

  async #request(): Promise<void> {
    const { service, store, now } = this.#deps;
    const [data, jobs] = await Promise.all([
      unlessMissing(async () => sourceDataIn(await service.call('status.sourceData', { body: {} }))),
      unlessMissing(async () => runningJobsIn(await service.call('serviceJobs.running'))),
    ]);
    // If neither call succeeds, the previous status stays, with its date.
    if (data !== null || jobs !== null) store.set({ asOf: now(), data, jobs });
    else this.#missingUntil = Date.parse(now()) + PROBE_INTERVAL_MS;
  }
}

/** Returns null if the request fails for any reason: not every service has these calls (decision 042). */
async function unlessMissing<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns which data arrived, by custodian, without parts in an unexpected shape; null if no part is as expected. */
export function sourceDataIn(response: Readonly<Record<string, unknown>>): CustodianData[] | null {
  const custodians = Object.entries(response).flatMap(([custodian, kinds]): CustodianData[] => {
    if (!isObject(kinds)) return [];
    const known = Object.entries(kinds).flatMap(([kind, state]) =>
      isObject(state) && typeof state['available'] === 'boolean'
        ? [{ kind, isAvailable: state['available'] }]
        : [],
    );
    if (known.length === 0) return [];
    const kindsWhere = (isAvailable: boolean) =>
      known.filter((resource) => resource.isAvailable === isAvailable).map(({ kind }) => kind);
    return [{ custodian, arrived: kindsWhere(true), missing: kindsWhere(false) }];
  });
  return custodians.length === 0 ? null : custodians;
}

export const runningJobsIn = (jobs: readonly ListedJob[]): RunningJob[] =>
  jobs
    .filter(({ is_running }) => is_running === true)
    .map(({ job_type, current_step, num_steps }) => ({
      type: job_type ?? '',
      step: current_step ?? null,
      steps: num_steps ?? null,
    }));
