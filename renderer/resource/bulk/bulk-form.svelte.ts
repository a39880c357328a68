import type { Draft } from '../../../preload/contract/edit';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { Query, Selection } from '../../../preload/contract/query';
import { resourceNamed } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import {
  bulkFields,
  editOf,
  faultOf,
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

/** The same edits for a selection, as they are written down; the engine makes a draft of them. */
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
    readonly query: Query,
    readonly selection: Selection,
    /** Field that the first line is of; without it the descriptor's first. */
    field?: string,
  ) {
    this.fields = bulkFields(resourceNamed(query.resource));
    this.add(field);
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
      return await this.engine.edits.many({ query: this.query, selection: this.selection, edits });
    } catch (error) {
      this.failure = failureOf(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
