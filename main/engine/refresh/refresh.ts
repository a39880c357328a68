import { failureOf, type Failure } from '#contract/failure';
import { hasScope } from '../service/failure-facts';
import type { ResourceState, Run } from '#contract/calls/live';
import { MAIN_LIST, type ResourceName } from '#contract/resources';
import { systemClock, type Clock } from '../service/clock';
import type { Service } from '../service/client';
import { CredentialGate } from './credential-gate';
import { fetchComplete, type PassOptions, type ResumePoint } from './fetch-complete';
import { QuickRefresher } from './quick';
import { OptionalResources, isShownToUser } from './optional-resources';
import { Progress } from './progress';
import type { InterruptedRun, RefreshWriter } from '../cache/worker/writer';

export interface RefreshOptions {
  readonly service: Pick<Service, 'page'>;
  readonly writer: RefreshWriter;
  readonly clock?: Clock;
  /** The cached state of each resource. */
  readonly states?: () => readonly ResourceState[];
  /** Called with the whole run on every change; the receiver throttles it. */
  readonly report: (run: Run) => void;
}

/** Resources fetched concurrently: accounts use one lane, the small ones share the other. */
const LANES = 2;
/** An older interrupted run starts over: too much may have changed. */
const MAX_RESUME_AGE_MS = 60 * 60_000;

export interface StartOptions {
  /** Resumes the last run if the user, a quit, a killed process or a failure ended it early. */
  readonly resume?: boolean | undefined;
  /** Fetches every record, even where fetching the changed ones would be enough. */
  readonly complete?: boolean | undefined;
}

type Ending = 'canceled' | 'closed' | Failure;

/** Refreshes the cache from the service: at most one run at a time. */
export class CacheRefresher {
  readonly #deps: Required<Omit<RefreshOptions, 'report'>> & Pick<RefreshOptions, 'report'>;
  readonly #optionalResources: OptionalResources;
  readonly #quick = new QuickRefresher();
  #active: ActiveRun | undefined;
  #last: Run | null = null;
  #starting: Promise<{ runId: number }> | undefined;

  constructor({ clock = systemClock, states = () => [], ...deps }: RefreshOptions) {
    this.#deps = { ...deps, clock, states };
    this.#optionalResources = new OptionalResources({ writer: deps.writer, clock, states });
  }

  /**
   * Starts a refresh of these resources (by default, all that are due), or joins the active one. Resolves once it has
   * begun.
   */
  start(resources?: readonly ResourceName[], options: StartOptions = {}): Promise<{ runId: number }> {
    if (this.#active) return Promise.resolve({ runId: this.#active.snapshot().id });
    this.#starting ??= this.#begin(resources ?? this.#optionalResources.due(), options).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Stops the run and keeps what is stored. Resolves when it has ended. */
  cancel(): Promise<void> {
    return this.#end('canceled');
  }

  /** Resumes after a pause: the credential was replaced. */
  resume(): void {
    this.#active?.resume();
  }

  /** Returns the active run, or the last one. */
  current(): Run | null {
    return this.#active?.snapshot() ?? this.#last;
  }

  /** Interrupts the run so that it can resume later; used when quitting. */
  close(): Promise<void> {
    return this.#end('closed');
  }

  /** Resolves when no run is active. */
  async settled(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    await this.#active?.ended;
  }

  async #end(ending: Ending): Promise<void> {
    await this.#starting?.catch(() => undefined);
    this.#active?.end(ending);
    await this.#active?.ended;
  }

  async #begin(
    resources: readonly ResourceName[],
    { resume = false, complete = false }: StartOptions,
  ): Promise<{ runId: number }> {
    const { writer, clock } = this.#deps;
    const interrupted = resume ? await writer.interruptedRun() : null;
    // A run far ahead of the clock, which was set back since, has an unknown age and also starts over.
    const canResume =
      interrupted && Math.abs(clock.now() - Date.parse(interrupted.startedAt)) <= MAX_RESUME_AGE_MS;
    // Fetches the rest completely: the cache does not store whether the interrupted run was to fetch every record.
    if (canResume)
      return this.#run(interrupted.id, interrupted.startedAt, resources, { interrupted, complete: true });
    const startedAt = new Date(clock.now()).toISOString();
    return this.#run(await writer.startRun([...resources], startedAt), startedAt, resources, {
      interrupted: null,
      complete,
    });
  }

  #run(
    runId: number,
    startedAt: string,
    resources: readonly ResourceName[],
    options: RunOptions,
  ): { runId: number } {
    const deps: ActiveRunDeps = {
      ...this.#deps,
      optionalResources: this.#optionalResources,
      quick: this.#quick,
      report: (run) => {
        this.#last = run;
        this.#deps.report(run);
      },
      onEnd: (ended) => {
        if (this.#active === ended) this.#active = undefined;
      },
    };
    this.#active = new ActiveRun(deps, runId, startedAt, resources, options);
    return { runId };
  }
}

interface RunOptions {
  /** The run that it resumes. */
  readonly interrupted: InterruptedRun | null;
  readonly complete: boolean;
}

interface ActiveRunDeps extends Required<RefreshOptions> {
  readonly optionalResources: OptionalResources;
  readonly quick: QuickRefresher;
  /** Called once, before the last report. */
  readonly onEnd: (run: ActiveRun) => void;
}

