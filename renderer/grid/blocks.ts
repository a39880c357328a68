import type { GridRow, SourceRow } from './types';

/** Rows per request: more than most windows show, so that short scrolls find loaded rows. */
export const BLOCK_SIZE = 100;

export const blockOf = (row: number): number => Math.floor(row / BLOCK_SIZE);

/**
 * Loaded blocks of rows: fresh ones answer the latest query; stale ones answer the previous query and are
 * shown until they are replaced.
 */
export class RowBlocks {
  #fresh = new Map<number, readonly GridRow[]>();
  #stale = new Map<number, readonly GridRow[]>();

  row(index: number): GridRow | undefined {
    const block = blockOf(index);
    return (this.#fresh.get(block) ?? this.#stale.get(block))?.[index % BLOCK_SIZE];
  }

  has(block: number): boolean {
    return this.#fresh.has(block);
  }

  /** Returns the index of a record in the fresh rows; undefined if it is not there. */
  indexOf(key: string): number | undefined {
    for (const [block, rows] of this.#fresh) {
      const index = rows.findIndex((row) => row.key === key);
      if (index >= 0) return block * BLOCK_SIZE + index;
    }
    return undefined;
  }

  /** True if no row of the latest query is loaded. */
  get isEmpty(): boolean {
    return this.#fresh.size === 0;
  }

  /** Number of loaded rows, fresh and stale. */
  get size(): number {
    let rows = 0;
    for (const blocks of [this.#fresh, this.#stale])
      for (const block of blocks.values()) rows += block.length;
    return rows;
  }

  put(block: number, rows: readonly GridRow[]): void {
    this.#fresh.set(block, rows);
    this.#stale.delete(block);
  }

  /** Marks all rows as stale after a new query. */
  markStale(): void {
    for (const [block, rows] of this.#fresh) this.#stale.set(block, rows);
    this.#fresh.clear();
  }

  dropStale(): void {
    this.#stale.clear();
  }

  /** Keeps the blocks of these rows and one on each side; drops the rest. */
  keepAround(first: number, last: number): void {
    const [from, to] = [blockOf(first) - 1, blockOf(last) + 1];
    for (const blocks of [this.#fresh, this.#stale])
      for (const block of blocks.keys()) if (block < from || block > to) blocks.delete(block);
  }

  /** Returns blocks of these rows that are neither loaded nor loading. */
  missingBlocks(first: number, last: number, inFlight: readonly number[]): number[] {
    const missing: number[] = [];
    for (let block = blockOf(first); block <= blockOf(last); block += 1)
      if (!this.#fresh.has(block) && !inFlight.includes(block)) missing.push(block);
    return missing;
  }
}

/** Converts source rows to rows with cells by column name. */
export const gridRows = (columns: readonly string[], rows: readonly SourceRow[]): GridRow[] =>
  rows.map(({ key, isDrifted, cells, group }) => ({
    key,
    isDrifted,
    group,
    cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])),
  }));
