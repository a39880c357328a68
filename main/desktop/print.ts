import type { BrowserWindow } from 'electron';
import type { Purpose } from '../../preload/contract/calls/choose';
import { fail } from '../../preload/contract/failure';
import { codeOf } from '../common/error-code';
import { keepFile } from '../common/keep-file';

export interface Printing {
  pdf(grant: string): Promise<void>;
  paper(): Promise<{ printed: boolean }>;
}

interface PrintParts {
  /** Whose page prints itself; undefined while there is none. */
  readonly window: () => BrowserWindow | undefined;
  /** Where a choice of the person leads to; fails where nothing was chosen. */
  readonly pathOf: (grant: string, purpose: Purpose) => string;
}

/** Puts on paper, or into a PDF file, what the page has for it. Letter size: the firms are in the United States. */
export function printing({ window, pathOf }: PrintParts): Printing {
  /** The margins of a printed page have the color of its window, which is not that of paper. */
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
        keepFile(file, bytes);
      } catch (error) {
        throw fail('file-not-saved', { cause: codeOf(error) }, error);
      }
    },
    paper: () =>
      onWhite(
        (contents) =>
          new Promise((resolve) => {
            // Dismissed, or no printer: the person knows.
            contents.print({ silent: false, printBackground: true, pageSize: 'Letter' }, (printed) =>
              resolve({ printed }),
            );
          }),
      ),
  };
}
