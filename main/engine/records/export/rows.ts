import { setImmediate } from 'node:timers/promises';
import type { NamedList } from '#contract/calls/names';
import type { Cell } from '#contract/query';
import type { OutputCell, OutputRow } from '../../files/tables/output-table';
import type { Names } from '../names/names';
import { idsInCell, type ExportColumn, type NameTable } from './columns';

/** Maximum number of names kept between batches. */
const MAX_NAMES = 100_000;
const NONE: NameTable = new Map();

type Batch = readonly (readonly Cell[])[];

/** Number of IDs after which all names are read at once, which is ten times cheaper per name. */
const READ_ALL_AFTER = 1_000;

/** Names of one kind of ID, looked up as they occur. An ID without a name stays. */
class NameLookup {
  readonly places: number[] = [];
  readonly #thing: NamedList;
  readonly #names: Pick<Names, 'byId' | 'all'>;
  #table: NameTable = NONE;
  #met = new Map<string, string>();
  #isAll = false;

  constructor(thing: NamedList, names: Pick<Names, 'byId' | 'all'>) {
    this.#thing = thing;
    this.#names = names;
  }

  get table(): NameTable {
    return this.#table;
  }

  async meet(batch: Batch): Promise<void> {
    if (this.#isAll) return;
    if (this.#met.size > READ_ALL_AFTER) {
      const all = await this.#names.all(this.#thing, MAX_NAMES);
      if (all) {
        this.#table = all;
        this.#isAll = true;
        return;
      }
    }
    if (this.#met.size > MAX_NAMES) this.#met = new Map();
    const fresh = new Set<string>();
    for (const cells of batch)
      for (const place of this.places) {
        const cell = cells[place] ?? null;
        if (cell !== null) for (const id of idsInCell(cell)) if (!this.#met.has(id)) fresh.add(id);
      }
    for (const id of fresh) this.#met.set(id, id);
    if (fresh.size > 0)
      for (const { id, name } of await this.#names.byId(this.#thing, [...fresh])) this.#met.set(id, name);
    this.#table = this.#met;
  }
}

/**
 * Yields export rows, batch by batch, with the names of their IDs. Other requests are served between batches.
 */
export async function* exportRows(
  batches: AsyncIterable<Batch>,
  columns: readonly ExportColumn[],
  names: Pick<Names, 'byId' | 'all'>,
): AsyncGenerator<OutputRow[], void, void> {
  const met = new Map<NamedList, NameLookup>();
  for (const { names: thing, at } of columns) {
    if (!thing) continue;
    const one = met.get(thing) ?? new NameLookup(thing, names);
    one.places.push(at);
    met.set(thing, one);
  }
  const renderers = columns.map(({ at, contextColumn = -1, names: thing, cell }) => ({
    at,
    contextColumn,
    cell,
    met: thing && met.get(thing),
  }));
  for await (const batch of batches) {
    for (const one of met.values()) await one.meet(batch);
    const now = renderers.map(({ met: one, ...rest }) => ({ ...rest, table: one?.table ?? NONE }));
    yield batch.map((cells) => {
      const row: OutputCell[] = [];
      for (const { at, contextColumn, cell, table } of now)
        row.push(cell(cells[at] ?? null, table, contextColumn < 0 ? null : (cells[contextColumn] ?? null)));
      return row;
    });
    await setImmediate();
  }
}
