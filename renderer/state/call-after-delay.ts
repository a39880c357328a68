/** Calls `then` after a delay. The returned function cancels the call. */
export type CallAfterDelay = (ms: number, then: () => void) => () => void;

/** Debounces in the renderer use it: callers cancel the pending call before they request the next. */
export const callAfterDelay: CallAfterDelay = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
