import type { FieldEdit } from '#contract/edit';
import { isList, jsonText, readExact } from '#contract/exact-json/read';
import type { Field, FieldKind } from '#contract/fields';
import type { RowIssue } from '#contract/job';
import type { Resource } from '#contract/resource';
import { valueIssueOf } from '#contract/value-issue';

/** An operation on a field of many records. */
export type FieldOperation = 'set' | 'append' | 'add' | 'remove' | 'replace' | 'empty' | 'none';

/** A field that supports shared edits. */
export interface BulkField extends Field {
  readonly name: string;
}

/** Nested objects belong to one record, so they have no shared edits. */
const hasSharedEdits = ({ kind }: Field): boolean => kind !== 'objects';

export const bulkFields = (descriptor: Resource): BulkField[] =>
  Object.entries(descriptor.fields)
    .filter(([, field]) => field.editable && hasSharedEdits(field))
    .map(([name, field]) => ({ ...field, name }));

/** Returns the fields of a spreadsheet line: those that can be edited, or those of a new record. */
export const templateFields = (descriptor: Resource, kind: 'edit' | 'create'): BulkField[] =>
  Object.entries(descriptor.fields)
    .filter(([, field]) => (field.editable || (kind === 'create' && field.create)) && hasSharedEdits(field))
    .map(([name, field]) => ({ ...field, name }));

const isListKind = (kind: FieldKind): boolean => kind === 'ids' || kind === 'texts';

/** Returns the operations of a field, the default first. */
export function operationsOf({ kind, nullable, required, usuallyOne, mayBeAbsent }: Field): FieldOperation[] {
  const none: FieldOperation[] = nullable ? ['none'] : [];
  if (isListKind(kind) && usuallyOne) return ['set', 'replace', 'add', 'remove', 'empty', ...none];
  if (isListKind(kind)) return ['add', 'remove', 'replace', 'set', 'empty', ...none];
  if (kind === 'id') return ['set', 'replace', ...none];
  if (kind === 'text') {
    // Not offered if the service may have a value that it does not show: appending would replace that value.
    const append = mayBeAbsent ? [] : (['append'] as const);
    return ['set', ...append, ...(required ? [] : (['empty'] as const)), ...none];
  }
  return ['set', ...none];
}

/** Returns the number of values that an operation needs. */
export const valueCountOf = (operation: FieldOperation): 0 | 1 | 2 =>
  operation === 'none' || operation === 'empty' ? 0 : operation === 'replace' ? 2 : 1;

/** Returns true if an operation's values are single items of the field's list instead of whole lists. */
export const takesSingleItem = (operation: FieldOperation): boolean => operation === 'replace';

/** One line of the form: a field, an operation, and its values as JSON text; undefined if not entered yet. */
export interface FieldEditRow {
  readonly field: string;
  readonly operation: FieldOperation;
  readonly value: string | undefined;
  /** The value that `replace` looks for. */
  readonly from: string | undefined;
}

/** The missing or invalid part of a line, found before the engine is called. */
export type LineError = 'value' | 'from' | 'same' | 'twice';

const isEntered = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text !== 'null' && text !== '[]';

/**
 * Returns the error of a line; `others` are the lines before it. A field can be set only once, but a list can
 * be both added to and removed from, and several values can be replaced.
 */
export function lineErrorOf(line: FieldEditRow, others: readonly FieldEditRow[]): LineError | null {
  const valueCount = valueCountOf(line.operation);
  if (valueCount === 2 && !isEntered(line.from)) return 'from';
  if (valueCount > 0 && !isEntered(line.value)) return 'value';
  if (valueCount === 2 && line.from === line.value) return 'same';
  const replacesValue = (operation: FieldOperation) => ['set', 'empty', 'none'].includes(operation);
  const hasConflict = others.some(
    ({ field, operation }) =>
      field === line.field &&
      (operation === line.operation
        ? operation !== 'replace'
        : replacesValue(operation) || replacesValue(line.operation)),
  );
  return hasConflict ? 'twice' : null;
}

/** Converts a line to an edit. Throws RangeError for a line without its value. */
export function editOf({ field, operation, value, from }: FieldEditRow, kind: FieldKind): FieldEdit {
  if (operation === 'none') return { op: 'set', field, json: 'null' };
  if (operation === 'empty') return { op: 'set', field, json: isListKind(kind) ? '[]' : '""' };
  if (value === undefined) throw new RangeError(`${field} has no value`);
  if (operation === 'set' || operation === 'append') return { op: operation, field, json: value };
  if (operation === 'replace') {
    if (from === undefined) throw new RangeError(`${field} has nothing to replace`);
    return { op: 'replace', field, from, to: value };
  }
  return { op: operation, field, items: splitItems(value) };
}

/** Converts an edit of a field of this kind to a line. */
export function editRowOf(edit: FieldEdit, kind: FieldKind): FieldEditRow {
  const { field } = edit;
  const line = { field, value: undefined, from: undefined };
  if (edit.op === 'replace') return { field, operation: 'replace', value: edit.to, from: edit.from };
  if (edit.op === 'append') return { ...line, operation: 'append', value: edit.json };
  if (edit.op !== 'set') return { ...line, operation: edit.op, value: `[${edit.items.join(',')}]` };
  if (edit.json === 'null') return { ...line, operation: 'none' };
  // In a choice, the empty text is a code, which is set like the others.
  if (edit.json === '[]' || (edit.json === '""' && kind !== 'choice')) return { ...line, operation: 'empty' };
  return { ...line, operation: 'set', value: edit.json };
}

/** Returns the items of a list in JSON text, unchanged; for any other value, the value as the only item. */
export function splitItems(list: string): string[] {
  const value = readExact(list);
  return isList(value) ? value.map(jsonText) : [jsonText(value)];
}

/** Returns problems of the values of a line, as the draft's check would report them. */
export function valueErrorsOf(
  { operation, value, from }: FieldEditRow,
  field: BulkField,
): { readonly value: RowIssue | null; readonly from: RowIssue | null } {
  const isOfList = takesSingleItem(operation) && isListKind(field.kind);
  const issue = (json: string | undefined) =>
    isEntered(json) ? valueIssueOf(field, isOfList ? `[${json}]` : json) : null;
  return { value: issue(value), from: issue(from) };
}
