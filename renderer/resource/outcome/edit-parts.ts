import type { TaskRoute } from '../../routes';

/** What the place of edits shows: all of them, a draft, what was sent, or what is to be created or imported. */
export type EditPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'draft' | 'job'; readonly id: string };

export function editPartOf(text: string | undefined): EditPart {
  const [, kind, id] = /^(draft|job):(.+)$/.exec(text ?? '') ?? [];
  if ((kind === 'draft' || kind === 'job') && id !== undefined) return { kind, id };
  return { kind: 'all' };
}

/** Where a draft is seen and sent. */
export const draftRoute = (id: string): TaskRoute => ({ place: 'task', task: 'edits', part: `draft:${id}` });
/** Where people see what became of what was sent. */
export const jobRoute = (id: string): TaskRoute => ({ place: 'task', task: 'edits', part: `job:${id}` });
export const editsRoute: TaskRoute = { place: 'task', task: 'edits' };
