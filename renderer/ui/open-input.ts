/** Dialogs and cell editors that are open: input in them is not saved yet. */
const open = new Set<symbol>();
const listeners = new Set<(isOpen: boolean) => void>();

function announce(wasOpen: boolean): void {
  const isOpen = open.size > 0;
  if (isOpen !== wasOpen) for (const listener of [...listeners]) listener(isOpen);
}

/** Registers a dialog or a cell editor; the returned function removes it. */
export function registerInput(): () => void {
  const wasOpen = open.size > 0;
  const input = Symbol('input');
  open.add(input);
  announce(wasOpen);
  return () => {
    const wasOpenBefore = open.size > 0;
    open.delete(input);
    announce(wasOpenBefore);
  };
}

/** Calls `listener` when the first one opens and when the last one closes; the returned function ends that. */
export function onInput(listener: (isOpen: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
