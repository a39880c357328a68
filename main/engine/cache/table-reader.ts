import { holdsMany } from '../../../preload/contract/fields';
import type { Cell, Query, Row } from '../../../preload/contract/query';
import type { Column } from '../../../preload/contract/resource';
import { ColumnStore } from './column-store';
import { LIST_GAP } from './cells';
import { CommonWords } from './common-words';
import type { Db } from '../sqlite/open-database';
import { numberRanks } from './numbers-first';
import { equals } from './ordering';
import { orderedCells, type NumberedRow } from './ordered-cells';
import { letterKey } from '../../../preload/contract/domain/letter-order';
import { isLettered, sortedBy } from './letter-key';
import { Results, type Part } from './results';
import { countRows, type RowCounts } from './row-counts';
import { exactSums, type Groups, type Sum } from './sums';
import type { Table } from './schema';
import { TableRecords } from './table-records';
import { namingColumns, rowsNamed } from './named-rows';
import { RowLinks } from './row-links';
import { rowNumbers } from './row-numbers';
import { pairCounts, unlistedIn, valueCounts, type ValueCount } from './value-counts';
import { matchOf } from '../sqlite/words';

type Order = Pick<Query, 'search' | 'filters' | 'sort' | 'group'>;

/** What is done at another size of list; for tests. */
export interface Sizes {
  /** How many rows make a beginning of words a common one (common-words.ts). */
  readonly many?: number | undefined;
  /** Of more rows only the first are put in order at once (results.ts). */
  readonly long?: number | undefined;
  /** Rows of an order that are read at once, ahead of a take-up (column-store.ts). */
  readonly stretch?: number | undefined;
  /** In a table of more rows it is kept in memory what each of them names (row-links.ts). */
  readonly linked?: number | undefined;
}

/** Reads one table: windows of a query, rows by value, and single records. */
export class TableReader extends TableRecords {
  readonly #store: ColumnStore;
  readonly #common: CommonWords;
  readonly #results: Results;
  /** How many rows there are, once that was asked or is known from the writer. */
  #counts: RowCounts | undefined;
  #isLookedAt = false;
  readonly #stretch: number | undefined;
  /** By column, which records of another list the rows name in it. */
  readonly #links: ReadonlyMap<string, RowLinks>;

  constructor(
    db: Db,
    table: Table,
    { many, long, stretch, linked }: Sizes = {},
    readerOf: (name: string) => TableReader | undefined = () => undefined,
  ) {
    super(db, table);
    this.#stretch = stretch;
    this.#links = new Map(
      namingColumns(table.columns)
        .filter((column) => column.kind === 'id' && column.index)
        .map((column) => [column.name, new RowLinks(db, table.name, column, column.names, linked)]),
    );
    this.#store = new ColumnStore(db, table, (list, ids) => readerOf(list)?.titlesOf(ids));
    const named = (word: string) =>
      rowsNamed(word, table, (field, values) => this.rowsWith(field, values), readerOf, this.#links);
    this.#common = new CommonWords(this.#store, named, many);
    this.#results = new Results(this.#store, this.#common, table, named, long);
  }

