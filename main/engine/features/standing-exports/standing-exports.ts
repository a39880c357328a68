import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ExportSource } from '#contract/calls/exports';
import type { ExportFormat } from '#contract/export-format';
import { fail, failureOf, type Failure } from '#contract/failure';
import type {
  StandingExport,
  StandingProblem,
  StandingSource,
} from '#contract/features/standing-exports/schemas';
import type { SavedView } from '#contract/query';
import { shownColumnsOf } from '#contract/resources/borrowed-columns';
import { resourceNamed } from '#contract/resources';
import { holdsTaxId } from '#contract/tax-id';
import { freeSlug } from '#contract/text';
import { errorCodeOf } from '#common/error-code';
import { Observable } from '#common/observable';
import { SerialQueue } from '#common/serial-queue';
import { succeeds } from '#common/succeeds';
import type { OpenConnection } from '../../connection/open-connection';
import type { NewEntry } from '../../workspace/activity/activity';
import type { StoredExport } from './saved-work/standing-exports';
import { fileDigest } from '../../files/digest';
import type { OutputTable } from '../../files/tables/output-table';
import { batched, saveTable } from '../../files/tables/save-table';
import { recordsTable, type RecordsTableDeps } from '../../records/export/records-table';

/** Rows whose texts only the window can produce. */
type WindowTable = Pick<ExportSource & { from: 'rows' }, 'headings' | 'types' | 'rows'>;

interface StandingExportsDeps extends Pick<OpenConnection, 'reader' | 'workspace' | 'closed'> {
  readonly names: RecordsTableDeps['names'];
  readonly now: () => Date;
  /** Returns whether a policy forbids exports. */
  readonly isForbidden: () => boolean;
  /** Returns whether a folder can be written to. */
  readonly canWrite?: (folder: string) => Promise<boolean>;
}

/** Why nothing was written. */
class NotWritten extends Error {
  constructor(readonly problem: StandingProblem) {
    super(problem);
  }
}

const REVIEW_FILE = 'review-findings';
const canWriteTo = (folder: string): Promise<boolean> => succeeds(fs.access(folder, constants.W_OK));

/** The standing exports of a connection. They run one after the other, each complete or not at all. */
export class StandingExports {
  readonly #deps: StandingExportsDeps;
  readonly #queue = new SerialQueue();
  readonly #running = new Map<string, AbortController>();
  readonly #timesDue = new Map<string, number>();
  readonly #state: Observable<StandingExport[]>;
  #isEnding = false;

  constructor(deps: StandingExportsDeps) {
    this.#deps = deps;
    this.#state = new Observable(this.#list());
  }

  follow(signal?: AbortSignal): AsyncGenerator<StandingExport[], void, void> {
    return this.#state.follow(signal);
  }

  add(newExport: {
    readonly source: StandingSource;
    readonly format: ExportFormat;
    readonly folder: string;
    readonly afterRefresh: boolean;
  }): { id: string } {
    const { source, format, folder } = newExport;
    const taken = new Set(
      this.#store
        .all()
        .flatMap((standingExport) =>
          standingExport.folder === folder ? [standingExport.file.toLowerCase()] : [],
        ),
    );
    const isTaken = (name: string) => taken.has(`${name}.${format}`);
    const view = this.#viewOf(source)?.name;
    // The name of a view may have no letter that a slug keeps.
    const fallback = source.kind === 'review' ? REVIEW_FILE : resourceNamed(source.resource).plural;
    const name = (view && freeSlug(view, isTaken)) || freeSlug(fallback, isTaken);
    const id = this.#store.add({ ...newExport, file: `${name}.${format}` });
    this.#publish();
    return { id };
  }

  /**
   * Changes the folder of an export; in the new folder it has no file to replace yet. An active run still writes to the
   * old one, but its result is not recorded.
   */
  setFolder(id: string, folder: string): void {
    this.#store.setFolder(this.#store.find(id).id, folder);
    this.#publish();
  }

  setAfterRefresh(id: string, on: boolean): void {
    this.#store.setAfterRefresh(this.#store.find(id).id, on);
    this.#publish();
  }

  /** Removes an export from the list, even while it runs; its file stays. */
  remove(id: string): void {
    this.#running.get(id)?.abort();
    this.#store.remove(id);
    this.#publish();
  }

