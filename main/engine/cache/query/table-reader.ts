import { holdsMany } from '#contract/fields';
import type { Cell, Query, Row } from '#contract/query';
import type { Column } from '#contract/resource';
import { ColumnStore } from './column-store';
import { LIST_SEPARATOR } from '../schema/cells';
import { CommonPrefixes } from '../search/common-prefixes';
import type { Db } from '../../sqlite/open-database';
import { numberRanks } from '../search/rank-exact-numbers';
import { equalityKeys } from './ordering';
import { orderedCells, type NumberedRow } from './ordered-cells';
import { collationKey } from '#contract/text';
import { cellExpression, ownOrBorrowedColumn } from '../schema/borrowed-cells';
import { storesCollationKeys, sortExpression } from '../schema/collation-key';
import { QueryResults, type ReadRange } from './query-results';
import { countRows, type RowCounts } from '../ingest/row-counts';
import { exactSums, type Groups, type ColumnSum } from './sums';
import type { TableSchema } from '../schema/schema';
import { TableRecords } from './table-records';
import { namingColumns, rowsByReferencedName } from '../search/named-rows';
import { RowLinks } from './row-links';
import { rowNumbers } from './row-numbers';
import { pairCounts, unmatchedIn, valueCounts, type ValueCount } from './value-counts';
import { ftsQueryOf } from '../../sqlite/search-text';

type RowQuery = Pick<Query, 'search' | 'filters' | 'sort' | 'group'>;

/** Size thresholds, overridden in tests. */
export interface SizeThresholds {
  /** Number of matching rows from which a word prefix counts as common (common-prefixes.ts). */
  readonly commonRows?: number | undefined;
  /** Above this many rows only the first are sorted at once (query-results.ts). */
  readonly longResultRows?: number | undefined;
  /** Rows per step when an order is reloaded (column-store.ts). */
  readonly chunkRows?: number | undefined;
  /** Above this many rows, links are kept in memory (row-links.ts). */
  readonly linkedRows?: number | undefined;
}

/** Reads one table: windows of a query, rows by value, and single records. */
export class TableReader extends TableRecords {
  readonly #store: ColumnStore;
  readonly #common: CommonPrefixes;
  readonly #results: QueryResults;
  /** Row counts, once computed or received from the writer. */
  #counts: RowCounts | undefined;
  #isViewed = false;
  readonly #chunkRows: number | undefined;
  /** For each column: the records of another list that its rows reference. */
  readonly #links: ReadonlyMap<string, RowLinks>;

