import type { ImportKind } from '#contract/calls/imports';
import { RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import type { TaskRoute } from '../../routes';

/** What the edits screen shows: the overview, a draft, a job, or an import. */
export type EditPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'draft' | 'job'; readonly id: string }
  | { readonly kind: 'import'; readonly resource: ResourceName; readonly into: ImportKind };

export function editPartOf(text: string | undefined): EditPart {
  const [, kind, id] = /^(draft|job):(.+)$/.exec(text ?? '') ?? [];
  if ((kind === 'draft' || kind === 'job') && id !== undefined) return { kind, id };
  const [, list, into] = /^import:(\w+)\.(edit|create)$/.exec(text ?? '') ?? [];
  const resource = RESOURCE_NAMES.find((name) => name === list);
  if (resource !== undefined && (into === 'edit' || into === 'create'))
    return { kind: 'import', resource, into };
  return { kind: 'all' };
}

/** Returns the route of a draft. */
export const draftRoute = (id: string): TaskRoute => ({ place: 'task', task: 'edits', part: `draft:${id}` });
/** Returns the route of a job's outcome. */
export const jobRoute = (id: string): TaskRoute => ({ place: 'task', task: 'edits', part: `job:${id}` });
/** Returns the route of an import. */
export const importRoute = (resource: ResourceName, into: ImportKind): TaskRoute => ({
  place: 'task',
  task: 'edits',
  part: `import:${resource}.${into}`,
});
export const editsRoute: TaskRoute = { place: 'task', task: 'edits' };
