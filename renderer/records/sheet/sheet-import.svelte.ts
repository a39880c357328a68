import type { ImportSource } from '#contract/calls/imports';
import type { Purpose } from '#contract/calls/choose';
import type { SheetOutcome, SheetTable } from '#contract/calls/sheet-tables';
import type { DesktopClient } from '../../bridge';
import { TableForm } from '../drafts/table-form.svelte';

interface SheetMapping {
  readonly table: string;
  readonly fields: (string | null)[];
}

/** The engine's calls for one kind of spreadsheet. */
export interface SheetCalls {
  readonly read: (input: { source: ImportSource }, options: { signal: AbortSignal }) => Promise<SheetTable>;
  readonly check: (mapping: SheetMapping) => Promise<SheetOutcome>;
  readonly store: (mapping: SheetMapping) => Promise<SheetOutcome>;
  readonly template: (input: { grant: string }) => Promise<{ rows: number }>;
}

export interface SheetFiles {
  readonly open: Purpose;
  readonly template: Purpose;
  readonly title: string;
  /** Name of the template's file, without its extension. */
  readonly name: string;
}

/** An import of a spreadsheet into the saved work: read, columns assigned, lines checked, stored. */
export class SheetImportForm extends TableForm<SheetTable, 'check' | 'store'> {
  /** Result of the last check; null before, and after a column was assigned differently. */
  checkOutcome = $state.raw<SheetOutcome | null>(null);
  /** What was stored; null until then, and after a column was assigned differently or the lines were checked again. */
  storeOutcome = $state.raw<SheetOutcome | null>(null);

  readonly #calls: SheetCalls;
  readonly #files: SheetFiles;

  constructor(calls: SheetCalls, desktop: DesktopClient, files: SheetFiles) {
    super(desktop);
    this.#calls = calls;
    this.#files = files;
  }

  protected readTable(source: ImportSource, signal: AbortSignal): Promise<SheetTable> {
    return this.#calls.read({ source }, { signal });
  }

  protected clearResults(): void {
    this.checkOutcome = this.storeOutcome = null;
  }

  readFile = () => this.openFile(this.#files.open, this.#files.title);

  assign(column: number, field: string): void {
    this.assignedFields[column] = field;
    this.clearResults();
  }

  /** Checks the lines; returns null if that failed, or a column was assigned differently before it ended. */
  check(): Promise<SheetOutcome | null> {
    return this.run('check', async () => {
      const { fields } = this.#mapping;
      const outcome = await this.#calls.check(this.#mapping);
      if (fields.some((field, column) => field !== this.columnFields[column])) return null;
      this.checkOutcome = outcome;
      this.storeOutcome = null;
      return this.checkOutcome;
    });
  }

  store(): Promise<SheetOutcome | null> {
    return this.run('store', async () => (this.storeOutcome = await this.#calls.store(this.#mapping)));
  }

  /** Saves a spreadsheet with the headings. Returns false if canceled. */
  async saveTemplate(): Promise<boolean> {
    const { template, name } = this.#files;
    return (await this.writeTemplate(template, name, (grant) => this.#calls.template({ grant }))) !== null;
  }

  get #mapping(): SheetMapping {
    return { table: this.table?.id ?? '', fields: this.columnFields };
  }
}
