import { capitalize } from '#contract/text';
import type { DraftField, FieldEdit } from '#contract/edit';
import type { Cell } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { GridColumn } from '../../grid/types';
import type { StateLabel } from '../../ui/tone';
import { fieldName } from '../changes/change-messages';
import { changesText, changeText, NO_CHANGE } from './change-text';
import { plainColumn } from './rows-by-state.svelte';

/** Maximum number of fields with separate columns; more share one column. */
const MAX_FIELD_COLUMNS = 6;

/** A row of a draft or of a job that writes records, before formatting. */
interface EditRow {
  readonly line: number | null;
  readonly title: string;
  readonly subtitle: string;
  readonly fields: readonly Pick<DraftField, 'field' | 'before' | 'after'>[];
  /** Its state and remark. */
  readonly said: StateLabel;
  readonly remark: string | null;
  /** True if it is created, without earlier values. */
  readonly fresh: boolean;
}

/** Returns the fields of a selection's shared edits; empty if each row has its own. */
export const sharedFields = (edits: readonly Pick<FieldEdit, 'field'>[]): string[] => {
  const fields = [...new Set(edits.map(({ field }) => field))];
  return fields.length > MAX_FIELD_COLUMNS ? [] : fields;
};

/**
 * `numbered` is true for rows of a spreadsheet or paste. `told` is true if some rows have remarks, whose
 * column follows the state so that it is visible without scrolling.
 */
export function editColumns(
  resource: ResourceName,
  fields: readonly string[],
  {
    numbered,
    changes,
    told,
  }: { readonly numbered: boolean; readonly changes: boolean; readonly told: boolean },
): GridColumn[] {
  const remark = plainColumn('remark', 'Note', told ? 280 : 160);
  const details = plainColumn('subtitle', 'Details', told ? 130 : 210);
  // Names are shown before their IDs.
  const widthOf = (field: string) => (resourceNamed(resource).fields[field]?.names === undefined ? 220 : 420);
  const tones = (cell: Cell) => saidIn(cell).tone;
  return [
    ...(numbered ? [plainColumn('line', 'Line', 60, { numeric: true })] : []),
    plainColumn('title', capitalize(resourceNamed(resource).one), told ? 140 : 210),
    ...(told ? [details] : []),
    plainColumn('state', 'State', 130, { exact: true, text: (cell) => saidIn(cell).word, tone: tones }),
    ...(told ? [remark] : []),
    ...fields.map((field) => plainColumn(`field ${field}`, fieldName(resource, field), widthOf(field))),
    ...(changes && fields.length === 0 ? [plainColumn('changes', 'Changes', 420)] : []),
    // In a narrow window what is overwritten is seen without scrolling.
    ...(told ? [] : [details, remark]),
  ];
}

export function editCells(
  resource: ResourceName,
  fields: readonly string[],
  row: EditRow,
): Readonly<Record<string, Cell>> {
  // A dash would stand for "none" and for "no change" alike.
  const unchanged = row.fresh ? null : NO_CHANGE;
  const cells: Record<string, Cell> = {
    line: row.line,
    title: row.title || null,
    // The grid would treat an empty text as not loaded.
    subtitle: row.subtitle || null,
    state: `${row.said.tone} ${row.said.word}`,
    changes: row.fields.length === 0 ? unchanged : changesText(resource, row.fields, row.fresh),
    remark: row.remark,
  };
  for (const field of fields) {
    const change = row.fields.find((each) => each.field === field);
    cells[`field ${field}`] = change ? changeText(resource, change, row.fresh) : unchanged;
  }
  return cells;
}

/** Returns label and color of a state from one cell. */
function saidIn(cell: Cell): StateLabel {
  const [tone = '', ...word] = String(cell).split(' ');
  return { tone: tone as StateLabel['tone'], word: word.join(' ') };
}
