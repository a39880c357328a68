import type { Resource } from '#contract/resource';
import type { DraftRow } from '#contract/edit';
import type { RowIssue } from '#contract/job';
import { judgeRowState } from './judge';
import type { FreshReadings } from './read-fresh';

type Fields = Pick<Resource, 'fields'>;
type EditedFields = readonly { readonly field: string }[];

/** Returns the edited fields that the service may leave out of every response (wire facts B2). */
export const optionalFieldsOf = ({ fields }: Fields, edits: EditedFields): ReadonlySet<string> =>
  new Set(edits.flatMap(({ field }) => (fields[field]?.mayBeAbsent ? [field] : [])));

/** Returns the edited fields that every complete response contains. */
export const expectedFieldsOf = ({ fields }: Fields, edits: EditedFields): readonly string[] =>
  edits.flatMap(({ field }) => (fields[field]?.mayBeAbsent ? [] : [field]));

/** Returns why a record is not sent if it was not read, or not completely. */
export function unreadIssue({ incomplete, unread }: FreshReadings, key: string): RowIssue {
  const lacks = incomplete.get(key)?.lacks;
  if (lacks)
    return { code: 'incomplete-reading', fields: Object.fromEntries(lacks.map((name) => [name, null])) };
  const failure = unread.get(key);
  return failure ? { code: 'unreadable', facts: { failure: failure.kind } } : { code: 'not-found' };
}

/**
 * Removes the issue of an earlier read, and the state that it caused, from a draft's row, because each check reads
 * again. `not-found` is never stored as an issue: such a row is `gone`.
 */
export function withoutReadingIssue(row: DraftRow): DraftRow {
  const { issue, fields } = row;
  return issue !== null && READING_ISSUES.includes(issue.code)
    ? { ...row, issue: null, state: judgeRowState(fields) }
    : row;
}
const READING_ISSUES: readonly string[] = ['incomplete-reading', 'unreadable'];
