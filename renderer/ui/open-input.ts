/** Dialogs and cell editors that are open: input in them is not saved yet. */
const openInputs = new Set<symbol>();
const listeners = new Set<(isOpen: boolean) => void>();

function announce(wasOpen: boolean): void {
  const isOpen = openInputs.size > 0;
  if (isOpen !== wasOpen) for (const listener of [...listeners]) listener(isOpen);
}

/** Registers a dialog or a cell editor; the returned function removes it. */
export function registerInput(): () => void {
  const wasOpen = openInputs.size > 0;
  const input = Symbol('input');
  openInputs.add(input);
  announce(wasOpen);
  return () => {
    const wasOpenBefore = openInputs.size > 0;
    openInputs.delete(input);
    announce(wasOpenBefore);
  };
}

/** Calls `listener` when the first input opens and when the last one closes. Returns a function that unsubscribes. */
export function onInputOpen(listener: (isOpen: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
