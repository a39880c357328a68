import { setImmediate } from 'node:timers/promises';
import type { NamedList } from '#contract/calls/names';
import type { Cell } from '#contract/query';
import type { OutputCell, OutputRow } from '../../files/tables/output-table';
import type { Names } from '../names/names';
import { idsInCell, type ExportColumn, type NameTable } from './columns';

/** Maximum number of names kept between batches. */
const MAX_NAMES = 100_000;
const NO_NAMES: NameTable = new Map();

type Batch = readonly (readonly Cell[])[];

/** Number of IDs after which all names are read at once, which is ten times cheaper per name. */
const READ_ALL_AFTER = 1_000;

/** Names of one kind of ID, looked up as they occur. An ID without a name stays. */
class NameLookup {
  /** Indexes of the cells with these IDs. */
  readonly cellIndexes: number[] = [];
  readonly #list: NamedList;
  readonly #names: Pick<Names, 'byId' | 'all'>;
  #table: NameTable = NO_NAMES;
  #known = new Map<string, string>();
  #hasAllNames = false;

  constructor(list: NamedList, names: Pick<Names, 'byId' | 'all'>) {
    this.#list = list;
    this.#names = names;
  }

  get table(): NameTable {
    return this.#table;
  }

  async lookUp(batch: Batch): Promise<void> {
    if (this.#hasAllNames) return;
    if (this.#known.size > READ_ALL_AFTER) {
      const all = await this.#names.all(this.#list, MAX_NAMES);
      if (all) {
        this.#table = all;
        this.#hasAllNames = true;
        return;
      }
    }
    if (this.#known.size > MAX_NAMES) this.#known = new Map();
    const newIds = new Set<string>();
    for (const cells of batch)
      for (const index of this.cellIndexes) {
        const cell = cells[index] ?? null;
        if (cell !== null) for (const id of idsInCell(cell)) if (!this.#known.has(id)) newIds.add(id);
      }
    for (const id of newIds) this.#known.set(id, id);
    if (newIds.size > 0)
      for (const { id, name } of await this.#names.byId(this.#list, [...newIds])) this.#known.set(id, name);
    this.#table = this.#known;
  }
}

/**
 * Yields export rows, batch by batch, with the names of the records that IDs refer to. Other requests are served
 * between batches.
 */
export async function* exportRows(
  batches: AsyncIterable<Batch>,
  columns: readonly ExportColumn[],
  names: Pick<Names, 'byId' | 'all'>,
): AsyncGenerator<OutputRow[], void, void> {
  const lookups = new Map<NamedList, NameLookup>();
  for (const { names: list, cellIndex } of columns) {
    if (!list) continue;
    const lookup = lookups.get(list) ?? new NameLookup(list, names);
    lookup.cellIndexes.push(cellIndex);
    lookups.set(list, lookup);
  }
  const renderers = columns.map(({ cellIndex, contextIndex = -1, names: list, cell }) => ({
    cellIndex,
    contextIndex,
    cell,
    lookup: list && lookups.get(list),
  }));
  for await (const batch of batches) {
    for (const lookup of lookups.values()) await lookup.lookUp(batch);
    const batchRenderers = renderers.map(({ lookup, ...renderer }) => ({
      ...renderer,
      table: lookup?.table ?? NO_NAMES,
    }));
    yield batch.map((cells) => {
      const row: OutputCell[] = [];
      for (const { cellIndex, contextIndex, cell, table } of batchRenderers)
        row.push(
          cell(cells[cellIndex] ?? null, table, contextIndex < 0 ? null : (cells[contextIndex] ?? null)),
        );
      return row;
    });
    await setImmediate();
  }
}
