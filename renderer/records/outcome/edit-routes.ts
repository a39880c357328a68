import type { ImportKind } from '#contract/calls/imports';
import type { ResourceName } from '#contract/resources';
import { JOB_MANIFESTS, type Job } from '#contract/job';
import type { Route, TaskRoute } from '../../routes';

/** Returns the route of a draft. */
export const draftRoute = (id: string): TaskRoute => ({
  screen: 'task',
  task: 'edits',
  page: { kind: 'draft', id },
});
/** Returns the route of a draft that a colleague handed over. */
export const handOverRoute = (draft: string): TaskRoute => ({
  screen: 'task',
  task: 'edits',
  page: { kind: 'hand-over', id: draft },
});
/** Returns the route of a colleague's request for approval. */
export const approvalRoute = (id: string): TaskRoute => ({
  screen: 'task',
  task: 'edits',
  page: { kind: 'approval', id },
});
/** Returns the route of a job's outcome. */
export const jobRoute = (id: string): TaskRoute => ({
  screen: 'task',
  task: 'edits',
  page: { kind: 'job', id },
});
/** Returns the route of an import. */
export const importRoute = (resource: ResourceName, into: ImportKind): TaskRoute => ({
  screen: 'task',
  task: 'edits',
  page: { kind: 'import', resource, into },
});
export const editsRoute: TaskRoute = { screen: 'task', task: 'edits' };

/** Returns where the outcome of a job is shown: on its own screen, or among the edits. */
export function outcomeRouteOf({ id, kind }: Pick<Job, 'id' | 'kind'>): Route {
  const manifest = JOB_MANIFESTS[kind.operation];
  return 'outcomeRoute' in manifest ? manifest.outcomeRoute : jobRoute(id);
}
