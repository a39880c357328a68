/** Cleanups of the current test. */
const left: (() => void | Promise<void>)[] = [];

/** Registers a cleanup that runs after the test (test/setup.ts), newest first. */
export const whenOver = (work: () => void | Promise<void>): void => void left.push(work);

/** Closes an object after the test. */
export function closing<T extends { close(): void }>(one: T): T {
  whenOver(() => one.close());
  return one;
}

export async function leaveNothing(): Promise<void> {
  for (const work of left.splice(0).reverse()) await work();
}
