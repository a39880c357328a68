import { failureOf, type FailureKind } from '#contract/failure';
import type {
  RefreshSchedule,
  ScheduleCounts,
  ScheduleEnd,
} from '#contract/features/scheduled-refresh/schemas';
import type { ScheduleState, ScheduleWait } from '#contract/features/scheduled-refresh/calls';
import { Observable } from '#common/observable';
import type { Clock } from '../../service/clock';
import type { ScheduleStore } from './saved-work/schedule';
import { latestTime, nextScheduledTime, waitDeadline } from './schedule-times';

/** The scheduled times before and after now, valid in between. */
interface TimesAround {
  readonly key: string;
  readonly latest: number | null;
  readonly next: number | null;
}

/** Interval of clock checks: a timer of hours would be late after sleep or a change of the clock. */
const TICK_MS = 30_000;
/** A longer gap between two ticks means that the computer slept. */
const MIN_SLEEP_MS = 5 * 60_000;
/** Time between two attempts, and between two checks for data. */
const RETRY_MS = 5 * 60_000;
/** An attempt without success ends after this time; a missed time that is older is not made up for. */
const GIVE_UP_MS = 6 * 60 * 60_000;

export type RefreshEnd =
  | { readonly how: 'done' }
  | { readonly how: 'canceled' }
  | { readonly how: 'failed'; readonly failure: FailureKind };

export interface ScheduledRefreshDeps {
  readonly store: ScheduleStore;
  readonly clock: Clock;
  /** The time zone of this computer, which may change while the app runs. */
  readonly zone: () => string;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
  readonly isSending: () => boolean;
  /** Returns whether the keychain is unlocked and has the connection's key. */
  readonly hasCredential: () => Promise<boolean>;
  /** Returns the custodians whose data has not arrived; none if the service does not report it. */
  readonly missingData: (custodians: readonly string[]) => Promise<readonly string[]>;
  /** Refreshes, or joins the active refresh; resolves when it has ended. */
  readonly refresh: () => Promise<RefreshEnd>;
  /**
   * Checks the rules after a complete refresh, waits for the files and exports that follow it, and counts what is new
   * since the refresh began (`since`, milliseconds since 1970).
   */
  readonly finish: (since: number) => Promise<ScheduleCounts>;
  readonly notify: (end: ScheduleEnd) => void;
}

/** Refreshes of a connection at set times, on waking, and after a missed time; one at a time. */
export class ScheduledRefresh {
  readonly #deps: ScheduledRefreshDeps;
  readonly #state: Observable<ScheduleState>;
  /** The scheduled time that is due, until it is handled. */
  #due: number | null = null;
  /** The time up to which scheduled times are handled, in case it cannot be stored. */
  #handled = -Infinity;
  #lastTick: number;
  #isActive = false;
  #around: TimesAround | undefined;
  /** No attempt begins before this time (milliseconds since 1970). */
  #notBefore = 0;

  constructor(deps: ScheduledRefreshDeps) {
    this.#deps = deps;
    this.#lastTick = deps.clock.now();
    this.#state = new Observable(this.#stateWith('idle', null));
  }

  get state(): ScheduleState {
    return this.#state.value;
  }

  follow(signal?: AbortSignal): AsyncGenerator<ScheduleState, void, void> {
    return this.#state.follow(signal);
  }

  /** Starts checking the clock. */
  start(): void {
    const { clock, closed } = this.#deps;
    let cancel: () => void = () => undefined;
    const checkClock = (): void => {
      this.tick().catch(() => undefined); // The disk may be full; the next check tries again.
      if (!closed.aborted) cancel = clock.after(TICK_MS, checkClock);
    };
    closed.addEventListener('abort', () => cancel(), { once: true });
    checkClock();
  }

  /** Changes the schedule. A time that has passed today counts as handled. */
  set(schedule: RefreshSchedule): void {
    this.#deps.store.set(schedule);
    this.#deps.store.setHandled(this.#deps.clock.now());
    this.#due = null;
    this.#notBefore = 0;
    this.#publishState(schedule.on ? 'idle' : 'off', null);
  }

  /** Called when the system reports that the computer woke up. */
  async onWake(): Promise<void> {
    const { on, onWaking } = this.#deps.store.get();
    if (on && onWaking) this.#due ??= this.#deps.clock.now();
    await this.tick();
  }

