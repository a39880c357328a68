/** Cleanups of the current test. */
const cleanups: (() => void | Promise<void>)[] = [];

/** Registers a cleanup that runs after the test (test/setup.ts), newest first. */
export const addCleanup = (work: () => void | Promise<void>): void => void cleanups.push(work);

/** Closes an object after the test. */
export function closeAfterTest<T extends { close(): void }>(closable: T): T {
  addCleanup(() => closable.close());
  return closable;
}

export async function runCleanups(): Promise<void> {
  for (const work of cleanups.splice(0).reverse()) await work();
}
