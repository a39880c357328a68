import type { ExportFormat, ExportSource, ExportState } from '../../../preload/contract/calls/exports';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import { resourceTitle } from '../../../preload/contract/places';
import { columnsOf } from '../../../preload/contract/resource';
import { resourceNamed } from '../../../preload/contract/resources';
import { counted } from '../../kit/format';
import { showFailure, showToast } from '../../kit/toast';
import type { ListMeans } from '../list/list-view';

/** Rows that the window hands over at most. */
const MOST_ROWS = 100_000;

export type ExportRows = 'view' | 'selection';
export type ExportColumnChoice = 'visible' | 'all';

/** An export of a list: what the person chooses, and how far it is. */
export class ListExport {
  rows = $state<ExportRows>('view');
  format = $state<ExportFormat>('xlsx');
  columns = $state<ExportColumnChoice>('visible');
  /** Null: it has not begun. */
  state = $state.raw<ExportState | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** The system's dialog is open, or the rows are on their way. */
  busy = $state(false);
  readonly going = $derived(this.state !== null && this.state.ended === null);
  readonly #means: () => ListMeans;

  constructor(means: () => ListMeans) {
    this.#means = means;
    if (means().list.grid.selected > 0) this.rows = 'selection';
  }

  get #list() {
    return this.#means().list;
  }
  /** How many rows each choice has. */
  get counts(): Readonly<Record<ExportRows, number>> {
    return { view: this.#list.grid.total, selection: this.#list.grid.selected };
  }
  get columnCounts(): Readonly<Record<ExportColumnChoice, number>> {
    return { visible: this.#names('visible').length, all: this.#names('all').length };
  }

  /** Asks for a file and writes it. True when it is done and there is nothing more to be said here. */
  async run(): Promise<boolean> {
    const { desktop, engine } = this.#means();
    this.failure = null;
    this.busy = true;
    try {
      const title = resourceTitle(this.#list.resource);
      const [file] = await desktop.choose({
        what: 'save',
        purpose: 'records-export',
        title: `Export ${title.toLowerCase()}`,
        name: `${title.toLowerCase().replace(/\s+/g, '-')}-${today()}.${this.format}`,
        extension: this.format,
      });
      if (!file) return false;
      const source = await this.#source();
      const { id } = await engine.exports.start({ source, format: this.format, grant: file.grant });
      this.busy = false;
      for await (const state of await engine.exports.follow({ id })) this.state = state;
      return this.#ended(id, file.name);
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    } finally {
      this.busy = false;
      this.state = null;
    }
  }

  async cancel(): Promise<void> {
    if (this.state) await this.#means().engine.exports.cancel({ id: this.state.id }).catch(showFailure);
  }

  #ended(id: string, name: string): boolean {
    const { engine } = this.#means();
    const state = this.state;
    if (state?.ended?.how === 'failed') {
      this.failure = state.ended.failure;
      return false;
    }
    if (state?.ended?.how !== 'done') return false;
    const { one, many } = this.#list.descriptor;
    const cut =
      state.cut > 0
        ? ` ${counted(state.cut, 'text was', 'texts were')} longer than an Excel cell can hold and got cut; CSV has all of it.`
        : '';
    showToast('Export finished', {
      text: `${counted(state.rows, one, many)} in ${name}.${cut}`,
      tone: 'good',
      action: { label: 'Show file', run: () => void engine.exports.show({ id }).catch(showFailure) },
    });
    return true;
  }

  /** The columns, from left to right: those in sight, or after them all others. */
  #names(choice: ExportColumnChoice): string[] {
    const { arrangement } = this.#list.grid;
    const all = [...new Set([...arrangement.names, ...arrangement.layout.map(({ name }) => name)])];
    const wanted = choice === 'visible' ? arrangement.names : all;
    if (this.#list.rows) return wanted;
    const held = new Set(columnsOf(resourceNamed(this.#list.resource)).map(({ name }) => name));
    return wanted.filter((name) => held.has(name));
  }

  async #source(): Promise<ExportSource> {
    const { grid, query, resource, rows } = this.#list;
    const names = this.#names(this.columns);
    const selection =
      this.rows === 'selection' ? grid.selection.value : ({ kind: 'all', except: [] } as const);
    if (!rows)
      return {
        from: 'records',
        query: query.query,
        selection: { ...selection },
        columns: names,
      } as ExportSource;
    const marked = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
    const found = await rows.source(query.query).window(names, 0, MOST_ROWS);
    const columns = names.flatMap(
      (name) => grid.arrangement.columns.find((column) => column.name === name) ?? [],
    );
    return {
      from: 'rows',
      resource,
      headings: columns.map(({ label }) => label),
      rows: found.rows
        .filter(({ key }) => marked.has(key) === (selection.kind === 'keys'))
        .map(({ cells }) => columns.map(({ text }, at) => wordsOf(cells[at] ?? null, text))),
    };
  }
}

/** An empty cell stays empty in a file. */
const wordsOf = <C>(cell: C | null, text: (cell: C) => string): string => (cell === null ? '' : text(cell));

function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
