import type { GridRow, SourceRow } from './types';

/** Rows fetched at once: a tall window needs two of these, so that scrolling meets rows already there. */
export const BLOCK = 100;

export const blockOf = (row: number): number => Math.floor(row / BLOCK);

/**
 * The blocks of rows at hand: fresh ones answer the latest question, stale ones the question before and stand in until
 * their successors come.
 */
export class Blocks {
  #fresh = new Map<number, readonly GridRow[]>();
  #stale = new Map<number, readonly GridRow[]>();

  row(index: number): GridRow | undefined {
    const block = blockOf(index);
    return (this.#fresh.get(block) ?? this.#stale.get(block))?.[index % BLOCK];
  }

  has(block: number): boolean {
    return this.#fresh.has(block);
  }

  /** Where a record stands among the fresh rows; undefined: not among them. */
  indexOf(key: string): number | undefined {
    for (const [block, rows] of this.#fresh) {
      const at = rows.findIndex((row) => row.key === key);
      if (at >= 0) return block * BLOCK + at;
    }
    return undefined;
  }

  get empty(): boolean {
    return this.#fresh.size === 0;
  }

  /** Rows held, fresh and stale. */
  get size(): number {
    let rows = 0;
    for (const held of [this.#fresh, this.#stale]) for (const block of held.values()) rows += block.length;
    return rows;
  }

  put(block: number, rows: readonly GridRow[]): void {
    this.#fresh.set(block, rows);
    this.#stale.delete(block);
  }

  /** Another question was asked: what is here stands in until it is answered. */
  age(): void {
    for (const [block, rows] of this.#fresh) this.#stale.set(block, rows);
    this.#fresh.clear();
  }

  forgetStale(): void {
    this.#stale.clear();
  }

  /** Keeps the blocks of these rows and one on either side; drops the rest. */
  keepAround(first: number, last: number): void {
    const [from, to] = [blockOf(first) - 1, blockOf(last) + 1];
    for (const held of [this.#fresh, this.#stale])
      for (const block of held.keys()) if (block < from || block > to) held.delete(block);
  }

  /** Blocks of these rows that are neither here nor coming. */
  missing(first: number, last: number, coming: readonly number[]): number[] {
    const missing: number[] = [];
    for (let block = blockOf(first); block <= blockOf(last); block += 1)
      if (!this.#fresh.has(block) && !coming.includes(block)) missing.push(block);
    return missing;
  }
}

/** Rows as they came, with their cells under the names of the columns asked for. */
export const gridRows = (columns: readonly string[], rows: readonly SourceRow[]): GridRow[] =>
  rows.map(({ key, drifted, cells, group }) => ({
    key,
    drifted,
    group,
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])),
  }));
