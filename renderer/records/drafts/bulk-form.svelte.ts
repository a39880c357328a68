import type { Draft, FieldEdit } from '#contract/edit';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import {
  bulkFields,
  editOf,
  lineErrorOf,
  editRowOf,
  operationsOf,
  valueErrorsOf,
  type BulkField,
  type FieldEditRow,
  type LineError,
  type FieldOperation,
} from './operations';

const NO_ERRORS = { value: null, from: null };

/** A line of the form during input. */
export class BulkLine implements FieldEditRow {
  field = $state('');
  operation = $state<FieldOperation>('set');
  value = $state<string | undefined>();
  from = $state<string | undefined>();
  /** Message about a partly typed value, such as a date without its year. */
  inputError = $state<string | null>(null);

  constructor(
    readonly id: number,
    field: BulkField,
  ) {
    this.setField(field);
  }

  /** Fills the line from an earlier edit. */
  fill({ operation, value, from }: FieldEditRow): void {
    this.setOperation(operation);
    this.value = value;
    this.from = from;
  }

  /** Sets another field with its default operation and no value. */
  setField(field: BulkField): void {
    this.field = field.name;
    this.setOperation(operationsOf(field)[0] ?? 'set');
  }

  setOperation(operation: FieldOperation): void {
    this.operation = operation;
    this.value = this.from = undefined;
    this.inputError = null;
  }
}

/** The form for the same edits of many records; `createDraft` creates or changes their draft in the engine. */
export class BulkForm {
  readonly fields: readonly BulkField[];
  lines = $state.raw<readonly BulkLine[]>([]);
  /** True after a preview was requested; missing values are reported from then on. */
  wasSubmitted = $state(false);
  readonly lineErrors = $derived(
    this.lines.map((line, index): LineError | null => lineErrorOf(line, this.lines.slice(0, index))),
  );
  readonly valueErrors = $derived(
    this.lines.map((line) => {
      const field = this.fieldOf(line);
      return field ? valueErrorsOf(line, field) : NO_ERRORS;
    }),
  );
  readonly ready = $derived(
    this.lines.length > 0 &&
      this.lineErrors.every((error) => error === null) &&
      this.valueErrors.every(({ value, from }) => value === null && from === null) &&
      this.lines.every(({ inputError }) => inputError === null),
  );
  #nextId = 0;
  readonly #createDraft: (edits: FieldEdit[]) => Promise<Draft>;

  constructor(
    readonly engine: EngineClient,
    readonly resource: ResourceName,
    createDraft: (edits: FieldEdit[]) => Promise<Draft>,
    /** Initial edits; default: one line with the descriptor's first field. */
    edits: readonly FieldEdit[] = [],
  ) {
    this.#createDraft = createDraft;
    this.fields = bulkFields(resourceNamed(resource));
    for (const edit of edits) {
      this.addLine(edit.field);
      const line = this.lines.at(-1);
      line?.fill(editRowOf(edit, this.fieldOf(line)?.kind ?? 'text'));
    }
    if (edits.length === 0) this.addLine();
  }

  fieldOf(line: BulkLine): BulkField | undefined {
    return this.fields.find(({ name }) => name === line.field);
  }

  addLine(name?: string): void {
    const used = new Set(this.lines.map(({ field }) => field));
    const field =
      this.fields.find((each) => each.name === name) ??
      this.fields.find((each) => !used.has(each.name)) ??
      this.fields[0];
    if (field) this.lines = [...this.lines, new BulkLine(this.#nextId++, field)];
  }

  removeLine(line: BulkLine): void {
    this.lines = this.lines.filter((each) => each !== line);
  }

  /** Creates or changes the draft. Returns null if there is no line, or a line has an error. */
  async preview(): Promise<Draft | null> {
    this.wasSubmitted = true;
    if (!this.ready) return null;
    return this.#createDraft(this.lines.map((line) => editOf(line, this.fieldOf(line)?.kind ?? 'text')));
  }
}
