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
  readonly status: StateLabel;
  readonly issue: string | null;
  /** True if it is created, without earlier values. */
  readonly isNew: boolean;
}

/** Returns the fields of a selection's shared edits; empty if each row has its own, or for too many columns. */
export const sharedFields = (edits: readonly Pick<FieldEdit, 'field'>[]): string[] => {
  const fields = [...new Set(edits.map(({ field }) => field))];
  return fields.length > MAX_FIELD_COLUMNS ? [] : fields;
};

interface EditColumnOptions {
  /** True for rows imported from a file or pasted list, which show their line. */
  readonly hasLineNumbers: boolean;
  /** True if the rows have values to show: all except those of a deletion. */
  readonly hasChanges: boolean;
  /** True if some rows have issues, whose column is then visible without scrolling. */
  readonly hasIssues: boolean;
  /** True if all rows have the same state, which then follows the values and is left out of a narrow window. */
  readonly hasOneState?: boolean;
}

/** Returns the columns of edited rows. A narrow window leaves out the least useful ones. */
export function editColumns(
  resource: ResourceName,
  fields: readonly string[],
  { hasLineNumbers, hasChanges, hasIssues, hasOneState = false }: EditColumnOptions,
): GridColumn[] {
  const primary = { primary: true, compared: true, maxLines: 4 };
  const extra = { extra: true };
  const isOne = fields.length === 1;
  const heading = (field: string, when: 'before' | 'after') =>
    isOne ? capitalize(when) : `${fieldName(resource, field)}, ${when}`;
  const state = plainColumn('state', 'State', 118, {
    exact: true,
    text: (cell) => stateLabelIn(cell).label,
    tone: (cell) => stateLabelIn(cell).tone,
    extra: hasOneState,
    yields: hasIssues,
  });
  return [
    ...(hasLineNumbers ? [plainColumn('line', 'Line', 52, { numeric: true })] : []),
    plainColumn('title', capitalize(resourceNamed(resource).singular), hasIssues ? 140 : 210),
    ...(hasIssues ? [plainColumn('issue', 'Issue', 280, primary)] : []),
    ...(hasOneState ? [] : [state]),
    ...fields.flatMap((field) => [
      plainColumn(`before ${field}`, heading(field, 'before'), 160, primary),
      plainColumn(`after ${field}`, heading(field, 'after'), 160, primary),
    ]),
    ...(hasChanges && fields.length === 0 ? [plainColumn('changes', 'Changes', 420, primary)] : []),
    ...(hasOneState ? [state] : []),
    plainColumn('subtitle', 'Details', hasIssues ? 130 : 210, extra),
    ...(hasIssues ? [] : [plainColumn('issue', 'Issue', 160, extra)]),
  ];
}

export function editCells(
  resource: ResourceName,
  fields: readonly string[],
  row: EditRow,
): Readonly<Record<string, Cell>> {
  // A dash would stand for "none" and for "no change" alike.
  const unchanged = row.isNew ? null : NO_CHANGE;
  const cells: Record<string, Cell> = {
    line: row.line,
    title: row.title || null,
    // The grid would treat an empty text as not loaded.
    subtitle: row.subtitle || null,
    state: `${row.status.tone} ${row.status.label}`,
    changes: row.fields.length === 0 ? unchanged : changesText(resource, row.fields, row.isNew),
    issue: row.issue,
  };
  for (const field of fields) {
    const change = row.fields.find((each) => each.field === field);
    const { before, after } = change
      ? changeCells(resource, change, row.isNew)
      : { before: null, after: unchanged };
    cells[`before ${field}`] = before;
    cells[`after ${field}`] = after;
  }
  return cells;
}

/** Returns label and color of a state from one cell. */
function stateLabelIn(cell: Cell): StateLabel {
  const [tone = '', ...label] = String(cell).split(' ');
  return { tone: tone as StateLabel['tone'], label: label.join(' ') };
}
