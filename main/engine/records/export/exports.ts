import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ExportSource, ExportState } from '#contract/calls/exports';
import type { ExportFormat } from '#contract/export-format';
import { holdsTaxId } from '#contract/tax-id';
import { fail, failureOf } from '#contract/failure';
import { resourceTitle } from '#contract/screens';
import { resourceNamed } from '#contract/resources';
import { Observable } from '#common/observable';
import type { OpenConnection } from '../../connection/open-connection';
import { batched, saveTable } from '../../files/tables/save-table';
import type { OutputRow, OutputTable } from '../../files/tables/output-table';
import type { EndEntry } from '../../workspace/activity/activity';
import type { Names } from '../names/names';
import { BATCH_ROWS, recordsTable, type SizedTable } from './records-table';

/** Minimum interval between progress updates. */
const INTERVAL_MS = 100;
/** Maximum number of exports remembered, to show their files; more only while the oldest is active. */
const MAX_REMEMBERED = 20;

interface ExportsDeps extends Pick<OpenConnection, 'reader' | 'workspace' | 'closed'> {
  readonly names: Pick<Names, 'byId' | 'all' | 'hasNames'>;
}
/** An export that was started, active or ended. */
interface StartedExport {
  readonly file: string;
  readonly state: Observable<ExportState>;
  readonly stop: AbortController;
  work: Promise<void>;
}
/** Manages the exports of a connection. They outlive the requesting window, but not the connection. */
export class Exports {
  readonly #deps: ExportsDeps;
  readonly #exports = new Map<string, StartedExport>();

  constructor(deps: ExportsDeps) {
    this.#deps = deps;
  }

  #exportOf(id: string): StartedExport {
    const started = this.#exports.get(id);
    if (!started) throw fail('not-found', { cause: 'no such export' });
    return started;
  }

  async #run(id: string, source: ExportSource, format: ExportFormat, started: StartedExport): Promise<void> {
    const { workspace, closed } = this.#deps;
    const { state, file, stop } = started;
    const signal = AbortSignal.any([stop.signal, closed]);
    const resource = source.from === 'records' ? source.query.resource : source.resource;
    const name = path.basename(file);
    const list = (source.from === 'rows' && source.list) || resourceNamed(resource).plural;
    let endEntry: EndEntry | undefined;
    const end: EndEntry = (...ending) => {
      try {
        endEntry?.(...ending);
      } catch {
        // The entry stays without an end; the export itself has ended.
      }
    };
    try {
      endEntry = workspace.activity.begin({
        kind: 'records-export',
        count: 0,
        facts: { list, format, ...(holdsTaxId(name) ? {} : { file: name }) },
      });
      const { table, total } =
        source.from === 'records' ? await recordsTable(this.#deps, source) : tableOfRows(source);
      state.update((current) => ({ ...current, total }));
      const rows = withProgress(table.rows, (count) =>
        state.update((current) => ({ ...current, rows: count })),
      );
      const count = await saveTable(file, format, { ...table, rows }, signal);
      end('done', { count: count.rows });
      state.set({ id, ...count, total: count.rows, ended: { how: 'done' } });
    } catch (error) {
      const failure = failureOf(error);
      const isCanceled = failure.kind === 'canceled' || signal.aborted;
      // Once closed, the log entry stays without an end, which reads as interrupted.
      if (!closed.aborted) end(isCanceled ? 'canceled' : 'failed');
      const ended = isCanceled ? { how: 'canceled' as const } : { how: 'failed' as const, failure };
      state.update((current) => ({ ...current, ended }));
    }
  }

  /** Starts an export to a file; `follow` reports its progress and result. */
  start({ source, format, file }: { source: ExportSource; format: ExportFormat; file: string }): {
    id: string;
  } {
    const id = randomUUID();
    const state = new Observable<ExportState>({ id, rows: 0, total: 0, cut: 0, ended: null });
    const started = { file, state, stop: new AbortController(), work: Promise.resolve() };
    this.#exports.set(id, started);
    const [oldest] = this.#exports.keys();
    if (
      this.#exports.size > MAX_REMEMBERED &&
      oldest !== undefined &&
      this.#exports.get(oldest)?.state.value.ended
    )
      this.#exports.delete(oldest);
    started.work = this.#run(id, source, format, started);
    return { id };
  }

  /**
   * Fails immediately for an unknown export: an error thrown while following would not be a declared
   * failure.
   */
  follow(id: string, signal?: AbortSignal): AsyncGenerator<ExportState, void, void> {
    return untilEnded(this.#exportOf(id).state.follow(signal, INTERVAL_MS));
  }

  cancel(id: string): void {
    this.#exportOf(id).stop.abort();
  }

  /** Returns the number of active exports. */
  count(): number {
    return [...this.#exports.values()].filter(({ state }) => !state.value.ended).length;
  }

  /** Cancels all; resolves when no partial file is left. */
  async end(): Promise<void> {
    for (const { stop } of this.#exports.values()) stop.abort();
    await Promise.all([...this.#exports.values()].map(({ work }) => work));
  }

  /** Returns the file's path. Fails with `not-found` while there is none. */
  file(id: string): string {
    const { file, state } = this.#exportOf(id);
    if (state.value.ended?.how !== 'done') throw fail('not-found', { cause: 'not exported' });
    return file;
  }
}

/** Returns the table of rows from the window, which are formatted text, or plain values of the given types. */
const tableOfRows = ({
  resource,
  list,
  headings,
  types = [],
  rows,
}: ExportSource & { from: 'rows' }): SizedTable => ({
  total: rows.length,
  table: {
    name: list ?? resourceTitle(resource),
    columns: headings.map((heading, column) => ({ heading, type: types[column] ?? ('text' as const) })),
    rows: batched(rows, BATCH_ROWS),
  },
});

/** Yields the batches unchanged and reports the number of rows. */
async function* withProgress(
  batches: OutputTable['rows'],
  onProgress: (rows: number) => void,
): AsyncGenerator<readonly OutputRow[], void, void> {
  let rows = 0;
  for await (const batch of batches) {
    yield batch;
    rows += batch.length;
    onProgress(rows);
  }
}

async function* untilEnded(states: AsyncIterable<ExportState>): AsyncGenerator<ExportState, void, void> {
  for await (const state of states) {
    yield state;
    if (state.ended) return;
  }
}
