import type { FeeFilesState, FileJob, SavedFile } from '../../../../preload/contract/calls/fee-files';
import { fail, failureOf } from '../../../../preload/contract/failure';
import { Observable } from '../../../common/observable';
import type { Clock } from '../../service/clock';
import type { Activity } from '../../workspace/activity';
import { archiveName } from './file-name';
import { Job } from './job';
import { saveArchive, savedLine, type ArchiveFacts, type SaveParts } from './save';
import { verifySaved } from './verify';

export interface JobParts extends SaveParts {
  readonly activity: Activity;
  readonly clock: Clock;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
  /** Share done of all that goes on, 0 to 1; null when nothing does. */
  readonly progress: (share: number | null) => void;
}

/** More downloads at a time do not get on faster; fewer would let one slow file hold up the others. */
const AT_ONCE = 2;
/** A download that was paused until the service hung up is started over this often. */
const ANEW = 1;

/** Saves and checks files, some at a time; all of it goes on whatever the window shows. */
export class FeeFileJobs {
  readonly state: Observable<FeeFilesState>;
  readonly #parts: JobParts;
  readonly #jobs: Job[] = [];
  #saved: readonly SavedFile[];
  #folder: string | null;
  #last = 0;
  /** Ids of files that are being compared because somebody looks into them. */
  readonly #noticing = new Set<number>();
  /** Resolve when their job has left nothing behind. */
  readonly #running = new Set<Promise<void>>();
  /** All since something goes on: what is done of it must not fall when one comes to its end. */
  readonly #batch = new Set<Job>();

