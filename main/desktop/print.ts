import type { BrowserWindow } from 'electron';
import type { Purpose } from '#contract/calls/choose';
import type { PrintFrame } from '#contract/calls/desktop';
import { escapeHtml } from '#contract/text';
import { fail } from '#contract/failure';
import { errorCodeOf } from '../common/error-code';
import { writeFileAtomic } from '../common/write-file-atomic';

export interface Printer {
  pdf(grant: string, frame: PrintFrame): Promise<void>;
  /** Returns the PDF in Base64, for a file that another process writes. */
  pdfBase64(frame: PrintFrame): Promise<string>;
  paper(frame: PrintFrame): Promise<{ wasPrinted: boolean }>;
}

interface PrintDeps {
  /** The window to print; undefined if there is none. */
  readonly window: () => BrowserWindow | undefined;
  /** Returns the path that the user chose; fails if there is none. */
  readonly pathOf: (grant: string, purpose: Purpose) => string;
  /** Fails if the organization doesn't allow exports: the print dialog can also save to a file. */
  readonly expectAllowed: () => void;
  /** Returns the name of the open connection, printed on every page; empty without one. */
  readonly connectionName: () => string;
}

/** A line in the page margin. Chromium renders margin templates without the page's styles, at font size 0. */
const marginLine = (left: string, right: string): string =>
  `<div style="display: flex; justify-content: space-between; gap: 24px; width: 100%; margin: 0 0.6in;
    font: 8px system-ui, sans-serif; color: #444">
    <span style="overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${left}</span>
    <span style="white-space: nowrap">${right}</span></div>`;

/** Prints the page's print layout to paper or PDF. Letter size: the firms are in the United States. */
export function createPrinter({ window, pathOf, expectAllowed, connectionName }: PrintDeps): Printer {
  /** Checks that printing is allowed, then prints on a white window background, which colors the page margins. */
  async function withWhiteBackground<T>(
    print: (contents: BrowserWindow['webContents']) => Promise<T>,
  ): Promise<T> {
    expectAllowed();
    const printedWindow = window();
    if (!printedWindow) throw fail('unexpected', { cause: 'no window to print' });
    const previousColor = printedWindow.getBackgroundColor();
    printedWindow.setBackgroundColor('#ffffff');
    try {
      return await print(printedWindow.webContents);
    } finally {
      if (!printedWindow.isDestroyed()) printedWindow.setBackgroundColor(previousColor);
    }
  }
  const pdfOf = ({ title, date, isLandscape = false }: PrintFrame): Promise<Buffer> =>
    withWhiteBackground((contents) =>
      contents.printToPDF({
        pageSize: 'Letter',
        landscape: isLandscape,
        printBackground: true,
        // Tags carry headings, tables and reading order to screen readers; the outline lists the headings.
        generateTaggedPDF: true,
        generateDocumentOutline: true,
        // In inches.
        margins: { top: 0.75, bottom: 0.7, left: 0.6, right: 0.6 },
        displayHeaderFooter: true,
        headerTemplate: marginLine(escapeHtml(title), escapeHtml(connectionName())),
        footerTemplate: marginLine(
          escapeHtml(date),
          'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
        ),
      }),
    );
  return {
    async pdf(grant, frame) {
      const file = pathOf(grant, 'record-pdf');
      const bytes = await pdfOf(frame);
      try {
        writeFileAtomic(file, bytes);
      } catch (error) {
        throw fail('file-not-saved', { cause: errorCodeOf(error) }, error);
      }
    },
    pdfBase64: async (frame) => (await pdfOf(frame)).toString('base64'),
    paper: ({ title, date, isLandscape = false }) =>
      withWhiteBackground(
        (contents) =>
          new Promise((resolve) => {
            // `wasPrinted` is false if the user canceled or the system's dialog has no printer; neither is an error.
            contents.print(
              {
                silent: false,
                printBackground: true,
                pageSize: 'Letter',
                landscape: isLandscape,
                // The system adds the page number.
                header: [title, connectionName()].filter(Boolean).join(' · '),
                footer: date,
              },
              (wasPrinted) => resolve({ wasPrinted }),
            );
          }),
      ),
  };
}
