import type { PeriodId } from '#contract/features/period/schemas';
import type { GuardedRows } from '../../jobs/approval-guard';
import type { Clock } from '../../service/clock';
import { changesDigest, type StoredApproval } from './saved-work/approvals';

/**
 * Minimum pause between two checks. Records, findings, marks and colleagues' work can all change what would be signed
 * for a period.
 */
const RECHECK_INTERVAL_MS = 15_000;
/** Pauses at least this many times as long as the check took, so that checks use at most 5% of the time. */
const PAUSE_FACTOR = 20;

interface AnsweredDeps {
  /** Answered requests of this member that may still count. */
  readonly answered: () => readonly StoredApproval[];
  /** Returns what would be signed for a period, with the note and times of the latest request. */
  readonly periodRows: (period: PeriodId) => Promise<GuardedRows>;
  readonly clock: Clock;
  readonly closed: AbortSignal;
  readonly onChange: () => void;
}

/**
 * Tracks which answered signature requests still match what would be signed for their periods now. Keeps checking while
 * it is watched.
 */
export class AnsweredSignatures {
  readonly #deps: AnsweredDeps;
  #current: ReadonlySet<string> = new Set();
  #watchers = 0;
  #isChecking = false;
  #isCheckDue = false;
  #cancel: () => void = () => undefined;

  constructor(deps: AnsweredDeps) {
    this.#deps = deps;
    deps.closed.addEventListener('abort', () => this.#cancel(), { once: true });
  }

  isCurrent(requestId: string): boolean {
    return this.#current.has(requestId);
  }

  /** Checks now, and regularly until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    this.checkNow();
    let isWatching = true;
    return () => {
      if (isWatching) this.#watchers -= 1;
      isWatching = false;
      if (this.#watchers === 0) this.#cancel();
    };
  }

  /** Checks again, for example after a request or an answer arrived. */
  checkNow(): void {
    this.#isCheckDue = true;
    if (!this.#isChecking && this.#watchers > 0) void this.#check();
  }

  async #check(): Promise<void> {
    const { clock, closed } = this.#deps;
    this.#cancel();
    this.#isChecking = true;
    const startedAt = clock.now();
    try {
      while (this.#isCheckDue && !closed.aborted) {
        this.#isCheckDue = false;
        await this.#compareAll();
      }
    } catch {
      // The saved work could not be read: the next check tries again.
    }
    this.#isChecking = false;
    if (this.#watchers === 0 || closed.aborted) return;
    const pause = Math.max(RECHECK_INTERVAL_MS, PAUSE_FACTOR * (clock.now() - startedAt));
    this.#cancel = clock.after(pause, () => this.checkNow());
  }

  async #compareAll(): Promise<void> {
    const current = new Set<string>();
    for (const approval of this.#deps.answered())
      if (await this.#isUnchanged(approval)) current.add(approval.id);
    const previous = this.#current;
    this.#current = current;
    if (current.size !== previous.size || [...current].some((id) => !previous.has(id))) this.#deps.onChange();
  }

  async #isUnchanged({ id, request }: StoredApproval): Promise<boolean> {
    if (request.kind !== 'period-request') return false;
    try {
      const { kind, approvalRows } = await this.#deps.periodRows(request.period);
      return changesDigest(kind, approvalRows()) === request.digest;
    } catch {
      return this.#current.has(id); // the data changed while it was read: the next check decides
    }
  }
}
