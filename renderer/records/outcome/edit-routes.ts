import type { ImportKind } from '#contract/calls/imports';
import type { ResourceName } from '#contract/resources';
import type { TaskRoute } from '../../routes';

/** Returns the route of a draft. */
export const draftRoute = (id: string): TaskRoute => ({
  place: 'task',
  task: 'edits',
  page: { kind: 'draft', id },
});
/** Returns the route of a job's outcome. */
export const jobRoute = (id: string): TaskRoute => ({
  place: 'task',
  task: 'edits',
  page: { kind: 'job', id },
});
/** Returns the route of an import. */
export const importRoute = (resource: ResourceName, into: ImportKind): TaskRoute => ({
  place: 'task',
  task: 'edits',
  page: { kind: 'import', resource, into },
});
export const editsRoute: TaskRoute = { place: 'task', task: 'edits' };
