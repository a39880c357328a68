/** Calls `then` after a delay. The returned function cancels the call. */
export type CallAfterDelay = (ms: number, then: () => void) => () => void;

/** The one debounce of the page: callers cancel the pending call before they ask for the next. */
export const callAfterDelay: CallAfterDelay = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
