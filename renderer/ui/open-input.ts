type Listener = (isActive: boolean) => void;

/** Counts what is registered; calls the listeners when the first is registered and when the last one is removed. */
function createRegistry() {
  const registered = new Set<symbol>();
  const listeners = new Set<Listener>();
  const change = (update: () => void): void => {
    const wasActive = registered.size > 0;
    update();
    const isActive = registered.size > 0;
    if (isActive !== wasActive) for (const listener of [...listeners]) listener(isActive);
  };
  return {
    register(): () => void {
      const entry = Symbol('registered');
      change(() => void registered.add(entry));
      return () => change(() => void registered.delete(entry));
    },
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Dialogs and cell editors that are open: input in them is not saved yet. */
const openInputs = createRegistry();
/** Forms that save automatically and have changes that are not saved yet. */
const pendingSaves = createRegistry();

/** Registers a dialog or a cell editor; the returned function removes it. */
export const registerInput = (): (() => void) => openInputs.register();

/** Calls `listener` when the first input opens and when the last one closes. Returns a function that unsubscribes. */
export const onInputOpen = (listener: Listener): (() => void) => openInputs.listen(listener);

/** Registers a form with changes that it is about to save; the returned function removes it. */
export const registerPendingSave = (): (() => void) => pendingSaves.register();

/** Calls `listener` when a save becomes pending and when all have ended. Returns a function that unsubscribes. */
export const onPendingSave = (listener: Listener): (() => void) => pendingSaves.listen(listener);
