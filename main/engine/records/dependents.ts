import type { DependentGroup } from '#contract/calls/dependents';
import { MAX_DRAFT_RECORDS } from '#contract/edit';
import { allRecordsQuery, type Filter, type Query, type Selection } from '#contract/query';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import { LIST_SEPARATOR } from '../cache/schema/cells';
import type { CacheReader } from '../cache/query/reader';

export type DependentsReader = Pick<CacheReader, 'window' | 'selected' | 'selectedRecords' | 'selectedCount'>;

/** A relation of two resources: `holder` has the other's key in its field. */
interface KeyRelation {
  readonly holder: ResourceName;
  readonly field: string;
  readonly referenced: ResourceName;
}

const MAX_TITLES = 5;
const everything: Selection = { kind: 'all', except: [] };
const isKey = (resource: ResourceName, field: string): boolean =>
  resourceNamed(resource).key.length === 1 && resourceNamed(resource).key[0] === field;

/** Every field that holds the key of another resource, according to either side's links. */
const KEY_RELATIONS: readonly KeyRelation[] = [
  ...new Map(
    RESOURCE_NAMES.flatMap((from) =>
      resourceNamed(from).links.flatMap((link): KeyRelation[] => {
        const to = link.to as ResourceName;
        if (link.within) return []; // a scoped value is not a key
        if (isKey(from, link.fromField) && !isKey(to, link.toField))
          return [{ holder: to, field: link.toField, referenced: from }];
        if (isKey(to, link.toField) && !isKey(from, link.fromField))
          return [{ holder: from, field: link.fromField, referenced: to }];
        return [];
      }),
    ).map((relation) => [`${relation.holder}.${relation.field}>${relation.referenced}`, relation]),
  ).values(),
];

/**
 * Returns related records: those that hold these records' keys, as accounts hold their fee structures'
 * (`referencing`), and those whose keys these records hold, as a billing group holds its accounts' (`referenced`). Uses
 * local data, and at most as many records as one draft may delete.
 */
export function dependentsOf(
  reader: DependentsReader,
  { query, selection }: { readonly query: Query; readonly selection: Selection },
): DependentGroup[] {
  const { resource } = query;
  const chosen = { query, selection };
  const column = (name: string): string[] => [
    ...new Set(
      [...reader.selected({ ...chosen, columns: [name] }, MAX_DRAFT_RECORDS)].flatMap(([cell = null]) =>
        cell === null ? [] : String(cell).split(LIST_SEPARATOR),
      ),
    ),
  ];
  const [keyField = ''] = resourceNamed(resource).key;
  return groupsOf(reader, resource, (field) => column(field ?? keyField));
}

/** Returns the records that still refer to these keys, even if the keys' own records were deleted. */
export const dependentsByKey = (
  reader: DependentsReader,
  resource: ResourceName,
  keys: readonly string[],
): DependentGroup[] => groupsOf(reader, resource, (field) => (field === null ? [...keys] : []));

/** Returns the lists that may refer to records of a resource and are not downloaded completely. */
export function incompleteHolders(
  reader: Pick<CacheReader, 'completedLists'>,
  resource: ResourceName,
): ResourceName[] {
  const completed = reader.completedLists();
  const holders = KEY_RELATIONS.filter(({ referenced }) => referenced === resource);
  return [...new Set(holders.map(({ holder }) => holder))].filter((holder) => !completed.includes(holder));
}

/** `values`: returns the values of a field of the selected records; for null, their keys. */
function groupsOf(
  reader: DependentsReader,
  resource: ResourceName,
  values: (field: string | null) => string[],
): DependentGroup[] {
  return KEY_RELATIONS.flatMap(({ holder, field, referenced }): DependentGroup[] => {
    const groups: DependentGroup[] = [];
    if (referenced === resource) groups.push(group(holder, field, field, values(null), 'referencing'));
    if (holder === resource)
      groups.push(
        group(referenced, resourceNamed(referenced).key[0] ?? '', field, values(field), 'referenced'),
      );
    return groups.filter(({ total }) => total > 0);
  });

  function group(
    related: ResourceName,
    filteredField: string,
    field: string,
    values: readonly string[],
    relation: DependentGroup['relation'],
  ): DependentGroup {
    const filters: Filter[] = [{ op: 'in', field: filteredField, values: [...values] }];
    const relatedRecords = { query: allRecordsQuery(related, filters), selection: everything };
    if (values.length === 0) return { resource: related, field, relation, total: 0, titles: [], filters: [] };
    return {
      resource: related,
      field,
      relation,
      total: reader.selectedCount(relatedRecords),
      titles: [...reader.selectedRecords(relatedRecords, MAX_TITLES)].map(({ title }) => title),
      filters,
    };
  }
}
