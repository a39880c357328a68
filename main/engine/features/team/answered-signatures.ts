import type { PeriodId } from '#contract/features/period/calls';
import { approvalRowsOf, type GuardedRows } from '../../jobs/approval-guard';
import type { Clock } from '../../service/clock';
import { changesDigest, type StoredApproval } from './saved-work/approvals';

/** Pause between looks at what periods would sign: it depends on records, findings, marks and colleagues' work. */
const RECHECK_MS = 15_000;
/** A look takes at most a twentieth of the time. */
const PAUSE_PER_LOOK = 20;

interface AnsweredDeps {
  /** Answered requests of this member that may still count. */
  readonly answered: () => readonly StoredApproval[];
  /** Returns what would be signed of a period, with the note and times of the latest request. */
  readonly periodRows: (period: PeriodId) => Promise<GuardedRows>;
  readonly clock: Clock;
  readonly closed: AbortSignal;
  readonly onChange: () => void;
}

/** Which answered requests are about exactly what their periods would sign now. Looks again while it is watched. */
export class AnsweredSignatures {
  readonly #deps: AnsweredDeps;
  #current: ReadonlySet<string> = new Set();
  #watchers = 0;
  #isLooking = false;
  #isDue = false;
  #cancel: () => void = () => undefined;

  constructor(deps: AnsweredDeps) {
    this.#deps = deps;
    deps.closed.addEventListener('abort', () => this.#cancel(), { once: true });
  }

  isCurrent(request: string): boolean {
    return this.#current.has(request);
  }

  /** Looks now, and regularly until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    this.lookNow();
    let isWatching = true;
    return () => {
      if (isWatching) this.#watchers -= 1;
      isWatching = false;
      if (this.#watchers === 0) this.#cancel();
    };
  }

  /** Looks again after a request or an answer came. */
  lookNow(): void {
    this.#isDue = true;
    if (!this.#isLooking && this.#watchers > 0) void this.#look();
  }

  async #look(): Promise<void> {
    const { clock } = this.#deps;
    this.#cancel();
    this.#isLooking = true;
    const startedAt = clock.now();
    while (this.#isDue) {
      this.#isDue = false;
      await this.#compareAll();
    }
    this.#isLooking = false;
    if (this.#watchers === 0 || this.#deps.closed.aborted) return;
    const pause = Math.max(RECHECK_MS, PAUSE_PER_LOOK * (clock.now() - startedAt));
    this.#cancel = clock.after(pause, () => this.lookNow());
  }

  async #compareAll(): Promise<void> {
    const current = new Set<string>();
    for (const found of this.#deps.answered()) if (await this.#isUnchanged(found)) current.add(found.id);
    const before = this.#current;
    this.#current = current;
    if (current.size !== before.size || [...current].some((id) => !before.has(id))) this.#deps.onChange();
  }

  async #isUnchanged({ id, request }: StoredApproval): Promise<boolean> {
    if (request.kind !== 'period-request') return false;
    try {
      const { kind, inputs } = await this.#deps.periodRows(request.period);
      return changesDigest(kind, approvalRowsOf(kind, inputs)) === request.digest;
    } catch {
      return this.#current.has(id); // the data changed while it was read: the next look decides
    }
  }
}
