import { capitalize } from '#contract/text';
import type { DraftField, FieldEdit } from '#contract/edit';
import type { Cell } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { GridColumn } from '../../grid/types';
import type { StateLabel } from '../../ui/tone';
import { fieldName } from '../changes/change-messages';
import { changeCells, changesText, NO_CHANGE } from './change-text';
import { plainColumn } from './rows-by-state.svelte';

/** Maximum number of fields with separate columns; more share one column. */
const MAX_FIELD_COLUMNS = 6;

/** A row of a draft or of a job that writes records, before formatting. */
interface EditRow {
  readonly line: number | null;
  readonly title: string;
  readonly subtitle: string;
  readonly fields: readonly Pick<DraftField, 'field' | 'before' | 'after'>[];
  /** Its state and issue. */
  readonly label: StateLabel;
  readonly issue: string | null;
  /** True if it is created, without earlier values. */
  readonly fresh: boolean;
}

/** Returns the fields of a selection's shared edits; empty if each row has its own. */
export const sharedFields = (edits: readonly Pick<FieldEdit, 'field'>[]): string[] => {
  const fields = [...new Set(edits.map(({ field }) => field))];
  return fields.length > MAX_FIELD_COLUMNS ? [] : fields;
};

/**
 * `numbered` is true for rows of a spreadsheet or paste. `hasIssues` is true if some rows have issues, whose
 * column follows the state so that it is visible without scrolling.
 */
export function editColumns(
  resource: ResourceName,
  fields: readonly string[],
  {
    numbered,
    changes,
    hasIssues,
  }: { readonly numbered: boolean; readonly changes: boolean; readonly hasIssues: boolean },
): GridColumn[] {
  const primary = { primary: true };
  const values = { primary: true, compared: !hasIssues };
  const issue = plainColumn('issue', 'Issue', hasIssues ? 280 : 160, hasIssues ? primary : {});
  const details = plainColumn('subtitle', 'Details', hasIssues ? 130 : 210);
  const isOne = fields.length === 1;
  const heading = (field: string, when: 'before' | 'after') =>
    isOne ? capitalize(when) : `${fieldName(resource, field)}, ${when}`;
  const tones = (cell: Cell) => saidIn(cell).tone;
  return [
    ...(numbered ? [plainColumn('line', 'Line', 60, { numeric: true })] : []),
    plainColumn('title', capitalize(resourceNamed(resource).singular), hasIssues ? 140 : 210),
    ...(hasIssues ? [details] : []),
    plainColumn('state', 'State', 130, { exact: true, text: (cell) => saidIn(cell).word, tone: tones }),
    ...(hasIssues ? [issue] : []),
    ...fields.flatMap((field) => [
      plainColumn(`before ${field}`, heading(field, 'before'), 160, values),
      plainColumn(`after ${field}`, heading(field, 'after'), 160, values),
    ]),
    ...(changes && fields.length === 0 ? [plainColumn('changes', 'Changes', 420, primary)] : []),
    // In a narrow window what is overwritten is seen without scrolling.
    ...(hasIssues ? [] : [details, issue]),
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
    state: `${row.label.tone} ${row.label.word}`,
    changes: row.fields.length === 0 ? unchanged : changesText(resource, row.fields, row.fresh),
    issue: row.issue,
  };
  for (const field of fields) {
    const change = row.fields.find((each) => each.field === field);
    const { before, after } = change
      ? changeCells(resource, change, row.fresh)
      : { before: null, after: unchanged };
    cells[`before ${field}`] = before;
    cells[`after ${field}`] = after;
  }
  return cells;
}

/** Returns label and color of a state from one cell. */
function saidIn(cell: Cell): StateLabel {
  const [tone = '', ...word] = String(cell).split(' ');
  return { tone: tone as StateLabel['tone'], word: word.join(' ') };
}
