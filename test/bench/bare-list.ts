import type { Page } from '@playwright/test';
import path from 'node:path';
import { launchToFirstPaint, type Launched } from './baselines';
import { keyToPaint, openRecords, paintTimes, scrollFrames } from './in-page';

/** Content and size of a list of the app, which a bare list copies. */
interface ShownList {
  /** The texts of the rows in the page, cell by cell. */
  readonly texts: readonly (readonly string[])[];
  /** Number of rows, with the heading. */
  readonly total: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly widths: readonly number[];
}

const shownList = (page: Page): Promise<ShownList> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) =>
      row.querySelector('[role=gridcell]'),
    );
    const [first] = rows;
    if (!first) throw new Error('No rows');
    const cellsOf = (row: Element) => [...row.querySelectorAll('[role=gridcell]')];
    return {
      texts: rows.map((row) => cellsOf(row).map((cell) => cell.textContent.trim())),
      total: Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? rows.length),
      rowHeight: first.getBoundingClientRect().height,
      widths: cellsOf(first).map((cell) => cell.getBoundingClientRect().width),
    };
  });

/**
 * The baseline of keys, scrolling and opening a record: a window with a bare list of as many rows and cells
 * as the app shows. Every key and every scrolled row changes texts; there is no search, engine or data.
 */
export class BareList {
  readonly #launched: Launched;

  private constructor(launched: Launched) {
    this.#launched = launched;
  }

  /** Opens a bare list like the one on the page of the app. */
  static async like(page: Page): Promise<BareList> {
    const shown = await shownList(page);
    const launched = await launchToFirstPaint([path.resolve('test/bench/bare-list')]);
    await launched.window.evaluate(
      (list) => (Reflect.get(window, 'fill') as (list: ShownList) => void)(list),
      shown,
    );
    return new BareList(launched);
  }

  /** Measures milliseconds from each key to the painted rows. */
  async measureKeys(texts: readonly string[]): Promise<number[]> {
    return paintTimes(await keyToPaint(this.#launched.window, texts));
  }

  /** Measures milliseconds between the frames of a list that scrolls. */
  measureFrames(): Promise<number[]> {
    return scrollFrames(this.#launched.window);
  }

  /** Measures milliseconds from Enter to this markup painted beside the list, several times. */
  async measureRecords(markup: string, times: number): Promise<number[]> {
    await this.#launched.window.evaluate(
      (text) => (Reflect.get(window, 'showOnEnter') as (text: string) => void)(text),
      markup,
    );
    return await openRecords(this.#launched.window, times);
  }

  close(): Promise<void> {
    return this.#launched.app.close();
  }
}
