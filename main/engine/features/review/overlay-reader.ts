import type { Cell } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { FIRST_FIELD_CELL, type ScannedRow } from '../../cache/query/scan';
import { idInCell } from '../../records/id-key';
import { FIRST_NEW_ROW, type ProposedChanges, type RecordPatch } from './proposed-changes';

export type CheckedReader = Pick<
  CacheReader,
  'version' | 'completedLists' | 'approximateCount' | 'scan' | 'rowsOf' | 'rowsAt'
>;

/**
 * The data on this computer as it would be after a draft: patches the cached records on read, and writes
 * nothing.
 */
export class OverlayReader implements CheckedReader {
  readonly #reader: CheckedReader;
  readonly #changes: ProposedChanges;

  constructor(reader: CheckedReader, changes: ProposedChanges) {
    this.#reader = reader;
    this.#changes = changes;
  }

  get version(): number {
    return this.#reader.version;
  }

  completedLists(): ResourceName[] {
    return this.#reader.completedLists();
  }

  approximateCount(resource: ResourceName): number {
    return this.#reader.approximateCount(resource);
  }

  /** Returns the rows after a row number, in the order of the cache's scan; records to create come last. */
  scan(resource: ResourceName, fields: readonly string[], nested: readonly string[] = []) {
    const scan = this.#reader.scan(resource, fields, nested);
    if (resource !== this.#changes.resource) return scan;
    const patch = this.#patcher(fields, nested);
    const created = this.#createdRows(fields, nested);
    return (after: number, limit: number): ScannedRow[] => {
      const rows: ScannedRow[] = [];
      // Callers read a short result as the end of the list, so later rows replace the removed ones.
      for (let from = after; rows.length < limit && from < FIRST_NEW_ROW;) {
        const wanted = limit - rows.length;
        const scanned = scan(from, wanted);
        for (const row of scanned) if (patch(row)) rows.push(row);
        from = scanned.length < wanted ? FIRST_NEW_ROW : (scanned.at(-1)?.[0] ?? FIRST_NEW_ROW);
      }
      for (const row of created) {
        if (rows.length === limit) break;
        if (row[0] > after) rows.push(row);
      }
      return rows;
    };
  }

  rowsOf(
    resource: ResourceName,
    keys: readonly string[],
    fields: readonly string[],
    nested: readonly string[] = [],
  ): ScannedRow[] {
    const rows = this.#reader.rowsOf(resource, keys, fields, nested);
    const wanted = new Set(keys);
    return this.#patched(resource, rows, fields, nested, (row) => wanted.has(String(row[1])));
  }

  rowsAt(
    resource: ResourceName,
    numbers: readonly number[],
    fields: readonly string[],
    nested: readonly string[] = [],
  ): ScannedRow[] {
    const rows = this.#reader.rowsAt(resource, numbers, fields, nested);
    const wanted = new Set(numbers);
    return this.#patched(resource, rows, fields, nested, (row) => wanted.has(row[0]));
  }

  #patched(
    resource: ResourceName,
    rows: ScannedRow[],
    fields: readonly string[],
    nested: readonly string[],
    isWanted: (created: ScannedRow) => boolean,
  ): ScannedRow[] {
    if (resource !== this.#changes.resource) return rows;
    return [
      ...rows.filter(this.#patcher(fields, nested)),
      ...this.#createdRows(fields, nested).filter(isWanted),
    ];
  }

  /** Returns a function that applies a record's edits to its row; it returns false for a removed record. */
  #patcher(fields: readonly string[], nested: readonly string[]): (row: ScannedRow) => boolean {
    const { patches, removed } = this.#changes;
    const read = cellReaders(fields, nested);
    return (row) => {
      const id = idInCell(row[1]) ?? row[1];
      if (removed.has(id)) return false;
      const patch = patches.get(id);
      if (patch)
        for (const [index, cellOf] of read.entries()) {
          const cell = cellOf(patch);
          if (cell !== undefined) row[FIRST_FIELD_CELL + index] = cell;
        }
      return true;
    };
  }

  #createdRows(fields: readonly string[], nested: readonly string[]): ScannedRow[] {
    const read = cellReaders(fields, nested);
    return this.#changes.created.map((record) => [
      record.n,
      record.key,
      ...read.map((cellOf) => cellOf(record) ?? null),
    ]);
  }
}

/** Returns, for each requested field, a reader of a patch's cell; undefined if the patch does not change it. */
const cellReaders = (
  fields: readonly string[],
  nested: readonly string[],
): ((patch: RecordPatch) => Cell | undefined)[] =>
  fields.map((field) =>
    nested.includes(field) ? ({ texts }) => texts.get(field) : ({ cells }) => cells.get(field),
  );
