import { SvelteSet } from 'svelte/reactivity';
import type { StandingExport } from '#contract/features/standing-exports/schemas';
import { FailureError, failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';
import { follow } from '../../state/follow';
import { MAX_EXPORTED, readReport, reportTable } from '../review/report';

/** The standing exports of the open connection; writes those that are due and need the window. */
export class StandingExportList {
  /** Null until known. */
  list = $state.raw<readonly StandingExport[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** IDs of the exports that this window prepares or writes. */
  readonly busy = new SvelteSet<string>();
  readonly #engine: EngineClient;
  /**
   * `timesDue` and folder of each due export when it was tried last; it is tried again after the next refresh, or in
   * another folder.
   */
  readonly #tried = new Map<string, string>();

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  /** Follows the list until the signal aborts. With `writesDue`, writes what a refresh made due. */
  follow(signal: AbortSignal, { writesDue = false } = {}): void {
    void follow({
      open: (stop) => this.#engine.standingExports.follow(undefined, { signal: stop }),
      onValue: (list) => {
        this.list = list;
        if (writesDue) for (const standingExport of list) void this.#writeIfDue(standingExport, signal);
      },
      signal,
    });
  }

  async #writeIfDue(standingExport: StandingExport, signal: AbortSignal): Promise<void> {
    const { id, isDue, isRunning, timesDue, folder } = standingExport;
    if (!isDue) this.#tried.delete(id); // `timesDue` starts over when the connection is opened again
    const attempt = `${timesDue} ${folder}`;
    if (!isDue || isRunning || this.busy.has(id) || this.#tried.get(id) === attempt) return;
    this.#tried.set(id, attempt);
    await this.run(standingExport);
    // A refresh may have made it due again while it ran, or the user may have chosen another folder.
    const latest = this.list?.find((item) => item.id === id);
    if (latest && !signal.aborted) await this.#writeIfDue(latest, signal);
  }

  /** Writes one now; returns false if it could not start. How it ended is in the list. */
  async run(standingExport: StandingExport): Promise<boolean> {
    this.busy.add(standingExport.id);
    this.failure = null;
    try {
      await this.#write(standingExport);
      return true;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    } finally {
      this.busy.delete(standingExport.id);
    }
  }

  /** For the review queue, waits until the rules finish and builds the table here, where the messages are. */
  async #write({ id, source, timesDue }: StandingExport): Promise<void> {
    const { standingExports } = this.#engine;
    if (source.kind === 'view') return standingExports.run({ id });
    let table;
    try {
      table = await this.#reviewTable();
    } catch (error) {
      return standingExports.recordFailure({ id, failure: failureOf(error), timesDue });
    }
    await standingExports.run({ id, table });
  }

  async #reviewTable() {
    const { failure } = await this.#engine.review.settle();
    if (failure) throw new FailureError(failure);
    const lines = await readReport(this.#engine, { kind: 'all', filter: {}, except: [] });
    if (lines.length > MAX_EXPORTED) throw new FailureError({ kind: 'too-large' });
    const { headings, types = [], rows } = reportTable(lines);
    return { headings, types, rows };
  }

  attempt(work: () => Promise<unknown>): Promise<void> {
    return trackFailure(this, work);
  }
}
