import { mergeAssignments } from '../../../../preload/contract/domain/assignments';
import type { DraftField, DraftRow } from '../../../../preload/contract/edit';
import type { Resource } from '../../../../preload/contract/resource';
import type { ResourceName } from '../../../../preload/contract/resources';
import { fieldText } from '../../../../preload/contract/exact-json/field-text';
import { isMet, isSame } from './same';

type Judged = Pick<DraftRow, 'state' | 'fields' | 'remark'>;
type Fields = Pick<Resource, 'fields'>;

/**
 * A row of edits compared with a record as it is now; null: there is none. A conflict is a value that is neither the one
 * the edit was made from nor the one it wants. `sentAt` answers when such a value was sent from here.
 */
export function judged(
  { fields }: Fields,
  row: Judged,
  raw: string | null,
  sentAt: (field: string, now: string | undefined) => string | undefined = () => undefined,
): Judged {
  if (raw === null) return { ...row, state: row.state === 'wrong' ? 'wrong' : 'gone' };
  let unmet = 0;
  const compared = row.fields.map((edit): DraftField => {
    const { theirs: _, sentAt: __, ...without } = edit;
    const field = fields[edit.field];
    if (!field || edit.remark !== null) return without;
    const now = fieldText(raw, edit.field, field);
    if (isMet(field, now, edit)) return without;
    unmet += 1;
    if (isSame(field, now, edit.before)) return without;
    const at = sentAt(edit.field, now);
    return { ...without, theirs: now ?? 'null', ...(at === undefined ? {} : { sentAt: at }) };
  });
  const state = stateOf(compared, row.remark);
  return { ...row, fields: compared, state: state === 'ready' && unmet === 0 ? 'unchanged' : state };
}

/** How a row stands by what is kept of it alone. */
export function stateOf(
  fields: readonly DraftField[],
  remark: DraftRow['remark'] = null,
): Exclude<DraftRow['state'], 'gone'> {
  if (remark !== null || fields.some((edit) => edit.remark !== null)) return 'wrong';
  if (fields.some(({ theirs }) => theirs !== undefined)) return 'conflict';
  return fields.length === 0 ? 'unchanged' : 'ready';
}

type Merge = (base: string | undefined, mine: string, theirs: string) => string | undefined;
/** Lists of which an edit is laid over what others have made of them: nobody's change to another item is lost. */
const MERGES: Readonly<Partial<Record<ResourceName, Readonly<Record<string, Merge>>>>> = {
  billingGroups: { assignments: mergeAssignments },
};

/**
 * A conflict settled for one field, or for all that have one. Mine: the edit is made from their value, of accounts in a
 * group to theirs. Theirs: the field is left as the service has it.
 */
export function settled(
  resource: ResourceName,
  row: DraftRow,
  take: 'mine' | 'theirs',
  field?: string,
): DraftRow {
  const fields = row.fields.flatMap((edit): DraftField[] => {
    const { theirs, sentAt: _, ...without } = edit;
    if (theirs === undefined || (field !== undefined && edit.field !== field)) return [edit];
    const after = MERGES[resource]?.[edit.field]?.(edit.before, edit.after, theirs) ?? edit.after;
    return take === 'theirs' || after === theirs ? [] : [{ ...without, before: theirs, after }];
  });
  return { ...row, fields, state: row.state === 'conflict' ? stateOf(fields, row.remark) : row.state };
}
