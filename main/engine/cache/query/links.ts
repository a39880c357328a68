import type { Filter } from '#contract/query';
import type { Link } from '#contract/resource';
import type { ResourceName } from '#contract/resources';
import { LIST_SEPARATOR } from '../schema/cells';
import type { TableReader } from './table-reader';

export interface LinkedRecords {
  readonly label: string;
  readonly resource: ResourceName;
  readonly total: number;
  readonly items: { key: string; title: string; subtitle: string }[];
  readonly filters: Filter[];
}

/** Returns the records that a record links to, per its descriptor. A record does not link to itself. */
export function linksOf(
  from: TableReader,
  readerOf: (name: ResourceName) => TableReader,
  key: string,
  limit: number,
): LinkedRecords[] {
  const n = from.numberOf(key);
  if (n === undefined) return [];
  return from.table.resource.links.flatMap((link) => {
    const values = from.cell(n, link.fromField);
    if (values === null) return [];
    const to = readerOf(link.to as ResourceName);
    const linkValues = String(values).split(LIST_SEPARATOR);
    const filters = [
      ...scopeFilters(from, n, link),
      { op: 'in', field: link.toField, values: linkValues } as const,
    ];
    // A scoped link is resolved with the same query as the list that it opens.
    const linkedRows = link.within
      ? [...to.rows({ search: '', filters, sort: to.table.resource.sort })]
      : to.rowsWith(link.toField, linkValues);
    const rows = linkedRows.filter((row) => to !== from || row !== n);
    return [
      {
        label: link.label,
        resource: to.table.name,
        total: rows.length,
        items: to.named(rows.slice(0, limit)),
        filters,
      },
    ];
  });
}

function scopeFilters(from: TableReader, n: number, { within }: Link): Filter[] {
  if (!within) return [];
  const value = from.cell(n, within.fromField);
  return [{ op: 'in', field: within.toField, values: [value === null ? null : String(value)] }];
}
