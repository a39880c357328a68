import type { ResourceName } from '#contract/resources';
import { resourceNamed } from '#contract/resources';
import type { EngineClient } from '../../bridge';

/** A record found by a search. */
export interface RecordMatch {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
}

/** Returns the first matching records of a list, with a column that distinguishes them. */
export async function searchRecords(
  engine: EngineClient,
  resource: ResourceName,
  search: string,
  detail: string,
  limit = 8,
): Promise<RecordMatch[]> {
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