  constructor(
    db: Db,
    table: TableSchema,
    { commonRows, longResultRows, chunkRows, linkedRows }: SizeThresholds = {},
    readerOf: (name: string) => TableReader | undefined = () => undefined,
  ) {
    super(db, table);
    this.#chunkRows = chunkRows;
    this.#links = new Map(
      namingColumns(table.columns)
        .filter((column) => column.kind === 'id' && column.index)
        .map((column) => [column.name, new RowLinks(db, table.name, column, column.names, linkedRows)]),
    );
    this.#store = new ColumnStore(db, table, (list, ids) => readerOf(list)?.titlesOf(ids));
    const rowsByName = (word: string) =>
      rowsByReferencedName(
        word,
        table,
        (field, values) => this.rowsWith(field, values),
        readerOf,
        this.#links,
      );
    this.#common = new CommonPrefixes(this.#store, rowsByName, commonRows);
    this.#results = new QueryResults(this.#store, this.#common, table, rowsByName, longResultRows);
  }

  /** Drops cached data if this table, or a table whose names it shows, has changed. */
  forget(changed: ReadonlySet<string>): void {
    if (changed.has(this.table.name)) {
      this.#store.forget();
      this.#counts = undefined;
    } else {
      const hasChangedNames = this.table.columns.some(
        ({ names }) => names !== undefined && changed.has(names),
      );
      const hasChangedBorrowed = this.table.borrowed.some(({ from }) => changed.has(from));
      if (!hasChangedNames && !hasChangedBorrowed) return;
      if (hasChangedNames) this.#store.forgetLabels();
      if (hasChangedBorrowed) this.#store.forgetBorrowed();
    }
    this.#common.forget();
    this.#results.forget();
    for (const links of this.#links.values()) links.forget();
  }

  /** Prepares searches once the list has been viewed. Returns false when nothing is left to do. */
  prepare(): boolean {
    return (
      this.#isViewed &&
      (this.#results.prepare() ||
        this.#common.prepare() ||
        [...this.#links.values()].some((links) => links.prepare(this.#store.size)))
    );
  }

  /** Reloads the data that `forget` will drop and that the next typed key would wait for (ColumnStore.reload). */
  reload(): Generator<void, () => void, void> {
    return this.#store.reload(this.#chunkRows);
  }

  rows(query: RowQuery): Uint32Array {
    this.#isViewed = true;
    return this.#results.resultFor(query);
  }

  /** Returns a range of a query's rows, and the total. */
  range(query: RowQuery, offset: number, limit: number): ReadRange {
    this.#isViewed = true;
    return this.#results.range(query, offset, limit);
  }

  /** Returns the first rows of a whole list whose order is not in memory yet. */
  head(query: RowQuery, limit: number): Uint32Array | undefined {
    this.#isViewed = true;
    return this.#results.head(query, limit);
  }

  /** Returns the cells of these rows, in order; rows removed since are skipped. */
  cells(rows: Iterable<number>, columns: readonly string[]): Row[] {
    const numbers = [...rows];
    const found = this.byNumber(numbers, columns);
    return numbers.flatMap((n) => found.get(n) ?? []);
  }

  /** Returns the cells by row number. */
  byNumber(numbers: readonly number[], columns: readonly string[]): ReadonlyMap<number, Row> {
    const names = columns.map((column) => this.#cellExpression(column));
    return new Map(
      this.db
        .prepare<[string], [number, string, string | null, ...Cell[]]>(
          `SELECT n, key, drift${names.map((name) => `, ${name}`).join('')} FROM ${this.table.name}
           WHERE n IN (SELECT value FROM json_each(?))`,
        )
        .raw()
        .all(JSON.stringify(numbers))
        .map(([n, key, drift, ...cells]) => [n, { key, isDrifted: drift !== null, cells }]),
    );
  }

  /** Yields the cells of many rows in order, `size` at a time (ordered-cells.ts). */
  batches(
    rows: ArrayLike<number>,
    columns: readonly string[],
    size: number,
  ): AsyncGenerator<Cell[][], void, void> {
    const names = columns.map((column) => `${this.#cellExpression(column)}, `);
    const statement = this.db
      .prepare<[string], NumberedRow>(
        `SELECT ${names.join('')}n FROM ${this.table.name}
         WHERE n IN (SELECT value FROM json_each(?)) ORDER BY n`,
      )
      .raw();
    return orderedCells(rows, columns.length, size, (numbers) => statement.all(JSON.stringify(numbers)));
  }

  keys(rows: Iterable<number>): string[] {
    return this.cells(rows, []).map((row) => row.key);
  }

  cell(n: number, column: string): Cell {
    return (
      this.db
        .prepare<[number], Cell>(`SELECT ${this.#cellExpression(column)} FROM ${this.table.name} WHERE n = ?`)
        .pluck()
        .get(n) ?? null
    );
  }

  /** Returns the rows whose column has one of the values; for lists: contains one of them. */
  rowsWith(field: string, values: readonly string[]): number[] {
    const { resource, name } = this.table;
    if (resource.key.length === 1 && resource.key[0] === field) return this.numbersOf(values);
    if (holdsMany(this.#column(field)?.kind)) {
      const wanted = new Set(values);
      const { values: lists, codes } = this.#store.dictionary(field);
      const matchesCode = lists.map((list) =>
        String(list)
          .split(LIST_SEPARATOR)
          .some((item) => wanted.has(item)),
      );
      const rows: number[] = [];
      for (let n = 0; n < codes.length; n += 1) if (matchesCode[(codes[n] ?? 0) - 1]) rows.push(n);
      return rows;
    }
    const column = this.#column(field);
    if (!column) throw new Error(`${name} has no column ${field}`);
    // An ID may be a number in one place and text in another (wire facts B3), but "007" is not 7.
    const candidates = values.flatMap((value) =>
      Number.isSafeInteger(Number(value)) && String(Number(value)) === value
        ? [value, Number(value)]
        : [(storesCollationKeys(column) ? collationKey(value) : null) ?? value],
    );
    // One JSON text instead of one call per row: a common name has tens of thousands of rows.
    return this.#json(
      `SELECT json_group_array(n) FROM ${name} WHERE ${sortExpression(column)} IN (SELECT value FROM json_each(?))`,
      JSON.stringify(candidates),
    );
  }

  /** Returns the row numbers of the rows whose keys `keysMatching` returns, in no particular order. */
  numbersMatching(words: readonly string[], limit: number): Uint32Array {
    const { name } = this.table;
    return rowNumbers(
      this.db
        .prepare<[string, number], string>(
          `SELECT json_group_array(rowid) FROM
             (SELECT rowid FROM ${name}_fts WHERE ${name}_fts MATCH ? LIMIT ?)`,
        )
        .pluck()
        .get(ftsQueryOf(words), limit),
    );
  }

  /** Returns the keys of the first rows whose words match, in no particular order. */
  keysMatching(words: readonly string[], limit: number): string[] {
    const { name } = this.table;
    return this.#json(
      `SELECT json_group_array(key) FROM ${name}_state
       WHERE n IN (SELECT rowid FROM ${name}_fts WHERE ${name}_fts MATCH ? LIMIT ?)`,
      ftsQueryOf(words),
      limit,
    );
  }

  /** Returns whether the record's own number, such as an account number, equals, begins or ends with the search. */
  hasNumber(n: number, search: string): boolean {
    const rankOf = numberRanks([n], search, this.table, this.#store);
    return rankOf !== undefined && rankOf(n) < 2; // 2: neither
  }

  /** Counts the rows of a query by value of a field, ignoring the field's own filters. */
  counts(query: RowQuery, field: string): ValueCount[] {
    const others = { ...query, filters: query.filters.filter((filter) => filter.field !== field) };
    return valueCounts(this.rows(others), this.#store.dictionary(field), this.#column(field));
  }

  /** Returns the values that no row has in a column. */
  unmatchedValues(field: string, values: readonly string[]): string[] {
    return unmatchedIn(this.#store.dictionary(field), this.#column(field), values);
  }

  /** Counts the rows by pairs of values of two columns; rows where either is empty are skipped. */
  pairCounts(firstField: string, secondField: string): { first: string; second: string; count: number }[] {
    return pairCounts(this.#store.dictionary(firstField), this.#store.dictionary(secondField));
  }

  /** Returns the sums of a column, by group if given (sums.ts). */
  sums(rows: Iterable<number>, field: string, groups?: Groups): ColumnSum[] {
    return exactSums(rows, this.#store.dictionary(field), groups);
  }

  /** Returns a function from row number to a key that rows with equal values share (ordering.ts). */
  equalityKeys(field: string): (n: number) => number {
    return equalityKeys(this.#store, field);
  }

  /** Returns a function from row number to the column's value. */
  valuesOf(field: string): (n: number) => Cell {
    const { values, codes } = this.#store.dictionary(field);
    return (n) => values[(codes[n] ?? 0) - 1] ?? null;
  }

  /** Returns whether the sum of a column is meaningful. */
  isSummable(field: string): boolean {
    return this.#column(field)?.summable === true;
  }

  extent(field: string): [Cell, Cell] {
    return this.#store.extent(field);
  }

  /** Returns each row's index in the order of a column. */
  ranks(field: string): Uint32Array {
    return this.#store.order(field).rank;
  }

  /** Returns the rows in the order in which the list shows them; empty cells come last in both directions. */
  inOrder(rows: readonly number[], query: RowQuery): number[] {
    const wanted = new Set(rows);
    const wantedOf = (listed: Uint32Array) => [...listed.filter((n) => wanted.has(n))];
    const hasSeveralSteps = query.sort.next?.length || query.group;
    if (hasSeveralSteps || query.search !== '') {
      const listed = wantedOf(this.rows(query));
      if (listed.length === wanted.size) return listed;
    }
    // Rows that the search or the filters exclude have a place in the order of the whole list only.
    if (hasSeveralSteps) return wantedOf(this.rows({ ...query, search: '', filters: [] }));
    const { filled, rank } = this.#store.order(query.sort.field);
    return [...rows].sort((a, b) => {
      const [left, right] = [rank[a] ?? 0, rank[b] ?? 0];
      const isReversed = query.sort.descending && left < filled && right < filled;
      return isReversed ? right - left : left - right;
    });
  }

  /** Sets the counts that the writer stored for exactly these rows. */
  setCounts(counts: RowCounts): void {
    this.#counts = counts;
  }

  // Both counts come from the narrow table, because the wide one has no index during its first fill.
  count(): number {
    return this.#counted.count;
  }

  drifted(): number {
    return this.#counted.drifted;
  }

  /** Returns the highest row number, which is at least the row count. */
  approximateCount(): number {
    return this.#store.size - 1;
  }

  get #counted(): RowCounts {
    return (this.#counts ??= countRows(this.db, this.table.name));
  }

  #column(name: string): Column | undefined {
    return ownOrBorrowedColumn(this.table, name);
  }

  #json<T>(sql: string, ...values: (string | number)[]): T[] {
    return JSON.parse(
      this.db
        .prepare<(string | number)[], string>(sql)
        .pluck()
        .get(...values) ?? '[]',
    ) as T[];
  }

  /** Only column names from the descriptor reach SQL. */
  #cellExpression(name: string): string {
    const column = this.#column(name);
    if (!column) throw new Error(`${this.table.name} has no column ${name}`);
    return cellExpression(this.table, column);
  }
}
