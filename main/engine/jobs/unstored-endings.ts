import type { Failure } from '#contract/failure';
import type { JobRow, RowState } from '#contract/job';
import type { JobCounts, RowsRequest } from '../workspace/jobs/job-rows';
import type { JobStore } from '../workspace/jobs/jobs';
import { endingOf } from './ending';

/** States of rows that were in flight or waiting when their job ended. */
const STATE_AFTER_END: Partial<Record<RowState, RowState>> = { 'in-flight': 'unknown', planned: 'not-sent' };
/** For each state that is shown, the states in which its rows are stored, if not just that one. */
const STORED_STATES: Partial<Record<RowState, RowState[]>> = {
  'in-flight': [],
  planned: [],
  unknown: ['unknown', 'in-flight'],
  'not-sent': ['not-sent', 'planned'],
};

const asEnded = ({ counts, ...rest }: JobCounts): JobCounts => ({
  ...rest,
  counts: {
    ...counts,
    'in-flight': 0,
    planned: 0,
    unknown: counts.unknown + counts['in-flight'],
    'not-sent': counts['not-sent'] + counts.planned,
  },
});

/** Jobs whose end could not be stored because the disk is full. They are shown as they will be after it is stored. */
export class UnstoredEndings {
  readonly #failures = new Map<string, Failure>();
  readonly #store: Pick<JobStore, 'counts' | 'rows' | 'first' | 'end'>;

  constructor(store: Pick<JobStore, 'counts' | 'rows' | 'first' | 'end'>) {
    this.#store = store;
  }

  failureOf = (id: string): Failure | undefined => this.#failures.get(id);

  /**
   * Ends a job after a disk failure. If storing fails again, it keeps the first failure to show, and in-flight rows
   * stay `in-flight` until `end` succeeds or the next start verifies them.
   */
  interrupt(id: string, failure: Failure): void {
    try {
      this.#writeEnd(id, failure);
    } catch {
      this.#failures.set(id, failure);
    }
  }

  /** Stores a pending end; fails again while the disk is full. */
  end(id: string): void {
    const failure = this.#failures.get(id);
    if (!failure) return;
    this.#writeEnd(id, failure);
    this.#failures.delete(id);
  }

  counts(id: string): JobCounts {
    const counts = this.#store.counts(id);
    return this.#failures.has(id) ? asEnded(counts) : counts;
  }

  /** Returns a range of a job's rows, by the states that are shown. */
  rows(id: string, request: RowsRequest): JobRow[] {
    if (!this.#failures.has(id)) return this.#store.rows(id, request);
    const { state, offset, limit } = request;
    const rows =
      state === undefined
        ? this.#store.rows(id, request)
        : this.#store.first(id, STORED_STATES[state] ?? [state], offset + limit).slice(offset);
    return rows.map((row) => ({ ...row, state: STATE_AFTER_END[row.state] ?? row.state }));
  }

  #writeEnd(id: string, failure: Failure): void {
    this.#store.end(id, (current, previous) => endingOf(current, previous, failure, false));
  }
}
