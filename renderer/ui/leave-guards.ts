/** Checks of open dialogs, the newest last. Each returns true if the screen below must stay open. */
const guards = new Set<() => boolean>();

/** Registers the check of an open dialog; the returned function removes it. */
export function registerLeaveGuard(guard: () => boolean): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Returns whether the screen may be replaced. A dialog on it whose input would be lost asks the user, and keeps it. */
export const canLeaveScreen = (): boolean => ![...guards].reverse().some((guard) => guard());
