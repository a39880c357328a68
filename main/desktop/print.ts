import type { WebContents } from 'electron';
import type { Purpose } from '../../preload/contract/calls/choose';
import { fail } from '../../preload/contract/failure';
import { codeOf } from '../common/error-code';
import { keepFile } from '../common/keep-file';

export interface Printing {
  pdf(grant: string): Promise<void>;
  paper(): Promise<{ printed: boolean }>;
}

interface PrintParts {
  /** The page that prints itself; undefined while there is no window. */
  readonly page: () => WebContents | undefined;
  /** Where a choice of the person leads to; fails where nothing was chosen. */
  readonly pathOf: (grant: string, purpose: Purpose) => string;
}

/** Puts on paper, or into a PDF file, what the page has for it. Letter size: the firms are in the United States. */
export function printing({ page, pathOf }: PrintParts): Printing {
  const there = (): WebContents => {
    const contents = page();
    if (!contents) throw fail('unexpected', { cause: 'no window to print' });
    return contents;
  };
  return {
    async pdf(grant) {
      const file = pathOf(grant, 'record-pdf');
      const bytes = await there().printToPDF({
        pageSize: 'Letter',
        printBackground: true,
        margins: { top: 0.6, bottom: 0.6, left: 0.6, right: 0.6 },
        displayHeaderFooter: false,
      });
      try {
        keepFile(file, bytes);
      } catch (error) {
        throw fail('file-not-saved', { cause: codeOf(error) }, error);
      }
    },
    paper: () =>
      new Promise((resolve) => {
        // Dismissed, or no printer: the person knows.
        there().print({ silent: false, printBackground: true, pageSize: 'Letter' }, (printed) =>
          resolve({ printed }),
        );
      }),
  };
}
