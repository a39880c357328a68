import { MAX_LINES, CLEAR_FIELD_TEXT, type ImportKind, type ImportProblem } from '#contract/calls/imports';
import type { Field, FieldKind } from '#contract/fields';
import { importFields } from '#contract/import-fields';
import type { RowIssue } from '#contract/job';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import { count, countOf } from '../../ui/format';
import { fieldName } from '../changes/change-messages';
import { rowIssueText } from '../outcome/row-issue-messages';
import { recordCountText } from './bulk-messages';

/** "Import into accounts", "Bulk add billing groups". */
export const importTitle = (resource: ResourceName, kind: ImportKind): string => {
  const { plural } = resourceNamed(resource);
  return kind === 'edit' ? `Import into ${plural}` : `Bulk add ${plural}`;
};

/** Returns what the table should contain. */
export const importHint = (resource: ResourceName, kind: ImportKind): string => {
  const { singular, fields } = resourceNamed(resource);
  const keyNames = 'number' in fields ? 'ID, or by number and custodian' : 'ID';
  const lines = `Up to ${count(MAX_LINES)} lines.`;
  return kind === 'edit'
    ? `Include a header row. Identify each ${singular} by ${keyNames}; other columns are fields to change. Blank cells are ignored; ${CLEAR_FIELD_TEXT} clears a field. ${lines}`
    : `Include a header row, then one line for each ${singular}. ${lines}`;
};

export const IMPORT = {
  paste: 'Paste from a spreadsheet',
  file: 'From a file…',
  read: 'Continue',
  reading: 'Reading lines…',
  check: 'Check lines',
  columns: 'Columns',
  leftOut: 'Skip',
  another: 'Start over',
  nothingSent: 'Every line is checked before anything is sent.',
  tooLong: 'This is too much text. Save it as a file and open that.',
  defaults: 'For lines without their own value',
  addDefault: 'Add a default value',
  template: 'Save a template…',
  templateFields: 'Columns of the template',
  accepted: 'Accepted columns',
  acceptedHint: 'In any order. Other columns are optional.',
} as const;

export const templateText = (resource: ResourceName, kind: ImportKind, records: number): string =>
  kind === 'create'
    ? 'A spreadsheet with the headings, ready to fill in.'
    : records === 0
      ? `A spreadsheet with the headings, ready to fill in. Select ${resourceNamed(resource).plural} in the list first to get one with their current values.`
      : `A spreadsheet of the ${recordCountText(resource, records)} you selected, with their current values.`;

const hasNames = ({ names }: Field): boolean => RESOURCE_NAMES.some((name) => name === names);
const listFormat = (items: string): string => `${items}, separated by semicolons`;
const VALUE_FORMATS: Readonly<Record<FieldKind, (field: Field) => string>> = {
  id: (field) => (hasNames(field) ? 'ID or exact name' : 'ID'),
  ids: (field) => listFormat(hasNames(field) ? 'IDs or exact names' : 'IDs'),
  integer: () => 'Whole number',
  number: () => 'Number',
  money: () => 'Amount, such as $1,234.50',
  percent: () => 'Percentage, such as 0.25%',
  text: () => 'Text',
  texts: () => listFormat('Texts'),
  choice: ({ labels = {}, writes = Object.keys(labels) }) =>
    writes.map((code) => labels[code] ?? code).join(', ') || 'Code',
  boolean: () => 'Yes or No',
  date: () => 'Date, such as 11/21/2026',
  dateTime: () => 'Date and time',
  objects: () => 'Not from a spreadsheet',
};

/** Returns the columns that a table may have, with the values that their cells may have. */
export const acceptedColumns = (
  resource: ResourceName,
  kind: ImportKind,
): { readonly name: string; readonly label: string; readonly use: string; readonly format: string }[] =>
  importFields(resourceNamed(resource), kind).flatMap(({ field: name, isKey, isRequired }) => {
    const field = resourceNamed(resource).fields[name];
    if (!field) return [];
    const use = isKey ? `Identifies the ${resourceNamed(resource).singular}` : isRequired ? 'Required' : '';
    return [{ name, label: field.label, use, format: VALUE_FORMATS[field.kind](field) }];
  });

/** "Q4 cash.xlsx: 4,960 lines, 6 columns". */
export const tableText = (file: string | null, lines: number, columns: number): string =>
  `${file ?? 'Pasted list'}: ${countOf(lines, 'line', 'lines')}, ${countOf(columns, 'column', 'columns')}`;

const PROBLEMS: Readonly<
  Record<string, (facts: NonNullable<RowIssue['facts']>, resource: ResourceName) => string>
> = {
  'unknown-column': ({ heading }) => `“${String(heading)}” is not a field that can be changed.`,
  'double-column': ({ field, column }, resource) =>
    `${fieldName(resource, String(field))} is already in column ${String(column)}. Skip one of them.`,
  'no-key-column': (_, resource) =>
    `No column identifies the ${resourceNamed(resource).plural}. Choose the column with their IDs or numbers.`,
  'no-value-column': () => 'No column has values to change. Choose a field for at least one.',
};

/** Returns a problem of the whole table, with its location. */
export function problemText(resource: ResourceName, { line, column, issue }: ImportProblem): string {
  const issueText = PROBLEMS[issue.code]?.(issue.facts ?? {}, resource) ?? rowIssueText(resource, issue);
  // Problems of columns are in line 1, the headings.
  const location = [
    column === null ? null : `Column ${count(column)}`,
    line === null || line === 1 ? null : `line ${count(line)}`,
  ].filter(Boolean);
  return location.length === 0 ? issueText : `${location.join(', ')}: ${issueText}`;
}