/** One refresh, from its start to its end. */
class ActiveRun {
  readonly #deps: ActiveRunDeps;
  readonly #abort = new AbortController();
  readonly #gate = new CredentialGate((problem) => {
    this.#pauseReason = problem;
    this.#report();
  });
  readonly #progress: Progress[];
  readonly #id: number;
  readonly #startedAt: string;
  readonly #interrupted: InterruptedRun | null;
  readonly #isComplete: boolean;
  readonly ended: Promise<void>;
  #pauseReason: Failure | undefined;
  #ending: Ending | undefined;

  constructor(
    deps: ActiveRunDeps,
    id: number,
    startedAt: string,
    resources: readonly ResourceName[],
    { interrupted, complete }: RunOptions,
  ) {
    this.#deps = deps;
    this.#id = id;
    this.#startedAt = startedAt;
    this.#interrupted = interrupted;
    this.#isComplete = complete;
    this.#progress = resources.map((resource) => {
      const progress = new Progress(resource, deps.clock);
      if (interrupted?.done.includes(resource)) progress.set({ state: 'done' });
      return progress;
    });
    this.ended = this.#work();
  }

  end(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#abort.abort();
  }

  resume(): void {
    if (!this.#pauseReason) return;
    this.#pauseReason = undefined;
    this.#gate.open();
    this.#report();
  }

  snapshot(state: Run['state'] = this.#pauseReason ? 'paused' : 'running', problem = this.#pauseReason): Run {
    const hasEnded = state !== 'running' && state !== 'paused';
    return {
      id: this.#id,
      state,
      startedAt: this.#startedAt,
      endedAt: hasEnded ? new Date(this.#deps.clock.now()).toISOString() : null,
      resources: this.#progress.map(({ snapshot }) => snapshot).filter(isShownToUser),
      ...(problem ? { failure: problem } : {}),
    };
  }

  #report(): void {
    this.#deps.report(this.snapshot());
  }

  async #work(): Promise<void> {
    const queue = this.#progress.filter((progress) => progress.snapshot.state === 'waiting');
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next && !this.#ending; next = queue.shift()) await this.#refresh(next);
    };
    await Promise.resolve(); // lets the caller learn of the start before the first report
    this.#report();
    await Promise.all(Array.from({ length: LANES }, lane));
    await this.#finish();
  }

  async #refresh(progress: Progress): Promise<void> {
    const { resource } = progress;
    const { service, writer, clock, states } = this.#deps;
    const state = states().find((listState) => listState.resource === resource);
    const pass: PassOptions = {
      service,
      writer,
      clock,
      gate: this.#gate,
      run: this.#id,
      resource,
      resume: this.#resumeOf(resource),
      isFirstFill: state !== undefined && state.asOf === null,
      cachedCount: state?.asOf ? state.count : null,
      progress,
      report: () => this.#report(),
      signal: this.#abort.signal,
    };
    try {
      if (this.#isComplete || !(await this.#deps.quick.refresh(pass))) await fetchComplete(pass);
    } catch (error) {
      await this.#handleFailure(progress, error);
    }
    this.#report();
  }

  async #handleFailure(progress: Progress, error: unknown): Promise<void> {
    if (this.#ending) return; // all unfinished lists end together
    let problem = failureOf(error);
    try {
      if (await this.#deps.optionalResources.skipIfMissing(this.#id, progress.snapshot, problem)) {
        progress.end({ state: 'skipped' });
        return;
      }
    } catch (storeError) {
      problem = failureOf(storeError);
    }
    // A failure that affects everything, not only this resource.
    if (hasScope(problem.kind, 'network', 'credential', 'computer')) {
      this.end(problem);
      return;
    }
    // A part of the service that this firm or key lacks does not fail the refresh.
    const isAbsent = hasScope(problem.kind, 'endpoint') && progress.resource !== MAIN_LIST;
    progress.end({ state: isAbsent ? 'skipped' : 'failed', failure: problem });
  }

  async #finish(): Promise<void> {
    const ending = this.#ending;
    const problem = typeof ending === 'object' ? ending : undefined;
    for (const progress of this.#progress) {
      if (!['waiting', 'running'].includes(progress.snapshot.state)) continue;
      progress.end(problem ? { state: 'failed', failure: problem } : { state: 'canceled' });
    }
    const firstFailure = this.#progress.find((progress) => progress.snapshot.state === 'failed')?.snapshot
      .failure;
    const state: Run['state'] =
      ending === 'canceled'
        ? 'canceled'
        : ending === 'closed'
          ? 'interrupted'
          : (problem ?? firstFailure)
            ? 'failed'
            : 'done';
    let run = this.snapshot(state, problem ?? firstFailure);
    try {
      // Any state but `done`: the cache offers to resume the rest.
      await this.#deps.writer.finishRun(run.id, state, run.endedAt ?? this.#startedAt, JSON.stringify(run));
    } catch (error) {
      // If the run is done, every list is stored; only the history may lag, until the next run finishes.
      const storeFailure = failureOf(error);
      run =
        state === 'done'
          ? { ...run, failure: storeFailure }
          : { ...run, state: 'failed', failure: problem ?? storeFailure };
    }
    this.#deps.onEnd(this);
    this.#deps.report(run);
  }

  #resumeOf(resource: ResourceName): ResumePoint | undefined {
    const resumePoint = this.#interrupted?.progress[resource];
    if (!resumePoint) return undefined;
    const { generation, source, page, limit } = resumePoint;
    return { generation, position: { source, page, limit }, asOf: this.#startedAt };
  }
}
