import type { FieldEdit } from '../../../preload/contract/edit';
import { isList, jsonText, readExact } from '../../../preload/contract/exact-json/read';
import type { Field, FieldKind } from '../../../preload/contract/fields';
import type { RowRemark } from '../../../preload/contract/job';
import type { Resource } from '../../../preload/contract/resource';
import { problemOf } from '../../../preload/contract/value-problem';

/** What can be done to a field of many records at once. */
export type Operation = 'set' | 'add' | 'remove' | 'replace' | 'empty' | 'none';

/** A field that many records can be given the same edit of. */
export interface BulkField extends Field {
  readonly name: string;
}

/** Nested objects are each record's own: one value for all of them means nothing. */
const SHARED: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'id',
  'text',
  'choice',
  'integer',
  'number',
  'money',
  'percent',
  'boolean',
  'date',
  'moment',
  'ids',
  'texts',
]);

export const bulkFields = (descriptor: Resource): BulkField[] =>
  Object.entries(descriptor.fields)
    .filter(([, field]) => field.editable && SHARED.has(field.kind))
    .map(([name, field]) => ({ ...field, name }));

/** Fields that a line of a spreadsheet can have: those to change, or those of a record that is to be created. */
export const templateFields = (descriptor: Resource, kind: 'edit' | 'create'): BulkField[] =>
  Object.entries(descriptor.fields)
    .filter(([, field]) => (field.editable || (kind === 'create' && field.create)) && SHARED.has(field.kind))
    .map(([name, field]) => ({ ...field, name }));

const isListKind = (kind: FieldKind): boolean => kind === 'ids' || kind === 'texts';

/** The operations that a field has, the usual one first. */
export function operationsOf({ kind, nullable, required, usuallyOne }: Field): Operation[] {
  const none: Operation[] = nullable ? ['none'] : [];
  if (isListKind(kind) && usuallyOne) return ['set', 'replace', 'add', 'remove', 'empty', ...none];
  if (isListKind(kind)) return ['add', 'remove', 'replace', 'set', 'empty', ...none];
  if (kind === 'id') return ['set', 'replace', ...none];
  if (kind === 'text') return ['set', ...(required ? [] : (['empty'] as const)), ...none];
  return ['set', ...none];
}

/** Which values an operation asks for: none, one, or one for another. */
export const valuesOf = (operation: Operation): 0 | 1 | 2 =>
  operation === 'none' || operation === 'empty' ? 0 : operation === 'replace' ? 2 : 1;

/** Whether a value of it is one item of the field's list, not the list. */
export const isItem = (operation: Operation): boolean => operation === 'replace';

/** One line of the form: a field, what is done to it, and the values as JSON text; undefined: not given yet. */
export interface EditLine {
  readonly field: string;
  readonly operation: Operation;
  readonly value: string | undefined;
  /** What `replace` looks for. */
  readonly from: string | undefined;
}

/** What is missing or wrong of a line, before anything is asked of the engine. */
export type LineFault = 'value' | 'from' | 'same' | 'twice';

const isGiven = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text !== 'null' && text !== '[]';

/** `others`: the lines before it. A field that is set is set once; its list can be added to and removed from. */
export function faultOf(line: EditLine, others: readonly EditLine[]): LineFault | null {
  const values = valuesOf(line.operation);
  if (values === 2 && !isGiven(line.from)) return 'from';
  if (values > 0 && !isGiven(line.value)) return 'value';
  if (values === 2 && line.from === line.value) return 'same';
  const whole = (operation: Operation) => ['set', 'empty', 'none'].includes(operation);
  const clash = others.some(
    ({ field, operation }) =>
      field === line.field &&
      (operation === line.operation ? operation !== 'replace' : whole(operation) || whole(line.operation)),
  );
  return clash ? 'twice' : null;
}

/** The line as the engine takes it. Throws RangeError for a line that lacks a value. */
export function editOf({ field, operation, value, from }: EditLine, kind: FieldKind): FieldEdit {
  if (operation === 'none') return { op: 'set', field, json: 'null' };
  if (operation === 'empty') return { op: 'set', field, json: isListKind(kind) ? '[]' : '""' };
  if (value === undefined) throw new RangeError(`${field} has no value`);
  if (operation === 'set') return { op: 'set', field, json: value };
  if (operation === 'replace') {
    if (from === undefined) throw new RangeError(`${field} has nothing to replace`);
    return { op: 'replace', field, from, to: value };
  }
  return { op: operation, field, items: itemsOf(value) };
}

/** An edit as a line of the form, to be changed there. */
export function lineOf(edit: FieldEdit): EditLine {
  const { field } = edit;
  const line = { field, value: undefined, from: undefined };
  if (edit.op === 'replace') return { field, operation: 'replace', value: edit.to, from: edit.from };
  if (edit.op !== 'set') return { ...line, operation: edit.op, value: `[${edit.items.join(',')}]` };
  if (edit.json === 'null') return { ...line, operation: 'none' };
  if (edit.json === '[]' || edit.json === '""') return { ...line, operation: 'empty' };
  return { ...line, operation: 'set', value: edit.json };
}

/** The items of a list in JSON text, each as it is written. */
export function itemsOf(list: string): string[] {
  const value = readExact(list);
  return isList(value) ? value.map(jsonText) : [jsonText(value)];
}

/** What speaks against the values of a line that are given, each by itself: what the check of the draft would say. */
export function remarksOf(
  { operation, value, from }: EditLine,
  field: BulkField,
): { readonly value: RowRemark | null; readonly from: RowRemark | null } {
  const isOfList = isItem(operation) && isListKind(field.kind);
  const remark = (json: string | undefined) =>
    isGiven(json) ? problemOf(field, isOfList ? `[${json}]` : json) : null;
  return { value: remark(value), from: remark(from) };
}
