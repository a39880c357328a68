import type { Page } from '@playwright/test';

/** Starts to watch for a change of the text in the first element that a selector finds. */
const watchText = (page: Page, selector: string): Promise<void> =>
  page.evaluate((name) => {
    const watched = document.querySelector(name);
    if (!watched) throw new Error(`No ${name}`);
    const shownAt = new Promise<number>((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      });
      watch.observe(watched, { subtree: true, childList: true, characterData: true });
    });
    Reflect.set(window, 'shownAt', shownAt);
  }, selector);
/** Resolves with the time of the frame that shows the changed text (epoch milliseconds). */
const textShownAt = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'shownAt') as Promise<number>);

/** Notes the time of each key (epoch milliseconds). */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => Reflect.set(window, 'keyTime', performance.timeOrigin + timeStamp),
      true,
    ),
  );
const lastKey = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'keyTime') as number);

interface MarkKeys {
  /** The page that gets the key R, and the one whose text changes after it. */
  readonly from: Page;
  readonly to: Page;
  /** The element of the text. */
  readonly selector: string;
  readonly count: number;
  /** Pause before a key, in which the other screen becomes idle. */
  readonly idleMs: number;
}

/** Presses a key in one app, `count` times. Returns milliseconds from each key to the other app's painted text. */
export async function keysToOtherScreen({ from, to, selector, count, idleMs }: MarkKeys): Promise<number[]> {
  await watchKeys(from);
  const delays: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await from.waitForTimeout(idleMs);
    await watchText(to, selector);
    await from.keyboard.press('r');
    delays.push((await textShownAt(to)) - (await lastKey(from)));
  }
  return delays;
}
