import { randomUUID } from 'node:crypto';
import type { SheetTable } from '#contract/calls/sheet-tables';
import { fail } from '#contract/failure';
import type { ImportSheet } from './sheet';

/** Maximum number of tables kept; a further one drops the oldest. */
const MAX_TABLES = 4;
/** Number of sample values per column. */
const MAX_SAMPLES = 5;

/** Facts of a sheet and its columns. */
type SheetSummary = Omit<SheetTable, 'fields'>;

/** The last tables that were read, each with its sheet, so that the user can map their columns. */
export class RecentTables<Details extends object> {
  readonly #tables = new Map<string, { table: SheetSummary & Details; sheet: ImportSheet }>();

  /** Adds a sheet under a new ID. `proposedFields` are the fields of its columns in order, null for none. */
  add(
    sheet: ImportSheet,
    proposedFields: readonly (string | null)[],
    details: Details,
  ): SheetSummary & Details {
    const table = {
      ...details,
      id: randomUUID(),
      file: sheet.file,
      lines: sheet.lines.length,
      columns: sheet.headings.map((heading, index) => ({
        heading,
        samples: sheet.lines.slice(0, MAX_SAMPLES).map(({ cells }) => cells[index] ?? ''),
        field: proposedFields[index] ?? null,
      })),
    };
    this.#tables.set(table.id, { table, sheet });
    for (const oldestId of [...this.#tables.keys()].slice(0, -MAX_TABLES)) this.#tables.delete(oldestId);
    return table;
  }

  /** Returns a table with its sheet; fails with `not-found` if it was dropped. */
  get(id: string): { readonly table: SheetSummary & Details; readonly sheet: ImportSheet } {
    const stored = this.#tables.get(id);
    if (!stored) throw fail('not-found', { where: 'table' });
    return stored;
  }
}
