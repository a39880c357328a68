import type { Draft } from '#contract/edit';
import type { Go } from '../../routes';
import { showToast } from '../../ui/toast';
import { draftRoute } from './edit-routes';

/** Opens a new draft of a deletion. If the user has left the screen where it was chosen, only offers to open it. */
export function openDeletionDraft({ id }: Draft, go: Go, hasLeft: boolean): void {
  const open = () => go(draftRoute(id));
  if (hasLeft)
    showToast('Deletion draft saved', {
      text: 'Nothing is deleted until you send it.',
      action: { label: 'Open draft', run: open },
    });
  else open();
}
