import type { ImportKind } from '#contract/calls/imports';
import type { Field } from '#contract/fields';
import { importFields } from '#contract/import-fields';
import type { Query, Selection } from '#contract/query';
import { MAX_DRAFT_RECORDS } from '#contract/edit';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { batched } from '../../files/tables/save-table';
import type { OutputCellType, OutputColumn, OutputCell, OutputTable } from '../../files/tables/output-table';

const TYPES: Readonly<Partial<Record<Field['kind'], OutputCellType>>> = {
  id: 'id',
  integer: 'number',
  number: 'number',
  money: 'money',
  percent: 'percent',
  date: 'date',
  dateTime: 'dateTime',
};

const columnsOf = (resource: ResourceName, names: readonly string[]): OutputColumn[] =>
  names.map((name) => {
    const { label = name, kind = 'text', column } = resourceNamed(resource).fields[name] ?? {};
    return {
      heading: label,
      type: TYPES[kind] ?? 'text',
      ...(column === undefined ? {} : { width: column }),
    };
  });

/**
 * Returns headings only: the identifying and required fields, and the chosen ones, or all if none is chosen.
 */
export function emptyTemplate(
  resource: ResourceName,
  kind: ImportKind,
  fields: readonly string[],
): OutputTable {
  const names = importFields(resourceNamed(resource), kind)
    .filter(
      ({ field, isKey, isRequired }) => isKey || isRequired || fields.length === 0 || fields.includes(field),
    )
    .map(({ field }) => field);
  return { name: resourceNamed(resource).plural, columns: columnsOf(resource, names), rows: [] };
}

/**
 * Returns the identifying fields of each selected record, its title, and the chosen fields with current
 * values.
 */
export function filledTemplate(
  reader: Pick<CacheReader, 'selected'>,
  { query, selection }: { readonly query: Query; readonly selection: Selection },
  fields: readonly string[],
): OutputTable {
  const { resource } = query;
  const descriptor = resourceNamed(resource);
  const importable = importFields(descriptor, 'edit');
  const identifying = importable.filter(({ isKey }) => isKey).map(({ field }) => field);
  const valueFields = new Set(importable.filter(({ isKey }) => !isKey).map(({ field }) => field));
  const chosen = fields.filter((field) => valueFields.has(field));
  const names = [...new Set([...identifying, ...descriptor.title, ...chosen])];
  const labels = names.map((name) => descriptor.fields[name]?.labels);
  function* rows(): Generator<OutputCell[], void, void> {
    for (const cells of reader.selected({ query, selection, columns: names }, MAX_DRAFT_RECORDS))
      yield cells.map((cell, column) =>
        cell === null
          ? null
          : Object.hasOwn(labels[column] ?? {}, cell)
            ? (labels[column]?.[cell] ?? cell)
            : cell,
      );
  }
  return { name: descriptor.plural, columns: columnsOf(resource, names), rows: batched(rows()) };
}
