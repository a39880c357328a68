import { run as runSchema, type ResourceState, type Run } from '../../../preload/contract/calls/live';
import type { ResourceName } from '../../../preload/contract/resources';
import type { FieldChange } from './changes';
import type { Db } from '../sqlite/open-database';

type StoredRun = {
  id: number;
  started: string;
  state: Run['state'];
  ended: string | null;
  progress: string | null;
};
type StoredChange = { resource: ResourceName; key: string; title: string; kind: ChangeKind; fields: string };
export type ChangeKind = 'new' | 'changed' | 'gone';

export interface ChangeWish {
  readonly runId: number;
  readonly resource?: ResourceName | undefined;
  readonly kind?: ChangeKind | undefined;
  readonly offset: number;
  readonly limit: number;
}
export interface Change {
  readonly resource: ResourceName;
  readonly key: string;
  readonly title: string;
  readonly kind: ChangeKind;
  readonly fields: FieldChange[];
}

/** The last refreshes, newest first; a run that was broken off has no report of its own. */
export function runs(db: Db, limit: number): Run[] {
  return db
    .prepare<[number], StoredRun>(
      'SELECT id, started, state, ended, progress FROM run ORDER BY id DESC LIMIT ?',
    )
    .all(limit)
    .map((stored) => {
      const report = stored.progress === null ? undefined : runSchema.safeParse(JSON.parse(stored.progress));
      const bare = { id: stored.id, startedAt: stored.started, endedAt: stored.ended, resources: [] };
      return { ...(report?.success ? report.data : bare), state: stored.state };
    });
}

/** What one refresh found, a page of it. */
export function changes(db: Db, request: ChangeWish): { total: number; items: Change[] } {
  const where = ['run = @runId'];
  if (request.resource) where.push('resource = @resource');
  if (request.kind) where.push('kind = @kind');
  const from = `FROM change WHERE ${where.join(' AND ')}`;
  const total = db.prepare<[ChangeWish], number>(`SELECT count(*) ${from}`).pluck().get(request) ?? 0;
  const items = db
    .prepare<[ChangeWish], StoredChange>(
      `SELECT resource, key, title, kind, fields ${from} ORDER BY resource, kind, id LIMIT @limit OFFSET @offset`,
    )
    .all(request)
    .map(({ fields, ...change }) => ({ ...change, fields: JSON.parse(fields) as FieldChange[] }));
  return { total, items };
}

/** When each resource was last fetched whole. */
export function wholes(db: Db): Map<string, Pick<ResourceState, 'asOf' | 'uncertain'>> {
  const rows = db
    .prepare<[], { resource: string; as_of: string; uncertain: number }>('SELECT * FROM whole')
    .all();
  return new Map(rows.map((row) => [row.resource, { asOf: row.as_of, uncertain: row.uncertain === 1 }]));
}
