/** Answers that may wait for the lists: some megabytes at most. */
const WAITING = 8;

/**
 * Lets the lists on this computer take up what answers showed while the next requests are on their way, in the order of
 * the answers. What they cannot take up now comes with the next refresh: the service has it.
 */
export function inTurn<Args extends readonly unknown[]>(put: (...args: Args) => Promise<void>) {
  let last = Promise.resolve();
  const waiting: Promise<void>[] = [];
  return {
    /** Resolves when so few answers wait that another one may come. Never rejects. */
    async put(...args: Args): Promise<void> {
      last = last.then(() => put(...args)).catch(() => undefined);
      waiting.push(last);
      if (waiting.length > WAITING) await waiting.shift();
    },
    /** Resolves when nothing waits. */
    done: (): Promise<void> => last,
  };
}
