/** Whoever drops several things in one go has them collected once: what drops them is not over yet. */
const SOON_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has what the window dropped collected: a quiet page is not for hours. The app process lets pages ask for it. */
export function collectSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    const collect: unknown = Reflect.get(globalThis, 'gc');
    if (typeof collect !== 'function') return;
    Reflect.apply(collect, undefined, []);
    Reflect.apply(collect, undefined, []); // what the first round only found to be dead is gone after the second
  }, SOON_MS);
}
