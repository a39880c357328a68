import type { BrowserWindow } from 'electron';
import type { Purpose } from '#contract/calls/choose';
import { fail } from '#contract/failure';
import { errorCodeOf } from '../common/error-code';
import { writeFileAtomic } from '../common/write-file-atomic';

export interface Printer {
  pdf(grant: string): Promise<void>;
  paper(): Promise<{ printed: boolean }>;
}

interface PrintDeps {
  /** The window to print; undefined if there is none. */
  readonly window: () => BrowserWindow | undefined;
  /** Returns the path that the user chose; fails if there is none. */
  readonly pathOf: (grant: string, purpose: Purpose) => string;
}

/** Prints the page's print layout to paper or PDF. Letter size: the firms are in the United States. */
export function createPrinter({ window, pathOf }: PrintDeps): Printer {
  /** Sets a white window background, which colors the margins of a printed page. */
  async function onWhite<T>(print: (contents: BrowserWindow['webContents']) => Promise<T>): Promise<T> {
    const there = window();
    if (!there) throw fail('unexpected', { cause: 'no window to print' });
    const before = there.getBackgroundColor();
    there.setBackgroundColor('#ffffff');
    try {
      return await print(there.webContents);
    } finally {
      if (!there.isDestroyed()) there.setBackgroundColor(before);
    }
  }
  return {
    async pdf(grant) {
      const file = pathOf(grant, 'record-pdf');
      const bytes = await onWhite((contents) =>
        contents.printToPDF({
          pageSize: 'Letter',
          printBackground: true,
          margins: { top: 0.6, bottom: 0.6, left: 0.6, right: 0.6 },
          displayHeaderFooter: false,
        }),
      );
      try {
        writeFileAtomic(file, bytes);
      } catch (error) {
        throw fail('file-not-saved', { cause: errorCodeOf(error) }, error);
      }
    },
    paper: () =>
      onWhite(
        (contents) =>
          new Promise((resolve) => {
            // Canceled or no printer: the user knows.
            contents.print({ silent: false, printBackground: true, pageSize: 'Letter' }, (printed) =>
              resolve({ printed }),
            );
          }),
      ),
  };
}
