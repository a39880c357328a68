import {
  MAX_IMPORT_TEXT,
  type ImportKind,
  type ImportProblem,
  type ImportSource,
  type ImportTable,
} from '#contract/calls/imports';
import type { Draft } from '#contract/edit';
import type { Query, Selection } from '#contract/query';
import type { RowIssue } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { valueIssueOf } from '#contract/value-issue';
import { PageWork } from '../../state/page-work.svelte';
import type { DesktopClient, EngineClient } from '../../bridge';
import type { BulkField } from './operations';

/** Records for a template: the selection when the import was opened. */
export interface TemplateSelection {
  readonly query: Query;
  readonly selection: Selection;
  readonly count: number;
}

/** The selection when an import was last opened. */
let lastSelection: TemplateSelection | null = null;
export const rememberSelection = (selection: TemplateSelection | null): void =>
  void (lastSelection = selection);
export const lastSelectionFor = (resource: ResourceName): TemplateSelection | null =>
  lastSelection?.query.resource === resource ? lastSelection : null;

/** Value for an ignored column. */
export const IGNORED_COLUMN = '';

/** A value for lines without one, during input. */
export class DefaultValue {
  field = $state('');
  json = $state<string | undefined>();
  /** Error of a partly typed value. */
  inputError = $state<string | null>(null);

  constructor(
    readonly id: number,
    field: string,
  ) {
    this.field = field;
  }

  /** Sets another field, without a value. */
  selectField(field: string): void {
    this.field = field;
    this.json = undefined;
    this.inputError = null;
  }
}

/** An import that becomes a draft: a table is read, the user assigns its columns, then every line is checked. */
export class ImportForm extends PageWork<'read' | 'draft' | 'template'> {
  text = $state('');
  table = $state.raw<ImportTable | null>(null);
  /** The assigned field of each column. */
  assignedFields = $state<string[]>([]);
  /** Values for lines without one. */
  defaults = $state.raw<readonly DefaultValue[]>([]);
  /** True after the check was requested; missing values are reported from then on. */
  wasSubmitted = $state(false);
  problems = $state.raw<readonly ImportProblem[]>([]);
  #readAbort = new AbortController();
  readonly tooLong = $derived(this.text.length > MAX_IMPORT_TEXT);

  /**
   * Fields that can have a value for all lines: writable ones, and codes that distinguish records with the
   * same number.
   */
  readonly fillableFields = $derived(
    (this.table?.fields ?? []).flatMap(({ field: name, isKey }): BulkField[] => {
      const field = resourceNamed(this.resource).fields[name];
      return field && (!isKey || field.kind === 'choice') ? [{ ...field, name }] : [];
    }),
  );
  #nextId = 0;

  constructor(
    readonly engine: EngineClient,
    private readonly desktop: DesktopClient,
    readonly resource: ResourceName,
    readonly kind: ImportKind,
  ) {
    super();
  }

  /** Adds a value for all lines, for a field without a column. */
  addDefault(): void {
    const used = new Set([...this.assignedFields, ...this.defaults.map(({ field }) => field)]);
    const field = this.fillableFields.find(({ name }) => !used.has(name)) ?? this.fillableFields[0];
    if (field) this.defaults = [...this.defaults, new DefaultValue(this.#nextId++, field.name)];
    this.wasSubmitted = false;
  }

  removeDefault(defaultValue: DefaultValue): void {
    this.defaults = this.defaults.filter((each) => each !== defaultValue);
  }

  /** Returns why a value is invalid: missing, wrong, or a second one for its field. */
  errorOf(defaultValue: DefaultValue): 'value' | 'twice' | RowIssue | null {
    const field = this.fillableFields.find(({ name }) => name === defaultValue.field);
    if (this.defaults.some((each) => each.id < defaultValue.id && each.field === defaultValue.field))
      return 'twice';
    if (defaultValue.json === undefined) return 'value';
    return field ? valueIssueOf(field, defaultValue.json) : null;
  }

  /** Reads the table and assigns its columns by heading. */
  async read(source: ImportSource): Promise<void> {
    const readAbort = (this.#readAbort = new AbortController());
    await this.run('read', async () => {
      const { resource, kind } = this;
      const table = await this.engine.imports
        .read({ resource, kind, source }, { signal: readAbort.signal })
        .catch((error: unknown) => {
          if (readAbort.signal.aborted) return null;
          throw error;
        });
      if (table === null) return;
      this.table = table;
      this.assignedFields = table.columns.map(({ field }) => field ?? IGNORED_COLUMN);
      this.defaults = [];
      this.problems = [];
    });
  }

  /** Stops reading a table; the form is as it was before. */
  cancelRead(): void {
    this.#readAbort.abort();
  }

  /** Lets the user choose a spreadsheet; does nothing if canceled. */
  async readFile(title: string): Promise<void> {
    const [file] = await this.desktop.choose({
      what: 'open',
      purpose: 'import-table',
      title,
      extensions: ['csv', 'txt', 'tsv', 'xlsx'],
      allowsMultiple: false,
    });
    if (file) await this.read({ from: 'file', grant: file.grant });
  }

  /** Discards the table. */
  startOver(): void {
    this.table = null;
    this.problems = [];
    this.failure = null;
  }

  /** Checks every line; null if the columns are not valid. */
  async draft(): Promise<Draft | null> {
    const { table, defaults: defaultValues } = this;
    this.wasSubmitted = true;
    if (
      !table ||
      defaultValues.some(
        (defaultValue) => defaultValue.inputError !== null || this.errorOf(defaultValue) !== null,
      )
    )
      return null;
    return this.run('draft', async () => {
      const fields = this.assignedFields.map((field) => (field === IGNORED_COLUMN ? null : field));
      const defaults = Object.fromEntries(defaultValues.map(({ field, json = 'null' }) => [field, json]));
      const { draft, problems } = await this.engine.imports.draft({ table: table.id, fields, defaults });
      this.problems = problems;
      return draft;
    });
  }

  /** Saves a spreadsheet template. Returns its number of records; null if canceled. */
  async saveTemplate(
    fields: readonly string[],
    selected: TemplateSelection | null,
    name: string,
  ): Promise<number | null> {
    const { resource, kind } = this;
    return this.run('template', async () => {
      const [file] = await this.desktop.choose({
        what: 'save',
        purpose: 'import-template',
        title: 'Save a template',
        name: `${name}.xlsx`,
        extension: 'xlsx',
      });
      if (!file) return null;
      const { rows } = await this.engine.imports.template({
        grant: file.grant,
        fields: [...fields],
        target: selected
          ? { kind: 'edit', query: selected.query, selection: selected.selection }
          : { kind: kind === 'create' ? 'create' : 'headings', resource },
      });
      return rows;
    });
  }
}
