import type { Cell } from '../../../preload/contract/query';
import { GridModel } from '../../grid/grid.svelte';
import type { GridColumn } from '../../grid/types';
import { count, EMPTY } from '../../kit/format';
import { copyText } from '../../kit/copy-text';
import { indexedRows } from './indexed-rows';

/** What is shown: the rows of a draft or a durable job, with how many there are of each state. */
export interface StatedRows<State extends string, R extends { readonly index: number }> {
  /** Which draft or job: rows of another are asked for from the top. */
  readonly id: string;
  readonly total: number;
  readonly counts: Readonly<Record<State, number>>;
  readonly columns: readonly GridColumn[];
  /** "All lines". */
  readonly all: string;
  readonly word: (state: State) => string;
  readonly cells: (row: R) => Readonly<Record<string, Cell>>;
  /** A window of the rows, all or those of one state. */
  readonly ask: (
    state: State | undefined,
    offset: number,
    limit: number,
  ) => Promise<{ rows: readonly R[]; total: number }>;
}

/** Rows of a plan in a grid, all or those of one state: asked for in windows, however many there are. */
export class RowsByState<State extends string, R extends { readonly index: number }> {
  only = $state<State | 'all'>('all');
  readonly grid: GridModel;
  /** The states there are, each with how many. */
  readonly choices = $derived.by(() => {
    const { total, counts, all, word } = this.shown();
    const states = Object.entries(counts) as [State, number][];
    return [
      { value: 'all' as const, label: all, count: count(total) },
      ...states
        .filter(([state, number]) => number > 0 || state === this.only)
        .map(([value, number]) => ({ value, label: word(value), count: count(number) })),
    ];
  });
  #asked: string | null = null;
  /** The columns in the order in which they were given last. */
  #order: string;

  /** `open` is told the index of a row; `close` answers whether there was anything to close. */
  constructor(
    private readonly shown: () => StatedRows<State, R>,
    open: (index: number) => void = () => undefined,
    close: () => boolean = () => false,
  ) {
    this.grid = new GridModel({
      onsort: () => undefined,
      onlayout: () => undefined,
      onopen: (key) => open(Number(key)),
      onescape: close,
    });
    this.#order = this.#given;
    this.grid.arrangement.use(this.shown().columns, null);
  }

  get #given(): string {
    return this.shown()
      .columns.map(({ name }) => name)
      .join(' ');
  }

  /** Other columns, or other words in them; in another order, they stand as they are given. */
  useColumns(): void {
    const isMoved = this.#order !== this.#given;
    this.#order = this.#given;
    this.grid.arrangement.use(this.shown().columns, isMoved ? null : this.grid.arrangement.layout);
  }

  /** Shows what is asked now: from the top when other rows are, else in place. */
  show(): void {
    const { id } = this.shown();
    const { only } = this;
    const asked = `${id} ${only}`;
    if (asked === this.#asked) {
      this.grid.refresh();
      return;
    }
    this.#asked = asked;
    this.grid.ask(
      indexedRows<R>({
        ask: (offset, limit) => this.shown().ask(only === 'all' ? undefined : only, offset, limit),
        narrowed: only !== 'all',
        cells: (row) => this.shown().cells(row),
        columns: () => this.shown().columns,
        toClipboard: copyText,
      }),
    );
  }
}

const textual = (cell: Cell): string => (cell === null ? EMPTY : String(cell));

/** A column of rows that stand in the order of their plan: they are read in windows, so none is sorted by. */
export const plainColumn = (
  name: string,
  label: string,
  width: number,
  more: Partial<GridColumn> = {},
): GridColumn => ({
  name,
  label,
  width,
  shown: true,
  numeric: false,
  filterable: false,
  sortable: false,
  text: textual,
  ...more,
});
