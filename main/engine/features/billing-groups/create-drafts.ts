import type { WantedField } from '#contract/creation';
import { freeSlug } from '#contract/text';
import { jsonId } from '#contract/exact-json/field-text';
import type { Draft, FieldEdit } from '#contract/edit';
import type { CacheReader } from '../../cache/query/reader';
import type { PlannedRecord } from '../../records/edits/make-drafts';
import { allRecordsQuery } from './cached-groups';

/** Creates drafts (records/edits). */
export interface DraftFactory {
  draftPlannedEdits(resource: 'billingGroups', edits: ReadonlyMap<string, readonly FieldEdit[]>): Draft;
  draftPlannedRecords(resource: 'billingGroups', records: readonly PlannedRecord[]): Draft;
}

const MAX_ROWS = 1_000_000;

/** A group to create. */
export interface NewGroup {
  readonly name: string;
  readonly firm: string;
  readonly household: string | null;
  /** JSON text of its assignments. */
  readonly assignments: string;
}

/** Gives new groups slugs that are unique among the cached and the new groups. */
export function newGroups(
  reader: Pick<CacheReader, 'selected'>,
  groups: readonly NewGroup[],
): PlannedRecord[] {
  const query = allRecordsQuery('billingGroups');
  const all = { kind: 'all' as const, except: [] };
  const usedSlugs = new Set<unknown>();
  for (const [slug] of reader.selected({ query, selection: all, columns: ['slug'] }, MAX_ROWS))
    usedSlugs.add(slug);
  return groups.map(({ name, firm, household, assignments }): PlannedRecord => {
    const slug = freeSlug(name, (candidate) => usedSlugs.has(candidate));
    usedSlugs.add(slug);
    const fields: WantedField[] = [
      { field: 'name', after: JSON.stringify(name) },
      ...(slug === '' ? [] : [{ field: 'slug', after: JSON.stringify(slug) }]),
      { field: 'firm_id', after: jsonId(firm) },
      ...(household === null ? [] : [{ field: 'household_id', after: jsonId(household) }]),
      { field: 'assignments', after: assignments },
    ];
    return { title: name, subtitle: slug, fields };
  });
}

/** Returns the edit that sets a group's assignments. */
export const assignmentsEdit = (json: string | undefined): FieldEdit[] => [
  { op: 'set', field: 'assignments', json: json ?? 'null' },
];
