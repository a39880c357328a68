import { expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { fail } from '#contract/failure';
import { createPrinter } from '#main/desktop/print';

const FRAME = { title: 'Accounts', date: '' };

function createPrints(isAllowed: boolean) {
  const printToPDF = vi.fn(() => Promise.resolve(Buffer.from('%PDF-1.7')));
  const print = vi.fn((_options: unknown, done: (printed: boolean) => void) => done(true));
  const window = {
    getBackgroundColor: () => '#000000',
    setBackgroundColor: () => undefined,
    isDestroyed: () => false,
    webContents: { printToPDF, print },
  } as unknown as BrowserWindow;
  const printer = createPrinter({
    window: () => window,
    pathOf: () => '/never-written.pdf',
    expectAllowed: () => {
      if (!isAllowed) throw fail('by-policy');
    },
    connectionName: () => 'Harbor Wealth',
  });
  return { printer, printToPDF, print };
}

it('returns a PDF for a file that the engine writes, and prints on paper', async () => {
  const { printer } = createPrints(true);
  expect(Buffer.from(await printer.pdfBase64(FRAME), 'base64').toString()).toBe('%PDF-1.7');
  expect(await printer.paper(FRAME)).toEqual({ wasPrinted: true });
});

it('neither returns, writes nor prints a page that policies forbid', async () => {
  const { printer, printToPDF, print } = createPrints(false);
  for (const printed of [printer.pdfBase64(FRAME), printer.paper(FRAME), printer.pdf('grant', FRAME)])
    await expect(printed).rejects.toMatchObject({ failure: { kind: 'by-policy' } });
  expect(printToPDF).not.toHaveBeenCalled();
  expect(print).not.toHaveBeenCalled();
});
