import type { ResourceState } from '#contract/calls/live';
import type { Db } from '../../sqlite/open-database';

/** The last completed fetch of a resource: when its pass began and ended. */
export interface CompletedFetch extends Pick<ResourceState, 'uncertain'> {
  readonly asOf: string;
  readonly ended: string;
}

export function completedFetches(db: Db): Map<string, CompletedFetch> {
  const rows = db
    .prepare<[], { resource: string; as_of: string; ended: string; uncertain: number }>('SELECT * FROM whole')
    .all();
  return new Map(
    rows.map(({ resource, as_of: asOf, ended, uncertain }) => [
      resource,
      { asOf, ended, uncertain: uncertain === 1 },
    ]),
  );
}
