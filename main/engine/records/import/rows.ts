import type { DraftField, FieldEdit } from '../../../../preload/contract/edit';
import { defused } from '../../../../preload/contract/domain/leaving-cell';
import { readExact } from '../../../../preload/contract/exact-json/read';
import type { RowRemark } from '../../../../preload/contract/job';
import { resourceNamed, type ResourceName } from '../../../../preload/contract/resources';
import type { CacheReader } from '../../cache/reader';
import type { NewDraftRow } from '../../workspace/drafts';
import type { NewRecord } from '../create/creations';
import type { Given } from '../create/rows';
import { fieldText } from '../edits/field-text';
import { rowOf } from '../edits/make';
import { readCell } from './cell';
import { locator, type KeyCells } from './locate';
import type { Sheet, SheetLine } from './sheet';

export interface ImportWish {
  readonly resource: ResourceName;
  readonly sheet: Sheet;
  /** The field of each column; null: it is left out. */
  readonly fields: readonly (string | null)[];
}

/** Why a line cannot be read at all: cells that have moved would give one field another's value. */
function brokenLine({ cells, unclosed }: SheetLine, { headings }: Sheet): RowRemark | null {
  if (unclosed) return { code: 'open-quote' };
  const last = cells.findLastIndex((cell) => cell !== '') + 1;
  return last > headings.length
    ? { code: 'more-cells', facts: { cells: last, columns: headings.length } }
    : null;
}

/** Rows of a draft of edits: each line is about a record of this computer, or says why it is about none. */
export function editRows(
  { resource, sheet, fields }: ImportWish,
  reader: Pick<CacheReader, 'window' | 'records'>,
): NewDraftRow[] {
  const descriptor = resourceNamed(resource);
  const locate = locator(reader, resource);
  const isValue = (name: string): boolean => descriptor.fields[name]?.editable === true;
  const located = sheet.lines.map((line) => {
    const broken = brokenLine(line, sheet);
    const keys: KeyCells = new Map(
      fields.flatMap((name, at) => (name === null || isValue(name) ? [] : [[name, line.cells[at] ?? '']])),
    );
    return { line, keys, found: broken ? { remark: broken } : locate(keys) };
  });
  const linesOf = new Map<string, number[]>();
  for (const { line, found } of located)
    if ('key' in found) linesOf.set(found.key, [...(linesOf.get(found.key) ?? []), line.number]);
  const records = new Map(
    [...reader.records(resource, [...linesOf.keys()])].map((record) => [record.key, record]),
  );

  return located.map(({ line, keys, found }): NewDraftRow => {
    const record = 'key' in found ? records.get(found.key) : undefined;
    const remark = 'remark' in found ? found.remark : twice(linesOf.get(found.key) ?? [], line.number);
    if (!record || 'remark' in found) {
      const title = [...keys.values()].filter(Boolean).join(' ');
      return { key: null, title, subtitle: '', line: line.number, state: 'wrong', fields: [], remark };
    }
    const edits: FieldEdit[] = [];
    const wrong: DraftField[] = [];
    for (const [at, name] of fields.entries()) {
      const field = name === null || !isValue(name) ? undefined : descriptor.fields[name];
      const cell = line.cells[at] ?? '';
      if (!field || name === null || cell === '') continue;
      const before = fieldText(record.raw, name, field);
      if (field.kind === 'text' && asLeft(before) === cell) continue;
      const said = readCell(field, cell);
      if (said.json !== undefined) edits.push({ op: 'set', field: name, json: said.json });
      else if (said.remark)
        wrong.push({
          field: name,
          ...(before === undefined ? {} : { before }),
          after: JSON.stringify(cell),
          remark: said.remark,
        });
    }
    const row = rowOf(resource, record, edits);
    const state = wrong.length > 0 || remark !== null ? 'wrong' : row.state;
    return {
      ...row,
      line: line.number,
      fields: [...row.fields, ...wrong],
      remark: remark ?? row.remark,
      state,
    };
  });
}

/** A text as the template and the exports write it. */
function asLeft(json: string | undefined): string {
  const value = json === undefined ? '' : readExact(json);
  return typeof value === 'string' ? defused(value).trim() : '';
}

/** Which of two lines about one record is meant, nobody knows: neither is sent. */
function twice(lines: readonly number[], own: number): RowRemark | null {
  const other = lines.find((line) => line !== own);
  return other === undefined ? null : { code: 'duplicate-line', facts: { line: other } };
}

/** Records to create, a line each; `defaults` for lines without a value of their own. */
export function newRecords(
  { resource, sheet, fields }: ImportWish,
  defaults: Readonly<Record<string, string>>,
): NewRecord[] {
  const descriptor = resourceNamed(resource);
  return sheet.lines.map((line): NewRecord => {
    const given = new Map(Object.entries(defaults).map(([name, json]): [string, Given] => [name, { json }]));
    const broken = brokenLine(line, sheet);
    for (const [at, name] of fields.entries()) {
      const field = name === null ? undefined : descriptor.fields[name];
      const cell = line.cells[at] ?? '';
      if (!field || name === null || cell === '') continue;
      const { json, remark } = readCell(field, cell);
      if (json !== undefined) given.set(name, { json });
      else if (remark) given.set(name, { json: JSON.stringify(cell), remark });
    }
    const [title = ''] = descriptor.title;
    if (broken) given.set(title, { json: given.get(title)?.json ?? 'null', remark: broken });
    return { given, line: line.number, remark: null };
  });
}
