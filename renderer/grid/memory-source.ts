import { compareTexts, plainLetters } from '#contract/text';
import type { Cell, RowGroup } from '#contract/query';
import { copiedText } from './copying.svelte';
import { gridSortSteps } from './sort-steps';
import type { GridColumn, GridSort, GridSource } from './types';

/** A row in memory. */
export interface MemoryRow {
  readonly key: string;
  readonly cells: Readonly<Record<string, Cell>>;
  /** Set for a group heading instead of a row. */
  readonly group?: RowGroup;
}

/** Compares numbers and numeric IDs by size, texts in the cache's order. */
function compareCells(left: Cell, right: Cell, isId = false): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [String(left), String(right)];
  return (isId ? a.length - b.length : 0) || compareTexts(a, b);
}

/** Sorts rows by one or more columns, texts as displayed; empty cells come last in both directions. The sort is stable. */
export function sortedRows<R extends MemoryRow>(
  rows: readonly R[],
  sort: GridSort,
  columns: readonly GridColumn[] = [],
): R[] {
  const orders = gridSortSteps(sort).map(({ field, descending }) => {
    const column = columns.find(({ name }) => name === field);
    const sortValue = (cell: Cell): Cell =>
      column && !column.numeric && cell !== null ? column.text(cell) : cell;
    const sign = descending ? -1 : 1;
    return (left: R, right: R): number => {
      const [a = null, b = null] = [left.cells[field], right.cells[field]];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * compareCells(sortValue(a), sortValue(b), column?.isId);
    };
  });
  return [...rows].sort((a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  });
}

/** Returns the words of a text from plainLetters, each after a space. */
const spacedWords = (plainText: string): string => ` ${plainText.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;

/** Returns the words to search, as the cache indexes them: "O’Brien" is found by "brien" and by "obrien". */
function searchableWords(text: string): string {
  const plainText = plainLetters(text);
  const joinedText = plainText.replace(/(?<=\p{L})['-](?=\p{L})/gu, '');
  return spacedWords(plainText) + (joinedText === plainText ? '' : spacedWords(joinedText));
}

/** Returns rows in which every search word starts a word of a cell, in any case and with or without accents. */
export function rowsMatchingSearch<R extends MemoryRow>(
  rows: readonly R[],
  search: string,
  columns: readonly GridColumn[],
): readonly R[] {
  const searchWords = spacedWords(plainLetters(search)).trim().split(' ').filter(Boolean);
  if (searchWords.length === 0) return rows;
  return rows.filter(({ cells }) => {
    const text = columns
      .map(({ name, text: textOf }) =>
        cells[name] === null ? '' : searchableWords(textOf(cells[name] ?? null)),
      )
      .join('');
    return searchWords.every((word) => text.includes(` ${word}`));
  });
}

/**
 * Returns a grid source for rows in memory, a few thousand at most. `rows` is called each time, so `refresh` shows
 * new rows. It may contain group headings; `matching` then returns the rows without headings and including those of
 * collapsed groups. `columns` are those that can be copied.
 */
export function memorySource(
  rows: () => readonly MemoryRow[],
  columns: () => readonly GridColumn[],
  toClipboard: (text: string) => boolean,
  matching?: () => readonly MemoryRow[],
): GridSource {
  const columnsNamed = (names: readonly string[]): GridColumn[] =>
    names.flatMap((name) => columns().filter((column) => column.name === name));
  const lineOf = ({ cells }: MemoryRow, copiedColumns: readonly GridColumn[]): string[] =>
    copiedColumns.map((column) => copiedText(column, cells[column.name] ?? null, cells));
  const copyLines = (lines: readonly (readonly string[])[]): boolean =>
    toClipboard(lines.map((line) => line.join('\t')).join('\n'));
  return {
    window: (names, offset, limit) => {
      const all = rows();
      return Promise.resolve({
        total: all.length,
        matching: matching?.().length,
        rows: all.slice(offset, offset + limit).map(({ key, cells, group }) => ({
          key,
          isDrifted: false,
          group,
          cells: names.map((name) => cells[name] ?? null),
        })),
      });
    },
    keys: (offset, limit) =>
      Promise.resolve(
        rows()
          .slice(offset, offset + limit)
          .flatMap(({ key, group }) => (group ? [] : [key])),
      ),
    position: (key) => {
      const index = rows().findIndex((row) => row.key === key);
      return Promise.resolve(index < 0 ? null : index);
    },
    copy: (selection, names) => {
      const listedKeys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
      const chosenRows = (matching ?? rows)().filter(
        ({ key }) => listedKeys.has(key) === (selection.kind === 'keys'),
      );
      const copiedColumns = columnsNamed(names);
      const headings = copiedColumns.map(({ label }) => label);
      const isCopied = copyLines([headings, ...chosenRows.map((row) => lineOf(row, copiedColumns))]);
      return Promise.resolve(isCopied ? chosenRows.length : 0);
    },
    copyRange: ({ offset, limit, keys }, names) => {
      const copiedColumns = columnsNamed(names);
      const rangeKeys = keys && new Set(keys);
      const rangeRows = rangeKeys
        ? rows().filter(({ key }) => rangeKeys.has(key))
        : rows().slice(offset, offset + limit);
      const chosenRows = rangeRows.filter(({ group }) => !group);
      const isCopied = copyLines(chosenRows.map((row) => lineOf(row, copiedColumns)));
      return Promise.resolve(isCopied ? chosenRows.length : 0);
    },
  };
}
