import type { ExportSource, ExportState } from '#contract/calls/exports';
import type { ExportFormat } from '#contract/export-format';
import { failureOf, type Failure } from '#contract/failure';
import { resourceTitle } from '#contract/screens';
import { shownColumnsOf } from '#contract/resources/borrowed-columns';
import type { Selection } from '#contract/query';
import { resourceNamed } from '#contract/resources';
import { showFailure } from '../../ui/toast';
import type { ListContext } from '../list/list-view';
import { withoutFilters } from '../list/memory-rows';
import { printList, type ListPrint } from './print-list';
import { saveExport, cellTextOrEmpty } from './save-export';

/** Maximum number of rows that the window passes to the engine. */
const MAX_ROWS = 100_000;

export type ExportRows = 'view' | 'selection';
export type ExportColumnChoice = 'visible' | 'all';

/** An export of a list: the user's choices and the progress. */
export class ListExport {
  rows = $state<ExportRows>('view');
  format = $state<ExportFormat | ListPrint['output']>('xlsx');
  columns = $state<ExportColumnChoice>('visible');
  /** Progress of the file; null before it starts and after it ends. */
  state = $state.raw<ExportState | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** True while the system's dialog is open or rows are being prepared. */
  busy = $state(false);
  readonly isWriting = $derived(this.state !== null && this.state.ended === null);
  readonly #context: () => ListContext;

  constructor(context: () => ListContext) {
    this.#context = context;
    if (context().list.grid.selectedCount > 0) this.rows = 'selection';
  }

  get #list() {
    return this.#context().list;
  }
  /** Number of rows per choice. */
  get counts(): Readonly<Record<ExportRows, number>> {
    return { view: this.#list.grid.recordCount, selection: this.#list.grid.selectedCount };
  }
  get columnCounts(): Readonly<Record<ExportColumnChoice, number>> {
    return { visible: this.#names('visible').length, all: this.#names('all').length };
  }

  /** Labels of visible columns that are not exported, because only the list computes them. */
  get omittedLabels(): string[] {
    const { arrangement } = this.#list.grid;
    const exportedNames = new Set(this.#names('visible'));
    return arrangement.names
      .filter((name) => !exportedNames.has(name))
      .flatMap((name) => arrangement.columns.find((column) => column.name === name)?.label ?? []);
  }

  /** Asks for a file and writes it, or prints. Returns true if that is done, so that the dialog can close. */
  async run(): Promise<boolean> {
    this.failure = null;
    this.busy = true;
    try {
      const { format } = this;
      if (format === 'pdf' || format === 'print')
        return await printList(this.#context(), {
          output: format,
          names: this.#names(this.columns),
          selection: this.#selection,
          rows: this.counts[this.rows],
        });
      const title = resourceTitle(this.#list.resource).toLowerCase();
      const { singular, plural } = this.#list.descriptor;
      const request = {
        format,
        title: `Export ${title}`,
        name: title.replace(/\s+/g, '-'),
        singular,
        plural,
        source: () => this.#source(),
      };
      const saved = await saveExport(this.#context(), request, (state) => {
        this.busy = false;
        this.state = state;
      });
      if (typeof saved === 'boolean') return saved;
      this.failure = saved;
      return false;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    } finally {
      this.busy = false;
      this.state = null;
    }
  }

  async cancel(): Promise<void> {
    if (this.state) await this.#context().engine.exports.cancel({ id: this.state.id }).catch(showFailure);
  }

  get #selection(): Selection {
    return this.rows === 'selection' ? this.#list.grid.selection.value : { kind: 'all', except: [] };
  }

  /** Returns the columns from left to right: the visible ones, then optionally all others. */
  #names(choice: ExportColumnChoice): string[] {
    const { arrangement } = this.#list.grid;
    const all = [...new Set([...arrangement.names, ...arrangement.layout.map(({ name }) => name)])];
    const chosenNames = choice === 'visible' ? arrangement.names : all;
    if (this.#list.rows) return chosenNames;
    // The engine writes the file, without columns that only the view computes.
    const storedNames = new Set(shownColumnsOf(resourceNamed(this.#list.resource)).map(({ name }) => name));
    return chosenNames.filter((name) => storedNames.has(name));
  }

  async #source(): Promise<ExportSource> {
    const { grid, query, resource, rows } = this.#list;
    const names = this.#names(this.columns);
    const selection = this.#selection;
    if (!rows)
      return {
        from: 'records',
        query: query.query,
        selection,
        columns: names,
      };
    const selectedKeys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
    const window = await rows
      .source(selection.kind === 'keys' ? withoutFilters(query.query) : query.query)
      .window(names, 0, MAX_ROWS);
    const columns = names.flatMap(
      (name) => grid.arrangement.columns.find((column) => column.name === name) ?? [],
    );
    return {
      from: 'rows',
      resource,
      headings: columns.map(({ label }) => label),
      rows: window.rows
        .filter(({ key, group }) => !group && selectedKeys.has(key) === (selection.kind === 'keys'))
        .map(({ cells }) => columns.map(({ text }, index) => cellTextOrEmpty(cells[index] ?? null, text))),
    };
  }
}
