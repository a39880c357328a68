import type { ImportKind } from '../../../preload/contract/calls/imports';
import { RESOURCE_NAMES, type ResourceName } from '../../../preload/contract/resources';
import type { TaskRoute } from '../../routes';

/** What the place of edits shows: all of them, a draft, what was sent, or what is to be created or imported. */
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

/** Where a draft is seen and sent. */
export const draftRoute = (id: string): TaskRoute => ({ place: 'task', task: 'edits', part: `draft:${id}` });
/** Where people see what became of what was sent. */
export const jobRoute = (id: string): TaskRoute => ({ place: 'task', task: 'edits', part: `job:${id}` });
/** Where a spreadsheet or a paste becomes a draft. */
export const importRoute = (resource: ResourceName, into: ImportKind): TaskRoute => ({
  place: 'task',
  task: 'edits',
  part: `import:${resource}.${into}`,
});
export const editsRoute: TaskRoute = { place: 'task', task: 'edits' };
