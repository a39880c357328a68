import type { SavedFile } from '#contract/features/fee-files/schemas';
import type { ColleagueFile } from '#contract/features/fee-files/colleague-files';
import type { FeeFilesState } from '#contract/features/fee-files/calls';
import { fail, failureOf } from '#contract/failure';
import { Observable } from '#common/observable';
import type { Clock } from '../../service/clock';
import type { Activity } from '../../workspace/activity/activity';
import { archiveName } from './file-name';
import { FeeFileJob, type FeeFileTask } from './job';
import { saveArchive, savedEntryEnd, type ArchiveFacts, type SaveDeps } from './save';
import { verifySaved } from './verify';

export interface FeeFileJobsDeps extends SaveDeps {
  readonly activity: Activity;
  readonly clock: Clock;
  /** What colleagues saved, reconciled and signed off. */
  readonly colleagues: () => ColleagueFile[];
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
  /** Progress of all running jobs, 0 to 1; null if none runs. */
  readonly progress: (share: number | null) => void;
}

/** More concurrent downloads are not faster; with fewer, one slow file would delay the others. */
const MAX_CONCURRENT = 2;
/** Maximum number of restarts of a download whose connection the service closed during a pause. */
const MAX_RESTARTS = 1;

/** Saves and verifies files, a few at a time, independently of the window. */
export class FeeFileJobs {
  readonly state: Observable<FeeFilesState>;
  readonly #deps: FeeFileJobsDeps;
  readonly #jobs: FeeFileJob[] = [];
  #saved: readonly SavedFile[];
  #colleagues: readonly ColleagueFile[];
  #folder: string | null;
  #lastId = 0;
  /** IDs of files that are being compared because the user opened them. */
  readonly #comparing = new Set<number>();
  /** Promises that resolve after a job has cleaned up. */
  readonly #running = new Set<Promise<void>>();
  /** All jobs since the queue was last empty, so that the shown progress does not fall when a job ends. */
  readonly #batch = new Set<FeeFileJob>();

