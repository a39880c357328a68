import type { Purpose } from '#contract/calls/choose';
import { MAX_IMPORT_TEXT, type ImportSource } from '#contract/calls/imports';
import type { DesktopClient } from '../../bridge';
import { PageWork } from '../../state/page-work.svelte';

/** Value for an ignored column. */
export const IGNORED_COLUMN = '';

interface ReadTable {
  readonly columns: readonly { readonly field: string | null }[];
}

/** A spreadsheet or pasted table: read, then its columns are assigned to fields. */
export abstract class TableForm<Table extends ReadTable, Action extends string> extends PageWork<
  Action | 'read' | 'template'
> {
  text = $state('');
  table = $state.raw<Table | null>(null);
  /** The assigned field of each column. */
  assignedFields = $state<string[]>([]);
  readonly tooLong = $derived(this.text.length > MAX_IMPORT_TEXT);
  protected readonly desktop: DesktopClient;
  #readAbort = new AbortController();

  constructor(desktop: DesktopClient) {
    super();
    this.desktop = desktop;
  }

  protected abstract readTable(source: ImportSource, signal: AbortSignal): Promise<Table>;
  /** Forgets everything about the previous table. */
  protected abstract clearResults(): void;

  /** Reads the table and assigns its columns by heading. */
  async read(source: ImportSource): Promise<void> {
    const { signal } = (this.#readAbort = new AbortController());
    await this.run('read', async () => {
      const table = await this.readTable(source, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (!table) return;
      this.table = table;
      this.assignedFields = table.columns.map(({ field }) => field ?? IGNORED_COLUMN);
      this.clearResults();
    });
  }

  /** Stops reading a table; the form is as it was before. */
  cancelRead(): void {
    this.#readAbort.abort();
  }

  /** Discards the table. */
  startOver(): void {
    this.table = null;
    this.failure = null;
    this.clearResults();
  }

  /** Lets the user choose a spreadsheet, and reads it; does nothing if canceled. */
  protected async openFile(purpose: Purpose, title: string): Promise<void> {
    const extensions = ['csv', 'txt', 'tsv', 'xlsx'];
    const [file] = await this.desktop.choose({
      what: 'open',
      purpose,
      title,
      extensions,
      allowsMultiple: false,
    });
    if (file) await this.read({ from: 'file', grant: file.grant });
  }

  /** Lets the user choose a file for a template, and writes it. Returns its number of rows; null if canceled. */
  protected async writeTemplate(
    purpose: Purpose,
    name: string,
    write: (grant: string) => Promise<{ readonly rows: number }>,
  ): Promise<number | null> {
    return this.run('template', async () => {
      const [file] = await this.desktop.choose({
        what: 'save',
        purpose,
        title: 'Save a template',
        name: `${name}.xlsx`,
        extension: 'xlsx',
      });
      return file ? (await write(file.grant)).rows : null;
    });
  }

  /** The field of each column; null for an ignored one. */
  protected get columnFields(): (string | null)[] {
    return this.assignedFields.map((field) => (field === IGNORED_COLUMN ? null : field));
  }
}
