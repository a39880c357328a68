import { mount, tick, unmount, type Component } from 'svelte';
import type { PrintFrame } from '#contract/calls/desktop';
import { resourceNamed } from '#contract/resources';
import type { DesktopClient } from '../../bridge';
import { formatDateTime } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';
import PrintSheet from './PrintSheet.svelte';
import type { RecordSheet } from './sheet';

/** Resolves once no page is being printed. */
let printing: Promise<unknown> = Promise.resolve();

/**
 * Shows a print page (ui/PrintPage.svelte) while `print` runs. One page at a time: each print shows all print pages, so
 * one document would contain another's page.
 */
function withPage<Props extends Record<string, unknown>, T>(
  page: Component<Props>,
  props: Props,
  print: (frame: PrintFrame) => Promise<T>,
): Promise<T> {
  const printed = printing.then(() => showPage(page, props, print));
  printing = printed.catch(() => undefined); // the caller reports it
  return printed;
}

async function showPage<Props extends Record<string, unknown>, T>(
  page: Component<Props>,
  props: Props,
  print: (frame: PrintFrame) => Promise<T>,
): Promise<T> {
  const component = mount(page, { target: document.body, props });
  try {
    await tick();
    const date = `Printed from Firm Desk, ${formatDateTime(new Date().toISOString())}`;
    return await print({ title: document.title, date });
  } finally {
    await unmount(component);
  }
}

/** Prints a page with the system's dialog. Returns false if the user canceled. */
export async function printPage<Props extends Record<string, unknown>>(
  desktop: DesktopClient,
  page: Component<Props>,
  props: Props,
  isLandscape = false,
): Promise<boolean> {
  const { wasPrinted } = await withPage(page, props, (frame) =>
    desktop.print.paper({ ...frame, isLandscape }),
  );
  return wasPrinted;
}

/** Returns a page as a PDF in Base64, for a file that the engine writes. */
export const pageAsPdf = <Props extends Record<string, unknown>>(
  desktop: DesktopClient,
  page: Component<Props>,
  props: Props,
): Promise<string> => withPage(page, props, (frame) => desktop.print.pdfBase64(frame));

interface PdfFile {
  /** Title of the system's dialog. */
  readonly title: string;
  /** Suggested file name with its extension. */
  readonly name: string;
  readonly isLandscape?: boolean;
}

/**
 * Saves a page to a PDF file that the user chooses; `props` is called after the choice. Returns false if none was made,
 * or if `props` returns null.
 */
export async function savePageAsPdf<Props extends Record<string, unknown>>(
  desktop: DesktopClient,
  { title, name, isLandscape = false }: PdfFile,
  page: Component<Props>,
  props: () => Promise<Props | null>,
): Promise<boolean> {
  const [file] = await desktop.choose({ what: 'save', purpose: 'record-pdf', title, name, extension: 'pdf' });
  if (!file) return false;
  const { grant } = file;
  const pageProps = await props();
  if (pageProps === null) return false;
  await withPage(page, pageProps, (frame) => desktop.print.pdf({ grant, frame: { ...frame, isLandscape } }));
  showToast('PDF saved', { tone: 'good', text: file.name });
  return true;
}

/** Prints a record with the system's dialog. */
export async function printRecord(desktop: DesktopClient, sheet: RecordSheet): Promise<void> {
  await printPage(desktop, PrintSheet, { sheet }).catch(showFailure);
}

/** Saves a record to a PDF file that the user chooses. Tax ID tokens are masked. */
export async function saveRecordAsPdf(desktop: DesktopClient, sheet: RecordSheet): Promise<void> {
  const file = {
    title: 'Save this record as PDF',
    name: `${resourceNamed(sheet.resource).singular} ${sheet.key}.pdf`,
  };
  await savePageAsPdf(desktop, file, PrintSheet, () => Promise.resolve({ sheet })).catch(showFailure);
}