  /** Writes one export after the active ones, and records its result, including a failure. */
  async run(id: string, table?: WindowTable): Promise<void> {
    const { source } = this.#store.find(id);
    if (source.kind === 'review' && !table) throw fail('unexpected', { cause: 'no findings given' });
    if (this.#isEnding || this.#running.has(id)) return;
    const stop = new AbortController();
    this.#running.set(id, stop);
    this.#publish();
    try {
      await this.#queue.run(() => this.#write(id, AbortSignal.any([stop.signal, this.#deps.closed]), table));
    } finally {
      this.#running.delete(id);
      if (!this.#deps.closed.aborted) this.#publish();
    }
  }

  /**
   * Records why the window could not read the findings of an export. `timesDue`: how often it was due by then; if a
   * refresh ended since, or the connection was opened again, which starts the count over, it stays due.
   */
  recordFailure({ id, failure, timesDue }: { id: string; failure: Failure; timesDue: number }): void {
    const stored = this.#store.find(id);
    if (this.#running.has(id)) return; // the result of the run follows
    this.#deps.workspace.activity.note(logEntryOf(stored), 'failed');
    const at = this.#deps.now().toISOString();
    this.#store.recordNotWritten(stored, { how: 'not-written', at, problem: 'failed', failure });
    if ((this.#timesDue.get(id) ?? 0) !== timesDue) this.#store.setDue(id);
    this.#publish();
  }

  /**
   * Writes the views after a complete refresh. Marks exports of the review queue as due: only the window can write
   * them.
   */
  async runAfterRefresh(): Promise<{ written: number; problems: number }> {
    const due = this.#store.all().filter(({ afterRefresh }) => afterRefresh);
    for (const { id, source } of due) {
      if (source.kind !== 'review') continue;
      this.#store.setDue(id);
      this.#timesDue.set(id, (this.#timesDue.get(id) ?? 0) + 1);
    }
    this.#publish();
    const counts = { written: 0, problems: 0 };
    for (const { id, source } of due) {
      if (source.kind === 'review' || !this.#stored(id)?.afterRefresh) continue; // removed or turned off by now
      await this.run(id);
      const last = this.#stored(id)?.last;
      if (last) counts[last.how === 'done' ? 'written' : 'problems'] += 1;
    }
    return counts;
  }

  /** Returns the path of the export's file. Fails with `not-found` if there is none. */
  async file(id: string): Promise<string> {
    const { folder, file } = this.#store.find(id);
    const target = path.join(folder, file);
    if (!(await exists(target))) throw fail('not-found', { where: file });
    return target;
  }

  count(): number {
    return this.#running.size;
  }

  /** Ends the active exports; no other starts afterward. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const stop of this.#running.values()) stop.abort();
    await this.#queue.settled();
  }

  get #store() {
    return this.#deps.workspace.standingExports;
  }

  /** Returns an export, or undefined if it was removed. */
  #stored(id: string): StoredExport | undefined {
    return this.#store.all().find((standingExport) => standingExport.id === id);
  }

  #viewOf(source: StandingSource): SavedView | null {
    return source.kind === 'view' ? this.#deps.workspace.views.get(source.resource, source.view) : null;
  }

  #list(): StandingExport[] {
    return this.#store.all().map(({ replaceableHashes: _hashes, ...standingExport }) => ({
      ...standingExport,
      name: this.#viewOf(standingExport.source)?.name ?? null,
      isRunning: this.#running.has(standingExport.id),
      timesDue: this.#timesDue.get(standingExport.id) ?? 0,
    }));
  }

