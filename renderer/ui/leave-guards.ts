/** Checks of open dialogs and cell editors, the newest last. Each returns true if the screen below must stay open. */
const guards = new Set<() => boolean>();

/** Registers the check of an open dialog or cell editor; the returned function removes it. */
export function registerLeaveGuard(guard: () => boolean): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Returns whether the screen may be replaced. If input on it would be lost, its dialog asks the user and keeps it. */
export const canLeaveScreen = (): boolean => ![...guards].reverse().some((guard) => guard());