  /** Other rows than before are in some tables: forgets what is known of this one's, and of the names of others in it. */
  forget(changed: ReadonlySet<string>): void {
    if (changed.has(this.table.name)) {
      this.#store.forget();
      this.#counts = undefined;
    } else if (this.table.columns.some(({ names }) => names !== undefined && changed.has(names))) {
      this.#store.forgetWords();
    } else return;
    this.#common.forget();
    this.#results.forget();
    for (const links of this.#links.values()) links.forget();
  }

  /** Gets a little readier for searches, once somebody has looked at the list; false when nothing is left to be done. */
  prepare(): boolean {
    return (
      this.#isLookedAt &&
      (this.#results.prepare() ||
        this.#common.prepare() ||
        [...this.#links.values()].some((links) => links.prepare(this.#store.size)))
    );
  }

  /** Reads anew what `forget` will drop and a key would wait for (ColumnStore.readAhead). */
  readAhead(): Generator<void, () => void, void> {
    return this.#store.readAhead(this.#stretch);
  }

  rows(query: Order): Uint32Array {
    this.#isLookedAt = true;
    return this.#results.of(query);
  }

  /** Rows of a query from a place on, and how many it has. */
  part(query: Order, offset: number, limit: number): Part {
    this.#isLookedAt = true;
    return this.#results.part(query, offset, limit);
  }

  /** The first rows of a whole list, while its order is not in memory yet. */
  head(query: Order, limit: number): Uint32Array | undefined {
    this.#isLookedAt = true;
    return this.#results.head(query, limit);
  }

  /** The cells of some rows, in their order; rows that went in the meantime are left out. */
  cells(rows: Iterable<number>, columns: readonly string[]): Row[] {
    const numbers = [...rows];
    const found = this.byNumber(numbers, columns);
    return numbers.flatMap((n) => found.get(n) ?? []);
  }

  /** The same by row number. */
  byNumber(numbers: readonly number[], columns: readonly string[]): ReadonlyMap<number, Row> {
    const names = columns.map((column) => this.#checked(column));
    return new Map(
      this.db
        .prepare<[string], [number, string, string | null, ...Cell[]]>(
          `SELECT n, key, drift${names.map((name) => `, ${name}`).join('')} FROM ${this.table.name}
           WHERE n IN (SELECT value FROM json_each(?))`,
        )
        .raw()
        .all(JSON.stringify(numbers))
        .map(([n, key, drift, ...cells]) => [n, { key, drifted: drift !== null, cells }]),
    );
  }

  /** The cells of many rows in their order, `size` at a time (ordered-cells.ts). */
  batches(
    rows: ArrayLike<number>,
    columns: readonly string[],
    size: number,
  ): AsyncGenerator<Cell[][], void, void> {
    const names = columns.map((column) => `${this.#checked(column)}, `);
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
        .prepare<[number], Cell>(`SELECT ${this.#checked(column)} FROM ${this.table.name} WHERE n = ?`)
        .pluck()
        .get(n) ?? null
    );
  }

  /** Rows whose column has one of the values; for lists: holds one of them. */
  rowsWith(field: string, values: readonly string[]): number[] {
    const { resource, name } = this.table;
    if (resource.key.length === 1 && resource.key[0] === field) return this.numbersOf(values);
    if (holdsMany(this.#column(field)?.kind)) {
      const wanted = new Set(values);
      const { values: lists, codes } = this.#store.dictionary(field);
      const holds = lists.map((list) =>
        String(list)
          .split(LIST_GAP)
          .some((item) => wanted.has(item)),
      );
      const rows: number[] = [];
      for (let n = 0; n < codes.length; n += 1) if (holds[(codes[n] ?? 0) - 1]) rows.push(n);
      return rows;
    }
    const column = this.#column(field);
    if (!column) throw new Error(`${name} has no column ${field}`);
    // An id may come as a number in one place and as a text in the other (wire facts B3), but "007" is not 7.
    const both = values.flatMap((value) =>
      Number.isSafeInteger(Number(value)) && String(Number(value)) === value
        ? [value, Number(value)]
        : [(isLettered(column) ? letterKey(value) : null) ?? value],
    );
    // One JSON text instead of a call for each row: a common name stands for tens of thousands of them.
    return this.#json(
      `SELECT json_group_array(n) FROM ${name} WHERE ${sortedBy(column)} IN (SELECT value FROM json_each(?))`,
      JSON.stringify(both),
    );
  }

  /** The first rows whose words match, by row number. */
  hits(words: readonly string[], limit: number): number[] {
    const { name } = this.table;
    return this.db
      .prepare<[string, number], number>(`SELECT rowid FROM ${name}_fts WHERE ${name}_fts MATCH ? LIMIT ?`)
      .pluck()
      .all(matchOf(words), limit);
  }

  /** The first rows whose words match: those of `keysMatching`. */
  numbersMatching(words: readonly string[], limit: number): Uint32Array {
    const { name } = this.table;
    return rowNumbers(
      this.db
        .prepare<[string, number], string>(
          `SELECT json_group_array(rowid) FROM
             (SELECT rowid FROM ${name}_fts WHERE ${name}_fts MATCH ? LIMIT ?)`,
        )
        .pluck()
        .get(matchOf(words), limit),
    );
  }

  /** Keys of the first rows whose words match, in no order. */
  keysMatching(words: readonly string[], limit: number): string[] {
    const { name } = this.table;
    return this.#json(
      `SELECT json_group_array(key) FROM ${name}_state
       WHERE n IN (SELECT rowid FROM ${name}_fts WHERE ${name}_fts MATCH ? LIMIT ?)`,
      matchOf(words),
      limit,
    );
  }

  /** Whether a row's own number is, begins or ends with, what was typed. */
  isNumbered(n: number, search: string): boolean {
    return (numberRanks([n], search, this.table, this.#store)?.(n) ?? 2) < 2;
  }

  /** How many rows of a query have each value of a field, the field's own filters aside. */
  counts(query: Order, field: string): ValueCount[] {
    const others = { ...query, filters: query.filters.filter((filter) => filter.field !== field) };
    return valueCounts(this.rows(others), this.#store.dictionary(field), this.#column(field));
  }

  /** Which values of a list no row has in a column. */
  unlisted(field: string, values: readonly string[]): string[] {
    return unlistedIn(this.#store.dictionary(field), this.#column(field), values);
  }

  /** How many rows have each pair of values of two columns; rows where either is empty are left out. */
  pairs(one: string, other: string): { one: string; other: string; count: number }[] {
    return pairCounts(this.#store.dictionary(one), this.#store.dictionary(other));
  }

  /** What the filled cells of a column add up to, in groups where there are any (cache/sums). */
  sums(rows: Iterable<number>, field: string, groups?: Groups): Sum[] {
    return exactSums(rows, this.#store.dictionary(field), groups);
  }

  /** By row number, a mark that rows of an equal value share (cache/ordering). */
  equals(field: string): (n: number) => number {
    return equals(this.#store, field);
  }

  /** By row number, the value of a column. */
  valuesOf(field: string): (n: number) => Cell {
    const { values, codes } = this.#store.dictionary(field);
    return (n) => values[(codes[n] ?? 0) - 1] ?? null;
  }

  /** What a column adds up to means something. */
  isSummed(field: string): boolean {
    return this.#column(field)?.sums === true;
  }

  extent(field: string): [Cell, Cell] {
    return this.#store.extent(field);
  }

  /** By row number, its place in the order of a column. */
  ranks(field: string): Uint32Array {
    return this.#store.order(field).rank;
  }

  /** In the order of the query. */
  inOrder(rows: readonly number[], query: Order): number[] {
    if (query.sort.next?.length || query.group) {
      const wanted = new Set(rows);
      return [...this.rows({ ...query, search: '', filters: [] }).filter((n) => wanted.has(n))];
    }
    const { rank } = this.#store.order(query.sort.field);
    const turned = query.sort.descending ? -1 : 1;
    return [...rows].sort((a, b) => turned * ((rank[a] ?? 0) - (rank[b] ?? 0)));
  }

  /** What the writer counted of these very rows. */
  takeCounts(counts: RowCounts): void {
    this.#counts = counts;
  }

  // Both from the narrow table: the wide one has no index to count by while it is filled for the first time.
  count(): number {
    return this.#counted.count;
  }

  drifted(): number {
    return this.#counted.drifted;
  }

  /** How many rows there are, and were: the highest number of one. */
  about(): number {
    return this.#store.size - 1;
  }

  get #counted(): RowCounts {
    return (this.#counts ??= countRows(this.db, this.table.name));
  }

  #column(name: string): Column | undefined {
    return this.table.columns.find((one) => one.name === name);
  }

  #json<T>(sql: string, ...values: (string | number)[]): T[] {
    return JSON.parse(
      this.db
        .prepare<(string | number)[], string>(sql)
        .pluck()
        .get(...values) ?? '[]',
    ) as T[];
  }

  /** Only names of the descriptor become SQL. */
  #checked(column: string): string {
    if (!this.#column(column)) throw new Error(`${this.table.name} has no column ${column}`);
    return `"${column}"`;
  }
}
