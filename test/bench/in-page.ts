import type { Page } from '@playwright/test';

/** The texts typed into the search. */
export const SEARCH_TEXTS = ['smith', 'trust', 'o', 'garcia', 'schwab', '0123', 'boise', 'ira'];

/**
 * Milliseconds from the input event of a key to the request to the engine, to its response, and to the frame that
 * shows it.
 */
export interface KeyTimes {
  readonly requested: number;
  readonly responded: number;
  readonly painted: number;
}

/** Only the times to the painted frame. */
export const paintTimes = (keys: readonly KeyTimes[]): number[] => keys.map((key) => key.painted);

/**
 * Types a text into the search box and measures each key that changed the rows: from its input event to the
 * frame after the last change of the visible rows, without overscan. Rows of a later list version come from a
 * refresh and are not counted. Waits for `beforeKey` before each key.
 */
export async function keyToPaint(
  page: Page,
  texts: readonly string[],
  beforeKey = (): Promise<void> => Promise.resolve(),
): Promise<KeyTimes[]> {
  await page.evaluate(() => {
    const times: KeyTimes[] = [];
    let pressed = Number.NaN; // until the first key
    let requested = 0;
    let responded = 0;
    let painted = 0;
    let version = 0;
    /** True while the visible rows belong to the key, or are about to. */
    let isOwn = true;
    let isChanged = false;
    const grid = document.querySelector('[role=grid]');
    if (!grid) throw new Error('No grid');
    // Without the scroll bar, and measured each time: messages of a refresh below the list make the grid shorter.
    const visibleBottom = () => grid.getBoundingClientRect().top + grid.clientHeight;
    const inView = (row: Element) => row.getBoundingClientRect().top < visibleBottom();
    const onMutations = (records: MutationRecord[]) => {
      const rows = new Set(
        records.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest('[role=row]'),
        ),
      );
      if (!isOwn || ![...rows].some((row) => row && inView(row))) return;
      isChanged = true;
      requestAnimationFrame(() => (painted = performance.now()));
    };
    const onMessage = ({ data, timeStamp }: MessageEvent) => {
      const text = String(data);
      if (responded < pressed && requested > pressed && text.includes('"rows"')) responded = timeStamp;
      const seenVersion = Number(/"version":(\d+)/.exec(text)?.[1] ?? 0);
      if (seenVersion > version && isChanged) isOwn = false;
      version = Math.max(version, seenVersion);
    };
    const watched = new WeakSet<MessagePort>();
    // Typed as a property: the prototype's method is called with its port below.
    const port = MessagePort.prototype as { postMessage: (this: MessagePort, message: unknown) => void };
    const { postMessage } = port;
    port.postMessage = function (...message) {
      if (!watched.has(this)) this.addEventListener('message', onMessage, { capture: true });
      watched.add(this);
      if (requested < pressed && String(message[0]).includes('/records/window'))
        requested = performance.now();
      postMessage.apply(this, message);
    };
    const watch = new MutationObserver(onMutations);
    watch.observe(grid, { subtree: true, childList: true, characterData: true, attributes: true });
    const onInput = () => {
      pressed = performance.now();
      painted = 0;
      isOwn = true;
      isChanged = false;
    };
    document.addEventListener('input', onInput, true);
    Reflect.set(window, 'measured', {
      times,
      record: () => {
        if (painted > pressed)
          times.push({
            requested: requested - pressed,
            responded: responded - pressed,
            painted: painted - pressed,
          });
      },
      stop: () => {
        watch.disconnect();
        document.removeEventListener('input', onInput, true);
        port.postMessage = postMessage;
        return times;
      },
    });
  });
  interface Measured {
    readonly record: () => void;
    readonly stop: () => KeyTimes[];
  }
  const record = () => page.evaluate(() => (Reflect.get(window, 'measured') as Measured).record());
  const box = page.getByLabel(/^Search accounts/);
  for (const word of texts) {
    await box.fill('');
    await page.waitForTimeout(400);
    for (const letter of word) {
      await beforeKey();
      await box.press(letter);
      await page.waitForTimeout(350); // longer than any result takes, so that each key is measured separately
      await record();
    }
  }
  return await page.evaluate(() => (Reflect.get(window, 'measured') as Measured).stop());
}

/**
 * Returns when the first row was painted, in milliseconds of the system's clock. The page checks at each
 * frame: a check from outside, with growing pauses, was up to half a second late.
 */
export async function firstRows(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const check = () => {
          const cells = document.querySelectorAll('[role=row][aria-rowindex="2"] [role=gridcell]');
          requestAnimationFrame(
            cells.length > 1 ? () => done(performance.timeOrigin + performance.now()) : check,
          );
        };
        check();
      }),
  );
}

/**
 * Watches the page's tasks from now on. The returned function gives the longest one in milliseconds, or 0 if none took
 * 50 ms.
 */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const watch = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    watch.observe({ type: 'longtask' });
    Reflect.set(window, 'longTasks', tasks);
  });
  return () => page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'longTasks') as number[])));
}

/** Scrolls the grid for three seconds, at three speeds; returns the milliseconds between frames. */
export async function scrollFrames(page: Page): Promise<number[]> {
  return await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role=grid]');
        if (!grid) throw new Error('No grid');
        const frames: number[] = [];
        const started = performance.now();
        let last = started;
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          const seconds = (now - started) / 1000;
          grid.scrollTop += seconds < 1 ? 30 : seconds < 2 ? 280 : 2800;
          if (seconds < 3) requestAnimationFrame(step);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
}

/**
 * Opens several records one after the other, and closes each: a single one depends too much on the moment.
 */
export async function openRecords(page: Page, times: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let row = 3; row < 3 + times; row += 1) {
    tookMs.push(await openRecord(page, row));
    await page.keyboard.press('Escape');
    await page.locator('aside h2').waitFor({ state: 'detached' });
    await page.waitForTimeout(500); // the list is stable again, in its full width
  }
  return tookMs;
}

/** Returns milliseconds from Enter on a row to the record's name painted beside the list. */
export async function openRecord(page: Page, row = 3): Promise<number> {
  await page.locator(`[role=row][aria-rowindex="${row}"] [role=gridcell]`).nth(1).click();
  return await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const began = performance.now();
        new MutationObserver((_, watch) => {
          if (!document.querySelector('aside h2')) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
        }).observe(document.body, { childList: true, subtree: true });
        document
          .querySelector('[role=grid]')
          ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }),
  );
}

/** Returns milliseconds from sending an edit of the open record to "Changes saved". */
export async function editRecord(page: Page): Promise<number> {
  await page
    .getByRole('complementary', { name: 'Record' })
    .getByRole('button', { name: 'Edit…', exact: true })
    .click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Nickname', { exact: true }).fill('Measured');
  await form.getByRole('button', { name: 'Review and send…' }).click();
  const send = form.getByRole('button', { name: /^Send \d changes?$/ });
  await send.click({ trial: true }); // it waits for the review rules
  const started = performance.now();
  await send.click();
  await form.getByText('Changes saved').waitFor();
  return performance.now() - started;
}
