import type { Filter } from '../../../preload/contract/query';
import type { ResourceName } from '../../../preload/contract/resources';
import { LIST_GAP } from './cells';
import type { TableReader } from './table-reader';

export interface LinkGroup {
  readonly label: string;
  readonly resource: ResourceName;
  readonly total: number;
  readonly items: { key: string; title: string; subtitle: string }[];
  readonly filters: Filter[];
}

/** What a record is linked with, by its descriptor's links; a record is not linked with itself. */
export function linksOf(
  from: TableReader,
  readerOf: (name: ResourceName) => TableReader,
  key: string,
  limit: number,
): LinkGroup[] {
  const n = from.numberOf(key);
  if (n === undefined) return [];
  return from.table.resource.links.flatMap((link) => {
    const values = from.cell(n, link.here);
    if (values === null) return [];
    const to = readerOf(link.to as ResourceName);
    const wanted = String(values).split(LIST_GAP);
    const rows = to.rowsWith(link.there, wanted).filter((row) => to !== from || row !== n);
    return [
      {
        label: link.label,
        resource: to.table.name,
        total: rows.length,
        items: to.named(rows.slice(0, limit)),
        filters: [{ op: 'in', field: link.there, values: wanted } satisfies Filter],
      },
    ];
  });
}
