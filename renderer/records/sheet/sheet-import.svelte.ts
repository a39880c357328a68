import { MAX_IMPORT_TEXT, type ImportSource } from '#contract/calls/imports';
import type { Purpose } from '#contract/calls/choose';
import type { SheetOutcome, SheetTable } from '#contract/calls/sheet-tables';
import { PageWork } from '../../state/page-work.svelte';
import { IGNORED_COLUMN } from '../drafts/import-form.svelte';
import type { DesktopClient } from '../../bridge';

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
export class SheetImportForm extends PageWork<'read' | 'check' | 'store' | 'template'> {
  text = $state('');
  table = $state.raw<SheetTable | null>(null);
  /** The assigned field of each column. */
  assignedFields = $state<string[]>([]);
  /** Result of the last check; null before, and after a column was assigned differently. */
  checkOutcome = $state.raw<SheetOutcome | null>(null);
  /** What was stored; null until then. */
  storeOutcome = $state.raw<SheetOutcome | null>(null);
  readonly tooLong = $derived(this.text.length > MAX_IMPORT_TEXT);
  #readAbort = new AbortController();

  constructor(
    private readonly calls: SheetCalls,
    private readonly desktop: DesktopClient,
    private readonly files: SheetFiles,
  ) {
    super();
  }

  async read(source: ImportSource): Promise<void> {
    const { signal } = (this.#readAbort = new AbortController());
    await this.run('read', async () => {
      const table = await this.calls.read({ source }, { signal }).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (!table) return;
      this.table = table;
      this.assignedFields = table.columns.map(({ field }) => field ?? IGNORED_COLUMN);
      this.checkOutcome = this.storeOutcome = null;
    });
  }

  cancelRead(): void {
    this.#readAbort.abort();
  }

  /** Lets the user choose a spreadsheet; does nothing if canceled. */
  async readFile(): Promise<void> {
    const [file] = await this.desktop.choose({
      what: 'open',
      purpose: this.files.open,
      title: this.files.title,
      extensions: ['csv', 'txt', 'tsv', 'xlsx'],
      allowsMultiple: false,
    });
    if (file) await this.read({ from: 'file', grant: file.grant });
  }

  assign(column: number, field: string): void {
    this.assignedFields[column] = field;
    this.checkOutcome = null;
  }

  startOver(): void {
    this.table = null;
    this.checkOutcome = this.storeOutcome = null;
    this.failure = null;
  }

  check(): Promise<SheetOutcome | null> {
    return this.run('check', async () => (this.checkOutcome = await this.calls.check(this.#mapping)));
  }

  store(): Promise<SheetOutcome | null> {
    return this.run('store', async () => (this.storeOutcome = await this.calls.store(this.#mapping)));
  }

  /** Saves a spreadsheet with the headings. Returns false if canceled. */
  async saveTemplate(): Promise<boolean> {
    const result = await this.run('template', async () => {
      const [file] = await this.desktop.choose({
        what: 'save',
        purpose: this.files.template,
        title: 'Save a template',
        name: `${this.files.name}.xlsx`,
        extension: 'xlsx',
      });
      return file ? await this.calls.template({ grant: file.grant }) : null;
    });
    return result !== null;
  }

  get #mapping(): SheetMapping {
    return {
      table: this.table?.id ?? '',
      fields: this.assignedFields.map((field) => (field === IGNORED_COLUMN ? null : field)),
    };
  }
}
