import type { Cell } from '#contract/query';
import { GridModel } from '../../grid/grid.svelte';
import type { GridColumn, GridSource } from '../../grid/types';
import { count, EMPTY } from '../../ui/format';
import { copyText } from '../../ui/copy-text';
import { copiedText } from '../../grid/copying.svelte';

/** Maximum number of rows per request. */
const PAGE_SIZE = 500;

/** A row with a fixed position in a draft or a durable job. */
interface Indexed {
  readonly index: number;
}

interface IndexedRows<R extends Indexed> {
  /** Requests a range of at most `PAGE_SIZE` rows. */
  readonly fetchRows: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /** True if only some rows are requested: a row's index then differs from its position. */
  readonly isFiltered: boolean;
  readonly cells: (row: R) => Readonly<Record<string, Cell>>;
  /** The columns; those that are copied format their cells. */
  readonly columns: () => readonly GridColumn[];
  readonly toClipboard: (text: string) => boolean;
}

/** Returns a grid source for the rows of a draft or a durable job, loaded in ranges. */
function indexedRows<R extends Indexed>({
  fetchRows,
  isFiltered,
  cells,
  columns,
  toClipboard,
}: IndexedRows<R>): GridSource {
  async function fetchRange(offset: number, limit: number, signal?: AbortSignal): Promise<R[]> {
    const range: R[] = [];
    while (range.length < limit && !signal?.aborted) {
      const { rows } = await fetchRows(offset + range.length, Math.min(PAGE_SIZE, limit - range.length));
      if (rows.length === 0) break;
      range.push(...rows);
    }
    return range;
  }
  return {
    async window(names, offset, limit) {
      const { rows, total } = await fetchRows(offset, limit);
      return {
        total,
        rows: rows.map((row) => {
          const rowCells = cells(row);
          return {
            key: String(row.index),
            isDrifted: false,
            cells: names.map((name) => rowCells[name] ?? null),
          };
        }),
      };
    },
    keys: async (offset, limit) => (await fetchRange(offset, limit)).map(({ index }) => String(index)),
    async position(key) {
      const target = Number(key);
      if (!isFiltered) return target;
      // Rows are in the order of their index, so a few single rows are enough.
      let [low, high] = [0, target];
      while (low <= high) {
        const middle = Math.floor((low + high) / 2);
        const index = (await fetchRows(middle, 1)).rows[0]?.index ?? Infinity;
        if (index === target) return middle;
        if (index < target) low = middle + 1;
        else high = middle - 1;
      }
      return null;
    },
    async copy(selection, names, _format, watch) {
      const listedKeys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
      const chosenRows = (await fetchRange(0, Infinity, watch?.signal)).filter(
        ({ index }) => listedKeys.has(String(index)) === (selection.kind === 'keys'),
      );
      if (watch?.signal.aborted) return 0;
      const copiedColumns = names.flatMap((name) => columns().filter((column) => column.name === name));
      const lines = chosenRows.map((row) => {
        const values = cells(row);
        return copiedColumns.map((column) => copiedText(column, values[column.name] ?? null, values));
      });
      const text = [copiedColumns.map(({ label }) => label), ...lines]
        .map((line) => line.join('\t'))
        .join('\n');
      return toClipboard(text) ? chosenRows.length : 0;
    },
  };
}

/** The rows of a draft or a durable job, with their number per state. */
export interface RowsWithStates<State extends string, R extends { readonly index: number }> {
  /** ID of the draft or job; rows of another are loaded from the top. */
  readonly id: string;
  readonly total: number;
  readonly counts: Readonly<Record<State, number>>;
  readonly columns: readonly GridColumn[];
  /** Label of the choice that shows all rows, such as "All lines". */
  readonly allLabel: string;
  readonly labelOf: (state: State) => string;
  readonly cells: (row: R) => Readonly<Record<string, Cell>>;
  /** Requests a range of the rows, all or those of one state. */
  readonly fetchRows: (
    state: State | undefined,
    offset: number,
    limit: number,
  ) => Promise<{ rows: readonly R[]; total: number }>;
}

/** Rows of a draft or a durable job in a grid, all or those of one state, loaded in ranges. */
export class RowsByState<State extends string, R extends { readonly index: number }> {
  stateFilter = $state<State | 'all'>('all');
  readonly grid: GridModel;
  /** The existing states, each with its number of rows. */
  readonly choices = $derived.by(() => {
    const { total, counts, allLabel, labelOf } = this.#options();
    const states = Object.entries(counts) as [State, number][];
    return [
      { value: 'all' as const, label: allLabel, count: count(total) },
      ...states
        .filter(([state, number]) => number > 0 || state === this.stateFilter)
        .map(([value, number]) => ({ value, label: labelOf(value), count: count(number) })),
    ];
  });
  #requestedQuery: string | null = null;
  /** Identifies the draft or job and the filter of the displayed rows. */
  shownQuery = $state.raw<string | null>(null);
  /** The column order of the last call of `useColumns`. */
  #order: string;
  readonly #options: () => RowsWithStates<State, R>;

  /** `open` receives the index of a row; `close` returns true if something was open. */
  constructor(
    options: () => RowsWithStates<State, R>,
    open: (index: number) => void = () => undefined,
    close: () => boolean = () => false,
  ) {
    this.#options = options;
    this.grid = new GridModel({
      onsort: () => undefined,
      onlayout: () => undefined,
      onopen: (key) => open(Number(key)),
      onescape: close,
    });
    this.#order = this.#columnOrder;
    this.grid.arrangement.use(this.#options().columns, null);
  }

  get #columnOrder(): string {
    return this.#options()
      .columns.map(({ name }) => name)
      .join(' ');
  }

  /** Updates the columns; after a change of order, they are arranged as given. */
  useColumns(): void {
    const isMoved = this.#order !== this.#columnOrder;
    this.#order = this.#columnOrder;
    this.grid.arrangement.use(this.#options().columns, isMoved ? null : this.grid.arrangement.layout);
  }

  /** Shows the current query: from the top for other rows, else in place. */
  show(): void {
    const { id } = this.#options();
    const { stateFilter } = this;
    const query = `${id} ${stateFilter}`;
    if (query === this.#requestedQuery) {
      this.grid.refresh();
      return;
    }
    this.#requestedQuery = query;
    this.grid.load(
      indexedRows<R>({
        fetchRows: (offset, limit) =>
          this.#options().fetchRows(stateFilter === 'all' ? undefined : stateFilter, offset, limit),
        isFiltered: stateFilter !== 'all',
        cells: (row) => this.#options().cells(row),
        columns: () => this.#options().columns,
        toClipboard: copyText,
      }),
    );
    this.grid.whenPlaced(() => (this.shownQuery = query));
  }
}

const cellText = (cell: Cell): string => (cell === null ? EMPTY : String(cell));

/** Returns a column of rows in their stored order; it cannot be sorted, because rows are loaded in ranges. */
export const plainColumn = (
  name: string,
  label: string,
  width: number,
  overrides: Partial<GridColumn> = {},
): GridColumn => ({
  name,
  label,
  width,
  shown: true,
  numeric: false,
  filterable: false,
  sortable: false,
  text: cellText,
  ...overrides,
});
