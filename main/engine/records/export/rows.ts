import { setImmediate } from 'node:timers/promises';
import type { NamedThing } from '../../../../preload/contract/calls/names';
import type { Cell } from '../../../../preload/contract/query';
import type { WrittenRow } from '../../files/tables/written';
import type { Names } from '../names/names';
import { idsIn, type ExportColumn, type NameTable } from './columns';

/** Names kept from one batch to the next. */
const KEPT = 100_000;
const NONE: NameTable = new Map();

type Batch = readonly (readonly Cell[])[];

/** Names of one kind of thing, as they are met. What has none keeps its ID. */
class Met {
  readonly table = new Map<string, string>();
  readonly places: number[] = [];

  constructor(readonly of: (ids: readonly string[]) => Promise<readonly { id: string; name: string }[]>) {}

  async meet(batch: Batch): Promise<void> {
    if (this.table.size > KEPT) this.table.clear();
    const fresh = new Set<string>();
    for (const cells of batch)
      for (const place of this.places) {
        const cell = cells[place] ?? null;
        if (cell !== null) for (const id of idsIn(cell)) if (!this.table.has(id)) fresh.add(id);
      }
    if (fresh.size === 0) return;
    for (const id of fresh) this.table.set(id, id);
    for (const { id, name } of await this.of([...fresh])) this.table.set(id, name);
  }
}

/** Cells as rows of a file, batch by batch, with the names of their IDs. Others are served between two batches. */
export async function* exportRows(
  batches: Iterable<Batch>,
  columns: readonly ExportColumn[],
  names: Pick<Names, 'of'>,
): AsyncGenerator<WrittenRow[], void, void> {
  const met = new Map<NamedThing, Met>();
  for (const { names: thing, at } of columns) {
    if (!thing) continue;
    const one = met.get(thing) ?? new Met((ids) => names.of(thing, ids));
    one.places.push(at);
    met.set(thing, one);
  }
  const made = columns.map(({ at, names: thing, cell }) => ({
    at,
    cell,
    table: (thing && met.get(thing)?.table) ?? NONE,
  }));
  for (const batch of batches) {
    for (const one of met.values()) await one.meet(batch);
    yield batch.map((cells) => made.map(({ at, cell, table }) => cell(cells[at] ?? null, table)));
    await setImmediate();
  }
}
