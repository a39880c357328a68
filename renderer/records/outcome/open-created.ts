import { onDestroy } from 'svelte';
import { showToast } from '../../ui/toast';

interface Offer {
  readonly title: string;
  readonly text: string;
  /** Label of the button that opens it. */
  readonly label: string;
}

/** Opens what a call has created. If the user has left the screen where it was requested, only offers to open it. */
export function openCreated(open: () => void, hasLeft: boolean, { title, text, label }: Offer): void {
  if (hasLeft) showToast(title, { text, action: { label, run: open } });
  else open();
}

/** Returns whether the component that is being created has been removed: the user has left its screen. */
export function watchLeaving(): () => boolean {
  let hasLeft = false;
  onDestroy(() => (hasLeft = true));
  return () => hasLeft;
}