  /** Checks the clock once, and refreshes if a refresh is due and possible. */
  async tick(): Promise<void> {
    const { store, clock, zone, closed } = this.#deps;
    const now = clock.now();
    const hasSlept = now - this.#lastTick >= MIN_SLEEP_MS;
    this.#lastTick = now;
    const schedule = store.get();
    if (!schedule.on || closed.aborted) return;
    this.#dropFutureTimes(now);
    const handled = this.#handledUntil(now);
    const { latest } = this.#timesAround(schedule, now, zone());
    if (latest !== null && latest > handled && now < this.#attemptDeadline(schedule, latest))
      this.#due ??= latest;
    if (hasSlept && schedule.onWaking) this.#due ??= now;
    if (this.#isActive) return;
    if (this.#due === null || now < this.#notBefore) {
      if (this.#due === null) this.#publishState('idle', null); // the next time may have changed
      return;
    }
    this.#isActive = true;
    this.#notBefore = now + RETRY_MS; // even if the attempt fails unexpectedly
    try {
      await this.#attempt(schedule, this.#due);
    } finally {
      this.#isActive = false;
    }
  }

  /**
   * Returns the time up to which scheduled times are handled. If the clock was set back, the stored one is in the
   * future: then every time up to now counts as handled, and the next one is not missed.
   */
  #handledUntil(now: number): number {
    const { store } = this.#deps;
    const handled = Math.max(store.handled() ?? -Infinity, this.#handled);
    if (handled !== -Infinity && handled <= now) return handled;
    this.#handled = now;
    store.setHandled(now);
    if (this.#due !== null && this.#due > now) this.#due = null;
    return now;
  }

  /**
   * If the clock was set back, drops a due time and a retry that are in the future: they could be months away. A
   * correction by seconds, as after waking, drops neither.
   */
  #dropFutureTimes(now: number): void {
    const latest = now + RETRY_MS;
    if (this.#due !== null && this.#due > latest) this.#due = null;
    if (this.#notBefore > latest) this.#notBefore = 0;
  }

  /** A method, because TypeScript would otherwise assume an unchanged value. */
  #isClosed(): boolean {
    return this.#deps.closed.aborted;
  }

  async #attempt(schedule: RefreshSchedule, due: number): Promise<void> {
    const { clock, closed } = this.#deps;
    const startedAt = clock.now();
    const wait = await this.#reasonToWait(schedule, due).catch((error: unknown): ScheduleWait => ({
      reason: 'retry',
      failure: failureOf(error).kind,
    }));
    if (closed.aborted || this.#due === null) return; // the schedule was changed
    if (wait) {
      this.#wait(wait, schedule, due, startedAt);
      return;
    }
    this.#publishState('refreshing', null);
    const end = await this.#deps
      .refresh()
      .catch((error: unknown): RefreshEnd => ({ how: 'failed', failure: failureOf(error).kind }));
    if (this.#isClosed()) return; // resumed at the next opening
    if (end.how === 'failed') {
      this.#wait({ reason: 'retry', failure: end.failure }, schedule, due, startedAt);
      return;
    }
    if (end.how === 'canceled') {
      this.#end({ how: 'canceled', at: this.#now() });
      return;
    }
    this.#publishState('finishing', null);
    // The refresh itself is not repeated if what follows it fails.
    const finished = await this.#deps.finish(startedAt).then(
      (counts) => ({ how: 'done', counts }) as const,
      (error: unknown) => ({ how: 'failed', failure: failureOf(error).kind }) as const,
    );
    if (!this.#isClosed()) this.#end({ ...finished, at: this.#now() });
  }

  /** Returns when attempts end. Waiting for data until the set hour does not count as an attempt. */
  #attemptDeadline(schedule: RefreshSchedule, due: number): number {
    return (schedule.waitFor.length > 0 ? this.#waitDeadline(schedule, due) : due) + GIVE_UP_MS;
  }

  #waitDeadline({ latest }: RefreshSchedule, due: number): number {
    return waitDeadline(latest, due, this.#deps.zone());
  }

  async #reasonToWait(schedule: RefreshSchedule, due: number): Promise<ScheduleWait | null> {
    const { isSending, hasCredential, missingData, clock } = this.#deps;
    if (isSending()) return { reason: 'sending' };
    if (!(await hasCredential())) return { reason: 'keychain' };
    const isLate = clock.now() >= this.#waitDeadline(schedule, due);
    if (schedule.waitFor.length > 0 && !isLate) {
      const custodians = await missingData(schedule.waitFor);
      if (custodians.length > 0) return { reason: 'data', custodians: [...custodians] };
    }
    return isSending() ? { reason: 'sending' } : null;
  }

  #wait(wait: ScheduleWait, schedule: RefreshSchedule, due: number, startedAt: number): void {
    const { clock } = this.#deps;
    if (this.#due === null) {
      this.#publishState('idle', null); // the schedule was changed, or the clock set back, during the refresh
      return;
    }
    if (clock.now() >= this.#attemptDeadline(schedule, due)) {
      const failure =
        wait.reason === 'retry' ? wait.failure : wait.reason === 'keychain' ? 'keychain-locked' : 'busy';
      this.#end({ how: 'failed', at: this.#now(), failure });
      return;
    }
    // Sending ends soon; the other reasons are checked again after a while.
    this.#notBefore = wait.reason === 'sending' ? 0 : Math.max(startedAt, clock.now()) + RETRY_MS;
    this.#publishState('waiting', wait);
  }

  #end(end: ScheduleEnd): void {
    const { store, notify, clock } = this.#deps;
    this.#due = null;
    this.#notBefore = 0;
    this.#handled = clock.now();
    try {
      store.setHandled(this.#handled);
      store.setLast(end);
    } catch {
      // The disk may be full. The refresh is not repeated, as long as the app runs.
    }
    this.#publishState('idle', null);
    if (end.how !== 'canceled') notify(end);
  }

  /** Computes the times again only after the next one, or if the schedule, the time zone or the clock changed. */
  #timesAround(schedule: RefreshSchedule, now: number, zone: string): TimesAround {
    const key = JSON.stringify([schedule, zone]);
    const known = this.#around;
    if (known?.key === key && (known.latest ?? -Infinity) <= now && now < (known.next ?? -Infinity))
      return known;
    const around = {
      key,
      latest: latestTime(schedule, now, zone),
      next: nextScheduledTime(schedule, now, zone),
    };
    this.#around = around;
    return around;
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString();
  }

  #publishState(state: ScheduleState['state'], wait: ScheduleWait | null): void {
    const next = this.#stateWith(state, wait);
    if (JSON.stringify(next) !== JSON.stringify(this.#state.value)) this.#state.set(next);
  }

  #stateWith(state: ScheduleState['state'], wait: ScheduleWait | null): ScheduleState {
    const { store, clock } = this.#deps;
    const zone = this.#deps.zone();
    const schedule = store.get();
    const next = schedule.on ? this.#timesAround(schedule, clock.now(), zone).next : null;
    return {
      schedule,
      zone,
      next: next === null ? null : new Date(next).toISOString(),
      state: schedule.on ? state : 'off',
      wait,
      last: store.last(),
    };
  }
}