  constructor(deps: FeeFileJobsDeps) {
    this.#deps = deps;
    this.#saved = deps.store.saved();
    this.#colleagues = deps.colleagues();
    this.#folder = deps.store.folder;
    this.state = new Observable<FeeFilesState>({
      saved: [...this.#saved],
      colleagues: [...this.#colleagues],
      jobs: [],
      folder: this.#folder,
      isAutoSaveOn: deps.store.isAutoSaveOn,
    });
    deps.closed.addEventListener('abort', () => this.#jobs.forEach((job) => job.cancel()));
  }

  /**
   * Queues these files to be saved, unless they are already queued; null saves to the folder chosen last. Fails with
   * `file-not-saved` if there is none.
   */
  save(fileIds: readonly string[], folder: string | null): void {
    const { store } = this.#deps;
    const targetFolder = folder ?? store.folder;
    if (targetFolder === null) throw fail('file-not-saved', { detail: { code: 'no-folder' } });
    if (folder !== null) store.folder = folder;
    const activeKeys = new Set(this.#jobs.filter((job) => job.isActive).map((job) => job.dedupeKey));
    for (const fileId of new Set(fileIds)) {
      const dedupeKey = `save ${fileId}`;
      if (activeKeys.has(dedupeKey)) continue;
      const facts: ArchiveFacts = this.#deps.factsOf(fileId);
      this.#add({
        what: 'save',
        fileId,
        name: archiveName(fileId, facts.endDate),
        dedupeKey,
        work: (job) => this.#save(job, fileId, targetFolder),
      });
    }
    this.#startWaitingJobs();
  }

  /** Queues saved files for verification. */
  verify(ids: readonly number[]): void {
    const activeKeys = new Set(this.#jobs.filter((job) => job.isActive).map((job) => job.dedupeKey));
    for (const id of new Set(ids)) {
      const dedupeKey = `verify ${id}`;
      const saved = this.#deps.store.find(id);
      if (!saved || activeKeys.has(dedupeKey)) continue;
      this.#add({
        what: 'verify',
        fileId: saved.fileId,
        name: saved.name,
        dedupeKey,
        work: async (job) => {
          job.update({ total: saved.bytes });
          const { store, activity, transaction } = this.#deps;
          const verifiedState = await verifySaved(saved, job.signal, (bytes) => job.addBytes(bytes));
          const facts = { file: saved.fileId, name: saved.name, found: verifiedState };
          transaction(() => {
            store.recordCheck(id, verifiedState);
            activity.note(
              { kind: 'fee-file-verify', count: 1, facts },
              verifiedState === 'whole' ? 'done' : 'failed',
            );
          });
          job.update({ verifiedState });
          return id;
        },
      });
    }
    this.#startWaitingJobs();
  }

  /**
   * Compares a file that the user opens with what was saved, and sets the result in the state. It compares
   * bytes, because a program can reset the times of a changed file. It does not block: a different size shows
   * at once, and the first lines are shown while half a gigabyte is read. Viewing is not logged.
   */
  async compareOpened(saved: SavedFile): Promise<void> {
    const { store, closed } = this.#deps;
    if (this.#comparing.has(saved.id)) return;
    this.#comparing.add(saved.id);
    try {
      const state = await verifySaved(saved, closed);
      if (closed.aborted) return;
      store.recordCheck(saved.id, state);
      this.reread();
    } catch (error) {
      if (!closed.aborted) throw error; // closing the connection ends the read
    } finally {
      this.#comparing.delete(saved.id);
    }
  }

  /** A paused job transfers no bytes and lets another job run. */
  pause(id: number): void {
    this.#find(id)?.pause();
    this.#startWaitingJobs();
  }
  resume(id: number): void {
    this.#find(id)?.resume();
    this.#startWaitingJobs();
  }
  cancel = (id: number): void => this.#find(id)?.cancel();

  /** Number of unfinished jobs, including paused ones. */
  count = (): number => this.#jobs.filter(({ isActive }) => isActive).length;

  /** Cancels all jobs; resolves after their partial files are removed. */
  end = async (): Promise<void> => {
    for (const job of this.#jobs) job.cancel();
    await Promise.all(this.#running);
  };

  /** Removes finished jobs from the list. */
  clear(): void {
    for (const job of this.#jobs.filter(({ isActive }) => !isActive))
      this.#jobs.splice(this.#jobs.indexOf(job), 1);
    this.#notifyChanges();
  }

  /** Reads the saved files again after a change. */
  reread(): void {
    if (this.#deps.closed.aborted) return;
    this.#saved = this.#deps.store.saved();
    this.#colleagues = this.#deps.colleagues();
    this.#folder = this.#deps.store.folder;
    this.#notifyChanges();
  }

  readonly #notifyChanges = (): void => {
    if (this.#deps.closed.aborted) return;
    const { progress } = this.#deps;
    const active = this.#jobs.filter((job) => job.isActive);
    this.state.set({
      saved: [...this.#saved],
      colleagues: [...this.#colleagues],
      jobs: this.#jobs.map((job) => job.snapshot).reverse(),
      folder: this.#folder,
      isAutoSaveOn: this.#deps.store.isAutoSaveOn,
    });
    if (active.length === 0) this.#batch.clear();
    const done = [...this.#batch].reduce((sum, job) => sum + job.share, 0);
    progress(active.length === 0 ? null : done / this.#batch.size);
  };

  async #save(job: FeeFileJob, fileId: string, folder: string): Promise<number> {
    const { activity, store } = this.#deps;
    const name = job.snapshot.name;
    const entry = activity.open({ kind: 'fee-file-save', count: 1, facts: { file: fileId, name } });
    try {
      const id = await this.#attempt(job, fileId, folder, entry);
      job.update({ hasIssue: (store.find(id)?.issues.length ?? 0) > 0 });
      return id;
    } catch (error) {
      const { kind } = failureOf(error);
      activity.end(entry, kind === 'canceled' ? 'canceled' : 'failed', { facts: { reason: kind } });
      throw error;
    }
  }

  async #attempt(job: FeeFileJob, fileId: string, folder: string, entry: number): Promise<number> {
    const { activity } = this.#deps;
    for (let restarts = 0; ; restarts += 1)
      try {
        job.wasPaused = false;
        return await saveArchive(this.#deps, fileId, folder, {
          activityEntry: entry,
          registered: (saved) => activity.end(entry, ...savedEntryEnd(saved)),
          signal: job.signal,
          whenResumed: () => job.untilResumed(),
          downloadStarted: (total) => job.downloadStarted(total),
          addBytes: (count) => job.addBytes(count),
          verificationStarted: () => job.verificationStarted(),
        });
      } catch (error) {
        // The service does not support ranges; a download interrupted during a pause starts over.
        const wasClosedByService =
          job.wasPaused && ['cut-short', 'timeout', 'offline'].includes(failureOf(error).kind);
        if (!wasClosedByService || restarts >= MAX_RESTARTS) throw error;
      }
  }

  #add(task: FeeFileTask): void {
    // A new job replaces the result of the previous one.
    const previous = this.#jobs.findIndex((job) => job.dedupeKey === task.dedupeKey);
    if (previous >= 0) this.#jobs.splice(previous, 1);
    this.#lastId += 1;
    const job = new FeeFileJob({
      ...task,
      id: this.#lastId,
      clock: this.#deps.clock,
      notifyChange: this.#notifyChanges,
    });
    this.#jobs.push(job);
    this.#batch.add(job);
  }

  /** Starts waiting jobs, up to the limit, then rereads the saved files, which ended jobs have changed. */
  #startWaitingJobs(): void {
    const unpaused = this.#jobs.filter((job) => job.isActive && job.snapshot.state !== 'paused');
    const running = unpaused.filter((job) => job.hasStarted).length;
    const waiting = unpaused.filter((job) => !job.hasStarted);
    for (const job of waiting.slice(0, Math.max(0, MAX_CONCURRENT - running))) {
      const run = job.run().then(() => {
        this.#running.delete(run);
        this.#startWaitingJobs();
      });
      this.#running.add(run);
    }
    this.reread();
  }

  #find(id: number): FeeFileJob | undefined {
    return this.#jobs.find((job) => job.snapshot.id === id);
  }
}
