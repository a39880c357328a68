import type { ResourceName } from '../../../preload/contract/resources';
import { resourceNamed } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';

/** A record that a search found. */
export interface Found {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
}

/** The first records of a list that a text finds, with a column that tells them apart. */
export async function findRecords(
  engine: EngineClient,
  resource: ResourceName,
  search: string,
  detail: string,
  limit = 8,
): Promise<Found[]> {
  const { sort, title } = resourceNamed(resource);
  const { rows } = await engine.records.window({
    query: { resource, search, filters: [], sort },
    columns: [title[0] ?? 'id', detail],
    offset: 0,
    limit,
  });
  const text = (cell: unknown) => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '');
  return rows.map(({ key, cells }) => ({ key, title: text(cells[0]), detail: text(cells[1]) }));
}