  #publish(): void {
    this.#state.set(this.#list());
  }

  async #write(id: string, signal: AbortSignal, windowTable: WindowTable | undefined): Promise<void> {
    const { workspace, now, closed } = this.#deps;
    const stored = this.#stored(id);
    if (!stored) return; // removed while it waited for others
    const { source, folder, file, replaceableHashes } = stored;
    const end = workspace.activity.begin(logEntryOf(stored));
    try {
      if (this.#deps.isForbidden()) throw new NotWritten('by-policy');
      const table = windowTable ? tableOf(windowTable) : await this.#tableOfView(source);
      await this.#expectFolder(folder);
      const target = path.join(folder, file);
      await expectMayReplace(target, replaceableHashes);
      const rows = await this.#replace(stored, target, table, signal);
      end('done', { count: rows });
      this.#store.recordWritten(stored, { how: 'done', at: now().toISOString(), rows });
    } catch (error) {
      if (closed.aborted) return; // the log entry stays without an end, which reads as interrupted
      const { problem, failure } = problemOf(error, signal);
      end(problem === 'canceled' ? 'canceled' : 'failed');
      const at = now().toISOString();
      const last = { how: 'not-written', at, problem, ...(failure ? { failure } : {}) } as const;
      this.#store.recordNotWritten(stored, last);
    }
  }

  async #tableOfView(source: StandingSource): Promise<OutputTable> {
    const view = this.#viewOf(source);
    if (!view) throw new NotWritten('view-removed');
    const { resource, query } = view;
    const { table } = await recordsTable(this.#deps, {
      from: 'records',
      query: { ...query, resource },
      selection: { kind: 'all', except: [] },
      columns: this.#columnsOf(view),
    });
    return table;
  }

  /** The columns of the view as the list shows them. */
  #columnsOf({ resource, columns }: SavedView): string[] {
    const known = shownColumnsOf(resourceNamed(resource));
    const layout = columns ?? this.#deps.workspace.layout.get(resource);
    const names = (layout ?? []).flatMap(({ name, shown }) =>
      shown && known.some((column) => column.name === name) ? [name] : [],
    );
    return names.length > 0 ? names : known.flatMap(({ name, shown }) => (shown ? [name] : []));
  }

  async #expectFolder(folder: string): Promise<void> {
    const stat = folder === '' ? null : await fs.stat(folder).catch(() => null);
    if (!stat?.isDirectory()) throw new NotWritten('folder-missing');
    if (!(await (this.#deps.canWrite ?? canWriteTo)(folder))) throw new NotWritten('folder-read-only');
  }

  /** Writes a new file, compares the old one again, and replaces it. */
  async #replace(
    stored: StoredExport,
    target: string,
    table: OutputTable,
    signal: AbortSignal,
  ): Promise<number> {
    // Hashed while it is written: reading it again would take long.
    const hash = createHash('sha256');
    let isReplacing = false as boolean; // set by a callback
    const beforeReplace = async (): Promise<void> => {
      const replaced = await expectReplaceable(target, stored.replaceableHashes).catch((error: unknown) => {
        if (error instanceof NotWritten) throw error;
        // With the bare code, the folder would be reported as the problem.
        throw fail('file-not-saved', { cause: `comparing the file: ${errorCodeOf(error)}` }, error);
      });
      this.#store.recordPending(stored, hash.digest('hex'), replaced);
      isReplacing = true;
    };
    try {
      const onChunk = (chunk: Uint8Array) => void hash.update(chunk);
      return (await saveTable(target, stored.format, table, signal, { onChunk, beforeReplace })).rows;
    } catch (error) {
      throw isReplacing ? notReplaced(failureOf(error), error) : error;
    }
  }
}

function logEntryOf({ source, format, file }: StoredExport): NewEntry {
  const list = source.kind === 'view' ? resourceNamed(source.resource).plural : 'review findings';
  return {
    kind: 'standing-export',
    count: 0,
    facts: { list, format, ...(holdsTaxId(file) ? {} : { file }) },
  };
}

const exists = (file: string): Promise<boolean> => succeeds(fs.lstat(file));

/**
 * Fails if a file exists that this export cannot have written, without reading it. Returns whether one exists.
 */
async function expectMayReplace(file: string, hashes: readonly string[]): Promise<boolean> {
  const stat = await fs.lstat(file).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (stat && (!stat.isFile() || hashes.length === 0)) throw new NotWritten('foreign-file');
  return stat !== null;
}

/**
 * Fails if a file exists that this export did not write, or that was changed since. Returns its SHA-256; null if there
 * is none.
 */
async function expectReplaceable(file: string, hashes: readonly string[]): Promise<string | null> {
  if (!(await expectMayReplace(file, hashes))) return null;
  const { sha256 } = await fileDigest(file);
  if (!hashes.includes(sha256)) throw new NotWritten('foreign-file');
  return sha256;
}

/**
 * Returns why the new file could not replace the old one. It was just written in the same folder, so a refusal does not
 * mean a read-only folder: on Windows, another program has the old file open.
 */
function notReplaced({ cause = '' }: Failure, error: unknown): unknown {
  return /^(EACCES|EPERM|EBUSY)$/.test(cause)
    ? fail('file-not-saved', { cause: `replacing the file: ${cause}` }, error)
    : error;
}

function problemOf(error: unknown, signal: AbortSignal): { problem: StandingProblem; failure?: Failure } {
  if (error instanceof NotWritten) return { problem: error.problem };
  const failure = failureOf(error);
  if (signal.aborted || failure.kind === 'canceled') return { problem: 'canceled' };
  if (failure.cause === 'ENOENT') return { problem: 'folder-missing' };
  if (/^(EROFS|EACCES|EPERM)$/.test(failure.cause ?? '')) return { problem: 'folder-read-only' };
  return { problem: 'failed', failure };
}

const tableOf = ({ headings, types = [], rows }: WindowTable): OutputTable => ({
  name: 'Review findings',
  columns: headings.map((heading, index) => ({ heading, type: types[index] ?? ('text' as const) })),
  rows: batched(rows),
});
