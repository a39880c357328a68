import type { Draft, FieldEdit } from '../../../preload/contract/edit';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import {
  bulkFields,
  editOf,
  faultOf,
  lineOf,
  operationsOf,
  remarksOf,
  type BulkField,
  type EditLine,
  type LineFault,
  type Operation,
} from './operations';

const NO_REMARKS = { value: null, from: null };

/** A line of the form while it is filled in. */
export class BulkLine implements EditLine {
  field = $state('');
  operation = $state<Operation>('set');
  value = $state<string | undefined>();
  from = $state<string | undefined>();
  /** What its editors say of a value that is typed in part. */
  problem = $state<string | null>(null);

  constructor(
    readonly id: number,
    field: BulkField,
  ) {
    this.take(field);
  }

  /** As an edit has it that was made before. */
  fill({ operation, value, from }: EditLine): void {
    this.does(operation);
    this.value = value;
    this.from = from;
  }

  /** Another field: its usual operation, and no value yet. */
  take(field: BulkField): void {
    this.field = field.name;
    this.does(operationsOf(field)[0] ?? 'set');
  }

  does(operation: Operation): void {
    this.operation = operation;
    this.value = this.from = undefined;
    this.problem = null;
  }
}

/** The same edits for many records, as they are written down; `make` has the engine make a draft of them. */
export class BulkForm {
  readonly fields: readonly BulkField[];
  lines = $state.raw<readonly BulkLine[]>([]);
  /** A preview was asked for: what is missing is said from now on. */
  tried = $state(false);
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly faults = $derived(
    this.lines.map((line, at): LineFault | null => faultOf(line, this.lines.slice(0, at))),
  );
  readonly remarks = $derived(
    this.lines.map((line) => {
      const field = this.fieldOf(line);
      return field ? remarksOf(line, field) : NO_REMARKS;
    }),
  );
  readonly ready = $derived(
    this.lines.length > 0 &&
      this.faults.every((fault) => fault === null) &&
      this.remarks.every(({ value, from }) => value === null && from === null) &&
      this.lines.every(({ problem }) => problem === null),
  );
  #next = 0;

  constructor(
    readonly engine: EngineClient,
    readonly resource: ResourceName,
    private readonly make: (edits: FieldEdit[]) => Promise<Draft>,
    /** Edits to begin with; without any, one line of the descriptor's first field. */
    edits: readonly FieldEdit[] = [],
  ) {
    this.fields = bulkFields(resourceNamed(resource));
    for (const edit of edits) {
      this.add(edit.field);
      this.lines.at(-1)?.fill(lineOf(edit));
    }
    if (edits.length === 0) this.add();
  }

  fieldOf(line: BulkLine): BulkField | undefined {
    return this.fields.find(({ name }) => name === line.field);
  }

  add(name?: string): void {
    const used = new Set(this.lines.map(({ field }) => field));
    const field =
      this.fields.find((each) => each.name === name) ??
      this.fields.find((each) => !used.has(each.name)) ??
      this.fields[0];
    if (field) this.lines = [...this.lines, new BulkLine(this.#next++, field)];
  }

  drop(line: BulkLine): void {
    this.lines = this.lines.filter((each) => each !== line);
  }

  /** Makes the draft; null where something is missing or it failed. */
  async preview(): Promise<Draft | null> {
    this.tried = true;
    if (!this.ready || this.busy) return null;
    this.busy = true;
    this.failure = null;
    try {
      const edits = this.lines.map((line) => editOf(line, this.fieldOf(line)?.kind ?? 'text'));
      return await this.make(edits);
    } catch (error) {
      this.failure = failureOf(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
