import { failureOf, type Failure } from '#contract/failure';
import type { JobRow } from '#contract/job';
import type { NewEntry } from '../workspace/activity/activity';
import type { RowVerification } from '../workspace/jobs/job-rows';
import type { JobStore } from '../workspace/jobs/jobs';
import { verifiedRow, type AnyJobDefinition } from './kind';

/** Reads from the service whether rows are as wanted; returns one result per row, by position. Writes nothing. */
export async function verifyRows(
  kind: AnyJobDefinition,
  rows: readonly JobRow[],
  signal: AbortSignal,
): Promise<RowVerification[]> {
  const results = await kind.verify(
    rows.map(({ input }) => input),
    signal,
    rows.map(({ responseIds }) => responseIds),
  );
  return rows.map(({ index }, position) => verifiedRow(index, results[position]));
}

export interface VerifierDeps {
  readonly store: JobStore;
  /** Aborted when the connection closes: nothing is written afterwards. */
  readonly closed: AbortSignal;
  /** Called with the job when a verification starts and ends. */
  readonly onProgress: (id: string) => void;
  /** For the log: `doneCount` unknown rows turned out to be done. */
  readonly createLogEntry: (id: string, kind: AnyJobDefinition, doneCount: number) => NewEntry;
}

/** More rows than any job has: reads all. */
const MAX_ROWS = 1_000_000;

/** Verifies jobs by reading the service, and updates the local lists with the results. */
export class JobVerifier {
  readonly #deps: VerifierDeps;
  /** IDs of jobs being verified. */
  readonly #verifyingIds = new Set<string>();
  /** Failures of the last verifications, by job. */
  readonly #failures = new Map<string, Failure>();

  constructor(deps: VerifierDeps) {
    this.#deps = deps;
  }

  /** Verifies these rows and stores the result; returns true if the service responded. */
  async verifyRows(
    id: string,
    kind: AnyJobDefinition,
    rows: readonly JobRow[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, closed, onProgress, createLogEntry } = this.#deps;
    this.#verifyingIds.add(id);
    onProgress(id);
    try {
      const verifications = await verifyRows(kind, rows, AbortSignal.any([signal, closed]));
      if (closed.aborted) return false;
      store.recordVerifications(id, verifications, (doneCount) => createLogEntry(id, kind, doneCount));
      this.#failures.delete(id);
      return true;
    } catch (error) {
      this.#failures.set(id, failureOf(error));
      return false;
    } finally {
      this.#verifyingIds.delete(id);
      onProgress(id);
    }
  }

  /**
   * Publishes records found by reading the service to the lists, including those of partly refused rows;
   * `wasRead` returns whether a row was read. What cannot be published now arrives with the next refresh.
   */
  async publish(id: string, kind: AnyJobDefinition, wasRead: (index: number) => boolean): Promise<void> {
    const rows = this.#deps.store
      .first(id, ['done', 'refused'], MAX_ROWS)
      .filter(
        ({ index, state, verified, issue, responseIds }) =>
          wasRead(index) &&
          (verified === true ||
            issue?.code === 'so-already' ||
            (state === 'refused' && responseIds.length > 0)),
      );
    if (rows.length > 0) await kind.publish(rows.map(({ input }) => input)).catch(() => undefined);
  }

  /** Returns the verification state for the user. */
  statusOf(id: string): { isChecking: boolean; checkFailure: Failure | null } {
    return { isChecking: this.#verifyingIds.has(id), checkFailure: this.#failures.get(id) ?? null };
  }
}
