import type { ConflictChoice, DraftField, DraftRow } from '#contract/edit';
import type { Resource } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { fieldText } from '#contract/exact-json/field-text';
import { sameValue } from '#contract/same-value';
import { isAlreadySet } from './wanted';

type JudgedRow = Pick<DraftRow, 'state' | 'fields' | 'issue'>;
type Fields = Pick<Resource, 'fields'>;

/**
 * Compares a row of edits with the current record (`raw`; null if it is gone). A conflict is a value that is
 * neither the original nor the wanted one. `sentAt` returns when this app sent such a value.
 */
export function judgeRow(
  { fields }: Fields,
  row: JudgedRow,
  raw: string | null,
  sentAt: (field: string, current: string | undefined) => string | undefined = () => undefined,
): JudgedRow {
  if (raw === null) return { ...row, state: row.state === 'wrong' ? 'wrong' : 'gone' };
  let unmetCount = 0;
  const compared = row.fields.map((edit): DraftField => {
    const { theirs: _, sentAt: __, ...withoutConflict } = edit;
    const field = fields[edit.field];
    if (!field || edit.issue !== null) return withoutConflict;
    const current = fieldText(raw, edit.field, field);
    if (isAlreadySet(field, current, edit)) return withoutConflict;
    unmetCount += 1;
    if (sameValue(field, current, edit.before)) return withoutConflict;
    const conflictSentAt = sentAt(edit.field, current);
    return {
      ...withoutConflict,
      theirs: current ?? 'null',
      ...(conflictSentAt === undefined ? {} : { sentAt: conflictSentAt }),
    };
  });
  const state = judgeRowState(compared, row.issue);
  return { ...row, fields: compared, state: state === 'ready' && unmetCount === 0 ? 'unchanged' : state };
}

/** Returns the state of a row from its stored data only. */
export function judgeRowState(
  fields: readonly DraftField[],
  issue: DraftRow['issue'] = null,
): Exclude<DraftRow['state'], 'gone'> {
  if (issue !== null || fields.some((edit) => edit.issue !== null)) return 'wrong';
  if (fields.some(({ theirs }) => theirs !== undefined)) return 'conflict';
  return fields.length === 0 ? 'unchanged' : 'ready';
}

/**
 * Resolves conflicts of one field or of all. Mine: the edit now starts from their value (group accounts are
 * merged). Theirs: the field keeps the service's value.
 */
export function resolveConflicts(
  resource: ResourceName,
  row: DraftRow,
  choice: ConflictChoice,
  field?: string,
): DraftRow {
  const { fields: descriptors } = resourceNamed(resource);
  const fields = row.fields.flatMap((edit): DraftField[] => {
    const { theirs, sentAt: _, ...rest } = edit;
    if (theirs === undefined || (field !== undefined && edit.field !== field)) return [edit];
    const after = descriptors[edit.field]?.merge?.(edit.before, edit.after, theirs) ?? edit.after;
    return choice === 'theirs' || after === theirs ? [] : [{ ...rest, before: theirs, after }];
  });
  return { ...row, fields, state: row.state === 'conflict' ? judgeRowState(fields, row.issue) : row.state };
}
