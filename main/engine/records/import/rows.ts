import type { DraftField, FieldEdit } from '#contract/edit';
import { appendTo } from '#contract/maps';
import { guardFormula } from '#contract/spreadsheet-cells';
import { readExact } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import type { RowIssue } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { NewDraftRow } from '../../workspace/drafts/drafts';
import type { NewRecord } from '../create/creations';
import type { GivenValue } from '../create/rows';
import { fieldText } from '#contract/exact-json/field-text';
import { holdsTaxId } from '#contract/tax-id';
import { draftRowOf } from '../edits/make-drafts';
import { readCell, type ParsedCell } from './cell';
import { idsByName, type TitlesReader } from './id-names';
import { isTaxIdInKey, recordLocator, type KeyCells } from './locate';
import type { ImportSheet, SheetLine } from './sheet';

export interface ImportRequest {
  readonly resource: ResourceName;
  readonly sheet: ImportSheet;
  /** The field of each column; null: left out. */
  readonly fields: readonly (string | null)[];
  /** Values for lines without their own, as JSON text by field. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** A line's value for a field: its cell, or the default. */
type LineValue = { readonly cell: string } | { readonly json: string };
/** Returns a line's values by field: its cells in column order, then the defaults of fields without a cell. */
function lineValues({ fields, defaults }: ImportRequest, { cells }: SheetLine): Map<string, LineValue> {
  const values = new Map<string, LineValue>();
  for (const [column, name] of fields.entries()) {
    const cell = cells[column] ?? '';
    if (name !== null && cell !== '') values.set(name, { cell });
  }
  for (const [name, json] of Object.entries(defaults)) if (!values.has(name)) values.set(name, { json });
  return values;
}
/** Reads one cell as the value of a field, with names for IDs; refuses what could be a tax ID. */
export const readField = (field: Field, cell: string, idsNamed: ReturnType<typeof idsByName>): ParsedCell =>
  readValue(field, { cell }, idsNamed);
/** Returns a value as cell text, as identifying fields are compared; a default is JSON. */
const cellIn = (value: LineValue): string => ('cell' in value ? value.cell : String(JSON.parse(value.json)));
const TAX_ID = 'tax-id';
/** Kinds whose values can be any text; an open enum accepts unknown codes. */
const TEXT_KINDS: ReadonlySet<Field['kind']> = new Set(['text', 'texts', 'choice']);
/** A text, or a cell that cannot be read, is not stored if it could be a tax ID. */
function readValue(field: Field, value: LineValue, idsNamed: ReturnType<typeof idsByName>): ParsedCell {
  const parsed = 'cell' in value ? readCellOrName(field, value.cell, idsNamed) : value;
  const isStoredAsTyped = parsed.json === undefined ? 'issue' in parsed : TEXT_KINDS.has(field.kind);
  return isStoredAsTyped && holdsTaxId(cellIn(value)) ? { issue: { code: TAX_ID } } : parsed;
}
/** A cell that is not an ID may be the name of a record. */
function readCellOrName(field: Field, cell: string, idsNamed: ReturnType<typeof idsByName>): ParsedCell {
  const parsed = readCell(field, cell);
  const isName = parsed.issue?.code === 'not-id' || parsed.issue?.code === 'not-ids';
  return (isName ? idsNamed(field, cell) : null) ?? parsed;
}
/** Returns the JSON text that a draft stores for an invalid cell. */
const invalidValueText = (value: LineValue, { code }: RowIssue): string =>
  code === TAX_ID ? 'null' : JSON.stringify(cellIn(value));

/** Returns why a line cannot be parsed at all: shifted cells would assign values to wrong fields. */
export function lineIssueOf(
  { cells, hasUnclosedQuote }: SheetLine,
  { headings }: ImportSheet,
): RowIssue | null {
  if (hasUnclosedQuote) return { code: 'open-quote' };
  const last = cells.findLastIndex((cell) => cell !== '') + 1;
  return last > headings.length
    ? { code: 'more-cells', facts: { cells: last, columns: headings.length } }
    : null;
}

/** Returns draft rows for edits: each line identifies a local record, or has the reason why it does not. */
export function editRows(
  request: ImportRequest,
  reader: TitlesReader & Pick<CacheReader, 'window' | 'records'>,
): NewDraftRow[] {
  const { resource, sheet } = request;
  const descriptor = resourceNamed(resource);
  const locate = recordLocator(reader, resource);
  const idsNamed = idsByName(reader);
  const isEditableField = (name: string): boolean => descriptor.fields[name]?.editable === true;
  const located = sheet.lines.map((line) => {
    const lineIssue = lineIssueOf(line, sheet);
    const values = lineValues(request, line);
    const keys: KeyCells = new Map(
      [...values].flatMap(([name, value]) => (isEditableField(name) ? [] : [[name, cellIn(value)]])),
    );
    return { line, values, keys, result: lineIssue ? { issue: lineIssue } : locate(keys) };
  });
  const linesOf = new Map<string, number[]>();
  for (const { line, result } of located) if ('key' in result) appendTo(linesOf, result.key, line.number);
  const records = new Map(
    [...reader.records(resource, [...linesOf.keys()])].map((record) => [record.key, record]),
  );

  return located.map(({ line, values, keys, result }): NewDraftRow => {
    const record = 'key' in result ? records.get(result.key) : undefined;
    const issue =
      'issue' in result ? result.issue : duplicateIssue(linesOf.get(result.key) ?? [], line.number);
    if (!record || 'issue' in result) {
      const shown = [...keys].flatMap(([name, cell]) =>
        cell === '' || isTaxIdInKey(name, cell) ? [] : [cell],
      );
      const fields = unplacedValues(resource, values, idsNamed);
      const title = shown.join(' ');
      return { key: null, title, subtitle: '', line: line.number, state: 'wrong', fields, issue };
    }
    const edits: FieldEdit[] = [];
    const invalidFields: DraftField[] = [];
    for (const [name, value] of values) {
      const field = isEditableField(name) ? descriptor.fields[name] : undefined;
      if (!field) continue;
      const before = fieldText(record.raw, name, field);
      // A text that is still as the template wrote it is no edit, even if the record has spaces around it.
      if (field.kind === 'text' && 'cell' in value && exportedText(before) === value.cell) continue;
      const { json, issue: cellIssue } = readValue(field, value, idsNamed);
      if (json !== undefined) edits.push({ op: 'set', field: name, json });
      else if (cellIssue)
        invalidFields.push({
          field: name,
          ...(before === undefined ? {} : { before }),
          after: invalidValueText(value, cellIssue),
          issue: cellIssue,
        });
    }
    const row = draftRowOf(resource, record, edits);
    const state = invalidFields.length > 0 || issue !== null ? 'wrong' : row.state;
    return {
      ...row,
      line: line.number,
      fields: [...row.fields, ...invalidFields],
      issue: issue ?? row.issue,
      state,
    };
  });
}

/** Returns the values of a line that identifies no record, so that its errors are shown and exported with them. */
function unplacedValues(
  resource: ResourceName,
  values: ReadonlyMap<string, LineValue>,
  idsNamed: ReturnType<typeof idsByName>,
): DraftField[] {
  return [...values].flatMap(([name, value]): DraftField[] => {
    const field = resourceNamed(resource).fields[name];
    if (!field?.editable) return [];
    const { json, issue = null } = readValue(field, value, idsNamed);
    return json === undefined && issue === null
      ? []
      : [{ field: name, after: json ?? (issue ? invalidValueText(value, issue) : 'null'), issue }];
  });
}

/** Returns a text as templates and exports write it. */
function exportedText(json: string | undefined): string {
  const value = json === undefined ? '' : readExact(json);
  return typeof value === 'string' ? guardFormula(value).trim() : '';
}

/** Of two lines for one record, neither is sent, because the intended one is unknown. */
function duplicateIssue(lines: readonly number[], lineNumber: number): RowIssue | null {
  const other = lines.find((line) => line !== lineNumber);
  return other === undefined ? null : { code: 'duplicate-line', facts: { line: other } };
}

/** Returns new records, one per line. */
export function newRecords(request: ImportRequest, reader: TitlesReader): NewRecord[] {
  const { resource, sheet } = request;
  const idsNamed = idsByName(reader);
  const descriptor = resourceNamed(resource);
  return sheet.lines.map((line): NewRecord => {
    const values = new Map<string, GivenValue>();
    const lineIssue = lineIssueOf(line, sheet);
    for (const [name, value] of lineValues(request, line)) {
      const field = descriptor.fields[name];
      if (!field) continue;
      const { json, issue } = readValue(field, value, idsNamed);
      if (json !== undefined) values.set(name, { json });
      else if (issue) values.set(name, { json: invalidValueText(value, issue), issue });
    }
    const [title = ''] = descriptor.title;
    // At a field, because the row's own issue does not keep a new record from being sent.
    if (lineIssue) values.set(title, { json: values.get(title)?.json ?? 'null', issue: lineIssue });
    return { values, line: line.number, issue: null };
  });
}
