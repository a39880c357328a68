import type { DraftField, FieldEdit } from '#contract/edit';
import { jsonText, plainText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import type { RowIssue } from '#contract/job';
import type { Resource } from '#contract/resource';
import { fieldText } from '#contract/exact-json/field-text';
import { sameValue } from '#contract/same-value';
import { parseItems } from './field-text';
import { isAlreadySet } from './wanted';
import { valueIssueOf } from '#contract/value-issue';

/**
 * Returns the effect of edits on one record, field by field, as exact texts before and after; unchanged
 * fields are omitted. Edits of the same field are applied in order. Fields in `earlier` keep the original
 * value and, unless the new value is the service's, the conflict stored there.
 */
export function resolveEdits(
  { fields }: Pick<Resource, 'fields'>,
  raw: string,
  edits: readonly FieldEdit[],
  earlier: readonly DraftField[] = [],
): DraftField[] {
  const names = [...new Set(edits.map(({ field }) => field))];
  return names.flatMap((name): DraftField[] => {
    const field = fields[name];
    const earlierEdit = earlier.find((draftField) => draftField.field === name);
    const before = earlierEdit ? earlierEdit.before : field && fieldText(raw, name, field);
    const { after, issue } = applyEdits(
      field,
      before,
      edits.filter((edit) => edit.field === name),
    );
    if (issue === null && field && isAlreadySet(field, before, { before, after })) return [];
    const { theirs, sentAt } = earlierEdit ?? {};
    const isTheirs = issue === null && field && sameValue(field, theirs, after);
    return [
      {
        field: name,
        ...(before === undefined ? {} : { before }),
        after,
        ...(theirs === undefined || isTheirs ? {} : { theirs, ...(sentAt === undefined ? {} : { sentAt }) }),
        issue,
      },
    ];
  });
}

interface EditResult {
  readonly after: string;
  readonly issue: RowIssue | null;
}

function applyEdits(
  field: Field | undefined,
  before: string | undefined,
  edits: readonly FieldEdit[],
): EditResult {
  let text = before;
  for (const edit of edits) {
    const next = applyEdit(edit, text);
    if (next === null) return { after: text ?? 'null', issue: { code: 'not-a-list' } };
    text = next;
  }
  const after = text ?? 'null';
  const issue = valueIssueOf(field, after);
  // An unchanged value may be one that the service does not accept.
  const isUnchanged = field !== undefined && issue?.code !== 'not-json' && sameValue(field, before, after);
  return { after, issue: isUnchanged ? null : issue };
}

/** Returns the text of a field after one edit; null if it is not a list. */
function applyEdit(edit: FieldEdit, text: string | undefined): string | undefined | null {
  if (edit.op === 'set') return edit.json;
  if (edit.op === 'replace') return applyReplace(text, edit);
  if (edit.op === 'append') return applyAppend(text, edit.json);
  const items = parseItems(text);
  if (items === null) return null;
  const editedItems = new Map(edit.items.map((item) => [plainTextIn(item), item]));
  if (edit.op === 'remove') {
    const remaining = items.filter((item) => !editedItems.has(plainText(item)));
    return remaining.length === items.length ? text : jsonText(remaining);
  }
  for (const item of items) editedItems.delete(plainText(item));
  return editedItems.size === 0 ? text : `[${[...items.map(jsonText), ...editedItems.values()].join(',')}]`;
}

/**
 * Returns the value as text with the addition appended, unless it already ends with it. Null, an empty text or a
 * list is replaced by the addition.
 */
function applyAppend(text: string | undefined, json: string): string {
  const value: Exact = text === undefined ? null : readExact(text);
  const isSingle = typeof value === 'string' || typeof value === 'number' || value instanceof Verbatim;
  const current = isSingle ? plainText(value) : '';
  const addition = plainTextIn(json);
  if (current === '') return json;
  if (current.endsWith(addition)) return text ?? json;
  const gap = /\s$/.test(current) || /^\s/.test(addition) ? '' : ' ';
  return JSON.stringify(`${current}${gap}${addition}`);
}

/** Replaces a value, or the items of a list that equal it; any other value stays. */
function applyReplace(
  text: string | undefined,
  { from, to }: Extract<FieldEdit, { op: 'replace' }>,
): string | undefined | null {
  const value: Exact = text === undefined ? null : readExact(text);
  const oldText = plainTextIn(from);
  if (value === null) return text;
  const items = text?.startsWith('[') ? parseItems(text) : null;
  if (items === null) return plainText(value) === oldText ? to : text;
  if (!items.some((item) => plainText(item) === oldText)) return text;
  // By plain text, because the list may already have the new item.
  const texts = new Map(
    items.map((item) =>
      plainText(item) === oldText ? [plainTextIn(to), to] : [plainText(item), jsonText(item)],
    ),
  );
  return `[${[...texts.values()].join(',')}]`;
}

/**
 * Returns a JSON value as plain text; invalid JSON is returned as it is. The field check reports it only where it becomes
 * the value: not among items to remove, as the old value of a replacement, or appended to a text.
 */
function plainTextIn(json: string): string {
  try {
    return plainText(readExact(json));
  } catch {
    return json;
  }
}
