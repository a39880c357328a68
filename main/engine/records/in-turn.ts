/**
 * Lets the lists on this computer take up what answers showed while the next request is on its way, in the order of the
 * answers. What they cannot take up now comes with the next refresh: the service has it.
 */
export function inTurn<Args extends readonly unknown[]>(put: (...args: Args) => Promise<void>) {
  let last = Promise.resolve();
  return {
    /** Resolves when what came before is stored: no more than one answer waits. Never rejects. */
    put(...args: Args): Promise<void> {
      const before = last;
      last = before.then(() => put(...args)).catch(() => undefined);
      return before;
    },
    /** Resolves when all of it is. */
    done: (): Promise<void> => last,
  };
}
