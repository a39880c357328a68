/** What the present test opened and made, and how each is closed or removed again. */
const left: (() => void | Promise<void>)[] = [];

/** Carries this out when the test is over (test/setup.ts), the newest first. */
export const whenOver = (work: () => void | Promise<void>): void => void left.push(work);

/** Closed when the test is over. */
export function closing<T extends { close(): void }>(one: T): T {
  whenOver(() => one.close());
  return one;
}

export async function leaveNothing(): Promise<void> {
  for (const work of left.splice(0).reverse()) await work();
}