  constructor(parts: JobParts) {
    this.#parts = parts;
    this.#saved = parts.store.saved();
    this.#folder = parts.store.folder;
    this.state = new Observable<FeeFilesState>({
      saved: [...this.#saved],
      jobs: [],
      folder: this.#folder,
      auto: parts.store.auto,
    });
    parts.closed.addEventListener('abort', () => this.#jobs.forEach((job) => job.cancel()));
  }

  /** Adds these files to the queue; one that is being saved already is not added again. */
  save(fileIds: readonly string[], folder: string | null): void {
    const { store } = this.#parts;
    const into = folder ?? store.folder;
    if (into === null) throw fail('file-not-saved', { detail: { code: 'no-folder' } });
    if (folder !== null) store.folder = folder;
    const going = new Set(this.#jobs.filter((job) => job.goesOn).map((job) => job.about));
    for (const fileId of new Set(fileIds)) {
      const about = `save ${fileId}`;
      if (going.has(about)) continue;
      const facts: ArchiveFacts = this.#parts.factsOf(fileId);
      this.#add('save', fileId, about, archiveName(fileId, facts.endDate), (job) =>
        this.#save(job, fileId, into),
      );
    }
    this.#next();
  }

  /** Adds checks of saved files to the queue. */
  verify(ids: readonly number[]): void {
    const going = new Set(this.#jobs.filter((job) => job.goesOn).map((job) => job.about));
    for (const id of new Set(ids)) {
      const about = `verify ${id}`;
      const saved = this.#parts.store.find(id);
      if (!saved || going.has(about)) continue;
      this.#add('verify', saved.fileId, about, saved.name, async (job) => {
        job.update({ total: saved.bytes });
        const { store, activity, together } = this.#parts;
        const found = await verifySaved(saved, job.signal, (bytes) => job.moved(bytes));
        const facts = { file: saved.fileId, name: saved.name, found };
        together(() => {
          store.checked(id, found);
          activity.note({ kind: 'fee-file-verify', count: 1, facts }, found === 'whole' ? 'done' : 'failed');
        });
        job.update({ found });
        return id;
      });
    }
    this.#next();
  }

  /**
   * Compares a file that somebody looks into with what was saved; what is found stands in the state. Its bytes are
   * compared, not its times, which a program that changes a file can set back. Nobody waits for that: a size that
   * differs shows at once, half a gigabyte is read through while its first lines are shown already. A look is no entry,
   * so the activity log does not hear of it.
   */
  async notice(saved: SavedFile): Promise<void> {
    const { store, closed } = this.#parts;
    if (this.#noticing.has(saved.id)) return;
    this.#noticing.add(saved.id);
    try {
      const state = await verifySaved(saved, closed);
      if (closed.aborted) return;
      store.checked(saved.id, state);
      this.reread();
    } catch (error) {
      if (!closed.aborted) throw error; // a connection that closes ends the reading
    } finally {
      this.#noticing.delete(saved.id);
    }
  }

  /** A paused job takes no bytes and lets others go on in its stead. */
  pause(id: number): void {
    this.#find(id)?.pause();
    this.#next();
  }
  resume(id: number): void {
    this.#find(id)?.resume();
    this.#next();
  }
  cancel = (id: number): void => this.#find(id)?.cancel();

  /** How many go on, paused ones too. */
  count = (): number => this.#jobs.filter(({ goesOn }) => goesOn).length;

  /** Cancels all; resolves when none has left a part. */
  end = async (): Promise<void> => {
    for (const job of this.#jobs) job.cancel();
    await Promise.all(this.#running);
  };

  /** Takes what is over off the list. */
  clear(): void {
    for (const job of this.#jobs.filter(({ goesOn }) => !goesOn))
      this.#jobs.splice(this.#jobs.indexOf(job), 1);
    this.#tell();
  }

  /** Saved files have changed. */
  reread(): void {
    if (this.#parts.closed.aborted) return;
    this.#saved = this.#parts.store.saved();
    this.#folder = this.#parts.store.folder;
    this.#tell();
  }

  readonly #tell = (): void => {
    if (this.#parts.closed.aborted) return;
    const { progress } = this.#parts;
    const going = this.#jobs.filter((job) => job.goesOn);
    this.state.set({
      saved: [...this.#saved],
      jobs: this.#jobs.map((job) => job.snapshot).reverse(),
      folder: this.#folder,
      auto: this.#parts.store.auto,
    });
    if (going.length === 0) this.#batch.clear();
    const done = [...this.#batch].reduce((sum, job) => sum + job.share, 0);
    progress(going.length === 0 ? null : done / this.#batch.size);
  };

  async #save(job: Job, fileId: string, folder: string): Promise<number> {
    const { activity, store } = this.#parts;
    const name = job.snapshot.name;
    const line = activity.open({ kind: 'fee-file-save', count: 1, facts: { file: fileId, name } });
    try {
      const id = await this.#attempt(job, fileId, folder, line);
      job.update({ remarked: (store.find(id)?.remarks.length ?? 0) > 0 });
      return id;
    } catch (error) {
      const { kind } = failureOf(error);
      activity.end(line, kind === 'canceled' ? 'canceled' : 'failed', { facts: { reason: kind } });
      throw error;
    }
  }

  async #attempt(job: Job, fileId: string, folder: string, line: number): Promise<number> {
    const { activity } = this.#parts;
    for (let anew = 0; ; anew += 1)
      try {
        job.wasPaused = false;
        return await saveArchive(this.#parts, fileId, folder, {
          line,
          registered: (saved) => activity.end(line, ...savedLine(saved)),
          signal: job.signal,
          mayGoOn: () => job.mayGoOn(),
          begins: (total) => job.begins(total),
          bytes: (count) => job.moved(count),
          checks: () => job.checks(),
        });
      } catch (error) {
        // The service does not send the rest of a file: what it hung up on during a pause starts over.
        const hungUp = job.wasPaused && ['cut-short', 'timeout', 'offline'].includes(failureOf(error).kind);
        if (!hungUp || anew >= ANEW) throw error;
      }
  }

  #add(
    what: FileJob['what'],
    fileId: string,
    about: string,
    name: string,
    work: (job: Job) => Promise<number>,
  ): void {
    // What became of it the last time is settled by doing it again.
    const before = this.#jobs.findIndex((job) => job.about === about);
    if (before >= 0) this.#jobs.splice(before, 1);
    this.#last += 1;
    const job = new Job(this.#last, what, fileId, about, name, this.#parts.clock, work, this.#tell);
    this.#jobs.push(job);
    this.#batch.add(job);
  }

  #next(): void {
    const moving = this.#jobs.filter((job) => job.goesOn && job.snapshot.state !== 'paused');
    const running = moving.filter((job) => job.started).length;
    const waiting = moving.filter((job) => !job.started);
    for (const job of waiting.slice(0, Math.max(0, AT_ONCE - running))) {
      const run = job.run().then(() => {
        this.#running.delete(run);
        this.#next();
      });
      this.#running.add(run);
    }
    this.reread();
  }

  #find(id: number): Job | undefined {
    return this.#jobs.find((job) => job.snapshot.id === id);
  }
}
