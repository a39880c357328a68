import type { ImportKind, ImportProblem, ImportSource, ImportTable } from '#contract/calls/imports';
import type { Draft } from '#contract/edit';
import type { Query, Selection } from '#contract/query';
import type { RowIssue } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { valueIssueOf } from '#contract/value-issue';
import type { DesktopClient, EngineClient } from '../../bridge';
import type { BulkField } from './operations';
import { TableForm } from './table-form.svelte';

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
export class ImportForm extends TableForm<ImportTable, 'draft'> {
  /** Values for lines without one. */
  defaults = $state.raw<readonly DefaultValue[]>([]);
  /** True after the check was requested: missing values are reported until another default value is added. */
  wasSubmitted = $state(false);
  problems = $state.raw<readonly ImportProblem[]>([]);

  /**
   * Fields that can have a default value: writable ones, and codes that distinguish records with the same
   * number.
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
    desktop: DesktopClient,
    readonly resource: ResourceName,
    readonly kind: ImportKind,
  ) {
    super(desktop);
  }

  protected readTable(source: ImportSource, signal: AbortSignal): Promise<ImportTable> {
    const { resource, kind } = this;
    return this.engine.imports.read({ resource, kind, source }, { signal });
  }

  protected clearResults(): void {
    this.defaults = [];
    this.problems = [];
  }

  /** Adds a default value, for a field without a column if there is one. */
  addDefault(): void {
    const used = new Set([...this.assignedFields, ...this.defaults.map(({ field }) => field)]);
    const field = this.fillableFields.find(({ name }) => !used.has(name)) ?? this.fillableFields[0];
    if (field) this.defaults = [...this.defaults, new DefaultValue(this.#nextId++, field.name)];
    this.wasSubmitted = false; // the new value is not missing yet
  }

  removeDefault(defaultValue: DefaultValue): void {
    this.defaults = this.defaults.filter((each) => each !== defaultValue);
  }

  /** Returns why a value is invalid: missing (`value`), a second one for its field (`twice`), or wrong (an issue). */
  errorOf(defaultValue: DefaultValue): 'value' | 'twice' | RowIssue | null {
    const field = this.fillableFields.find(({ name }) => name === defaultValue.field);
    if (this.defaults.some((each) => each.id < defaultValue.id && each.field === defaultValue.field))
      return 'twice';
    if (defaultValue.json === undefined) return 'value';
    return field ? valueIssueOf(field, defaultValue.json) : null;
  }

  readFile = (title: string) => this.openFile('import-table', title);

  /** Checks every line and returns the draft; null without a table, if a default value is invalid, or on a failure. */
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
      const defaults = Object.fromEntries(defaultValues.map(({ field, json = 'null' }) => [field, json]));
      const { draft, problems } = await this.engine.imports.draft({
        table: table.id,
        fields: this.columnFields,
        defaults,
      });
      this.problems = problems;
      return draft;
    });
  }

  /** Saves a spreadsheet template. Returns its number of records; null if canceled. */
  saveTemplate(
    fields: readonly string[],
    selected: TemplateSelection | null,
    name: string,
  ): Promise<number | null> {
    const { resource, kind } = this;
    return this.writeTemplate('import-template', name, (grant) =>
      this.engine.imports.template({
        grant,
        fields: [...fields],
        target: selected
          ? { kind: 'edit', query: selected.query, selection: selected.selection }
          : { kind: kind === 'create' ? 'create' : 'headings', resource },
      }),
    );
  }
}
