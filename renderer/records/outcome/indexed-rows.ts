import type { Cell } from '#contract/query';
import { copiedText } from '../../grid/copying.svelte';
import type { GridColumn, GridSource } from '../../grid/types';

/** Maximum number of rows per request. */
const PAGE_SIZE = 500;

/** A row with a fixed position in a plan. */
interface Indexed {
  readonly index: number;
}

interface IndexedRows<R extends Indexed> {
  /** Requests a range of at most `PAGE_SIZE` rows. */
  readonly fetchRows: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /** True if only some rows are requested: a row's index then differs from its position. */
  readonly isFiltered: boolean;
  readonly cells: (row: R) => Readonly<Record<string, Cell>>;
  /** The columns that can be copied, formatted. */
  readonly columns: () => readonly GridColumn[];
  readonly toClipboard: (text: string) => boolean;
}

/** Returns a grid source for the rows of a draft or a durable job, loaded in ranges. */
export function indexedRows<R extends Indexed>({
  fetchRows,
  isFiltered,
  cells,
  columns,
  toClipboard,
}: IndexedRows<R>): GridSource {
  async function fetchRange(offset: number, limit: number): Promise<R[]> {
    const range: R[] = [];
    while (range.length < limit) {
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
      if (!isFiltered) return Number(key);
      const position = (await fetchRange(0, Infinity)).findIndex(({ index }) => String(index) === key);
      return position < 0 ? null : position;
    },
    async copy(selection, names) {
      const listedKeys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
      const chosenRows = (await fetchRange(0, Infinity)).filter(
        ({ index }) => listedKeys.has(String(index)) === (selection.kind === 'keys'),
      );
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
