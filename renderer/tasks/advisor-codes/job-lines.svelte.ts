import type { CodeJob, CodeLine, CodeLineState, Firm } from '../../../preload/contract/calls/advisor-codes';
import type { Connection } from '../../../preload/contract/connection';
import { GridModel } from '../../grid/grid.svelte';
import { memorySource, sortedRows } from '../../grid/memory-source';
import type { GridSort } from '../../grid/types';
import { count } from '../../kit/format';
import { copyText } from '../../resource/list/clipboard';
import { lineCells, lineColumns } from './columns';
import { lineWords } from './words';

interface Shown {
  readonly job: CodeJob;
  readonly lines: readonly CodeLine[];
  readonly firms: readonly Firm[];
  readonly connection: Pick<Connection, 'application'>;
}

/** The lines of a list of codes in a grid, all or those of one state. */
export class JobLinesList {
  only = $state<CodeLineState | 'all'>('all');
  sort = $state.raw<GridSort>({ field: '', descending: false });
  readonly grid: GridModel;
  readonly #columns = $derived.by(() => {
    const { job, firms, connection } = this.shown();
    return lineColumns(job.kind, firms, connection);
  });
  readonly rows = $derived.by(() => {
    const { lines, job, connection } = this.shown();
    const rows = lines
      .filter(({ state }) => this.only === 'all' || state === this.only)
      .map((line) => lineCells(line, job, connection));
    const column = this.#columns.find(({ name }) => name === this.sort.field);
    return column ? sortedRows(rows, this.sort, column) : rows;
  });
  /** The states there are, each with how many. */
  readonly choices = $derived.by(() => {
    const { job, connection } = this.shown();
    const states = Object.entries(job.counts) as [CodeLineState, number][];
    return [
      { value: 'all' as const, label: 'All lines', count: count(job.total) },
      ...states
        .filter(([state, number]) => number > 0 || state === this.only)
        .map(([value, number]) => ({
          value,
          label: lineWords(value, job.kind, connection).word,
          count: count(number),
        })),
    ];
  });
  readonly #source = memorySource(
    () => this.rows,
    () => this.#columns,
    copyText,
  );
  #asked: string | null = null;

  constructor(private readonly shown: () => Shown) {
    this.grid = new GridModel({
      onsort: (sort) => (this.sort = sort),
      onlayout: () => undefined,
      onopen: () => undefined,
      onescape: () => false,
    });
    this.grid.arrangement.use(this.#columns, null);
  }

  /** Firms have got their names. */
  useColumns(): void {
    this.grid.arrangement.use(this.#columns, this.grid.arrangement.layout);
  }

  show(): void {
    const before = this.grid.sort;
    this.grid.sort = this.sort;
    if (this.only !== this.#asked) this.grid.ask(this.#source);
    else if (before !== this.sort) this.grid.reorder(this.#source);
    else this.grid.refresh();
    this.#asked = this.only;
  }
}
