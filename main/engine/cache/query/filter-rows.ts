import { containsPart, isWithin, comparisonForm } from '#contract/filter-values';
import { holdsMany } from '#contract/fields';
import type { Filter } from '#contract/query';
import { LIST_SEPARATOR } from '../schema/cells';
import type { ColumnStore } from './column-store';
import { RowSet } from './row-set';
import { ownOrBorrowedColumn } from '../schema/borrowed-cells';
import type { TableSchema } from '../schema/schema';

/**
 * A filter as the dictionary codes that it accepts: `allowed[code]` is 1. Code 0 means an empty cell; other codes are
 * indexes of values plus 1. `codes` holds each row's code.
 */
interface CodeFilter {
  readonly codes: Uint32Array;
  readonly allowed: Uint8Array;
}

/**
 * Returns the rows that pass all of the filters (one or more). If empty cells pass, so do numbers without a row: the
 * caller intersects the result with the existing rows.
 */
export function rowsPassing(
  store: ColumnStore,
  table: Pick<TableSchema, 'columns' | 'borrowed'>,
  filters: readonly Filter[],
): RowSet {
  const codeFilters = filters.map((filter) => codeFilterOf(store, table, filter));
  const passing = new Uint32Array(store.size);
  let count = 0;
  next: for (let n = 0; n < passing.length; n += 1) {
    for (const { codes, allowed } of codeFilters) if (allowed[codes[n] ?? 0] === 0) continue next;
    passing[count] = n;
    count += 1;
  }
  return new RowSet(store.size, passing.subarray(0, count));
}

function codeFilterOf(
  store: ColumnStore,
  table: Pick<TableSchema, 'columns' | 'borrowed'>,
  filter: Filter,
): CodeFilter {
  const column = ownOrBorrowedColumn(table, filter.field);
  const { values, codes } = store.dictionary(filter.field);
  const holdsList = holdsMany(column?.kind);
  const allowed = new Uint8Array(values.length + 1);
  const allow = (test: (text: string, value: string | number) => boolean) => {
    for (const [index, value] of values.entries()) if (test(String(value), value)) allowed[index + 1] = 1;
  };
  if (filter.op === 'in') {
    const wanted = new Set(filter.values);
    if (wanted.has(null)) allowed[0] = 1;
    allow((text) =>
      holdsList ? text.split(LIST_SEPARATOR).some((item) => wanted.has(item)) : wanted.has(text),
    );
  } else if (filter.op === 'not-in') {
    const unwanted = new Set(filter.values);
    if (!unwanted.has(null)) allowed[0] = 1;
    allow((text) =>
      holdsList ? !text.split(LIST_SEPARATOR).some((item) => unwanted.has(item)) : !unwanted.has(text),
    );
  } else if (filter.op === 'contains') {
    allow((text) => containsPart(text, filter));
  } else if (filter.op === 'listed') {
    const fold = (text: string) => comparisonForm(text, column ?? {});
    const wanted = new Set(filter.values.map(fold));
    allow((text) =>
      holdsList ? text.split(LIST_SEPARATOR).some((item) => wanted.has(fold(item))) : wanted.has(fold(text)),
    );
  } else if (filter.op === 'range') {
    allow((_, value) => isWithin(value, filter, column?.kind));
  }
  return { codes, allowed };
}
