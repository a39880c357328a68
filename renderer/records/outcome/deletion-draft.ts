import type { Draft } from '#contract/edit';
import type { Go } from '../../routes';
import { draftRoute } from './edit-routes';
import { openCreated } from './open-created';

/** Opens a new draft of a deletion. If the user has left the screen where it was chosen, only offers to open it. */
export function openDeletionDraft({ id }: Draft, go: Go, hasLeft: boolean): void {
  openCreated(() => go(draftRoute(id)), hasLeft, {
    title: 'Deletion draft saved',
    text: 'Nothing is deleted until you send it.',
    label: 'Open draft',
  });
}
