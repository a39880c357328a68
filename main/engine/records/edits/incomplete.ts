import type { Resource } from '#contract/resource';
import type { RowRemark } from '#contract/job';
import type { FreshReadings } from './read-fresh';

type Fields = Pick<Resource, 'fields'>;
type EditedFields = readonly { readonly field: string }[];

/** The edited fields that may never come back (wire facts B2): a reading without them is no less whole. */
export const silentOf = ({ fields }: Fields, edits: EditedFields): ReadonlySet<string> =>
  new Set(edits.flatMap(({ field }) => (fields[field]?.mayBeAbsent ? [field] : [])));

/** The edited fields that every reading should show. */
export const askedOf = ({ fields }: Fields, edits: EditedFields): readonly string[] =>
  edits.flatMap(({ field }) => (fields[field]?.mayBeAbsent ? [] : [field]));

/** Why a record without a whole reading is not sent. */
export function unreadRemark({ incomplete, unread }: FreshReadings, key: string): RowRemark {
  const lacks = incomplete.get(key)?.lacks;
  if (lacks)
    return { code: 'incomplete-reading', fields: Object.fromEntries(lacks.map((name) => [name, null])) };
  const failure = unread.get(key);
  return failure ? { code: 'unreadable', facts: { failure: failure.kind } } : { code: 'not-found' };
}

/** Removes the remark of an earlier read from a draft's row, because each check reads again. */
export function withoutReadingRemark<Row extends { readonly remark: RowRemark | null }>(row: Row): Row {
  const { remark } = row;
  return remark !== null && READING_REMARKS.includes(remark.code) ? { ...row, remark: null } : row;
}
const READING_REMARKS: readonly string[] = ['incomplete-reading', 'unreadable'];
