import { DAY_MS } from '#contract/dates';
import type { CustodianData, RunningJob, ServiceStatus } from '#contract/features/service-status/schemas';
import { failureOf, type Failure } from '#contract/failure';
import type { Run } from '#contract/calls/live';
import type { ListedJob } from '#contract/resources/service-status';
import type { Service } from '../../service/client';
import { hasScope } from '../../service/failure-facts';
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
  /** When both calls were found missing; null if they were not. */
  #missingSince: number | null = null;
  #pending: Promise<void> = Promise.resolve();

  constructor(deps: StatusDeps) {
    this.#deps = deps;
  }

  async get(): Promise<ServiceStatus | null> {
    const { store, run, now } = this.#deps;
    const latestRun = run();
    const elapsed = this.#missingSince === null ? Infinity : Date.parse(now()) - this.#missingSince;
    // A negative time means that the clock was set back.
    const isPaused = elapsed >= 0 && elapsed < PROBE_INTERVAL_MS;
    if (latestRun?.state === 'done' && this.#requestedFor !== latestRun.id && !isPaused) {
      this.#requestedFor = latestRun.id;
      this.#pending = this.#request();
    }
    await this.#pending;
    return store.get();
  }

  async #request(): Promise<void> {
    const { service, store, now } = this.#deps;
    const failures: Failure[] = [];
    /** Returns null if the request fails for any reason: not every service has these calls (decision 042). */
    const unlessFailed = async <T>(request: () => Promise<T>): Promise<T | null> => {
      try {
        return await request();
      } catch (error) {
        failures.push(failureOf(error));
        return null;
      }
    };
    const [data, jobs] = await Promise.all([
      unlessFailed(async () => sourceDataIn(await service.call('status.sourceData', { body: {} }))),
      unlessFailed(async () => runningJobsIn(await service.call('serviceJobs.running'))),
    ]);
    // If neither call succeeds, the previous status stays, with its date.
    if (data !== null || jobs !== null) store.set({ asOf: now(), data, jobs });
    // After a temporary failure, both are requested again after the next refresh.
    const isMissing = data === null && jobs === null && !failures.some(isTemporary);
    this.#missingSince = isMissing ? Date.parse(now()) : null;
  }
}

/** Returns whether a request may succeed later: its failure does not show that the service lacks the call. */
const isTemporary = (failure: Failure): boolean =>
  failure.status !== 501 &&
  (hasScope(failure.kind, 'network', 'answer', 'computer') ||
    ['busy', 'service-broken', 'canceled'].includes(failure.kind));

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
