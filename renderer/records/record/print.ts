import { mount, tick, unmount } from 'svelte';
import { resourceNamed } from '#contract/resources';
import type { DesktopClient } from '../../bridge';
import { showFailure, showToast } from '../../ui/toast';
import PrintSheet from './PrintSheet.svelte';
import type { RecordSheet } from './sheet';

/** Shows a record's print sheet during `use`. */
async function withSheet<T>(sheet: RecordSheet, use: () => Promise<T>): Promise<T> {
  const shown = mount(PrintSheet, { target: document.body, props: { sheet } });
  try {
    await tick();
    return await use();
  } finally {
    await unmount(shown);
  }
}

/** Prints a record with the system's dialog. */
export async function printRecord(desktop: DesktopClient, sheet: RecordSheet): Promise<void> {
  try {
    await withSheet(sheet, () => desktop.print.paper());
  } catch (error) {
    showFailure(error);
  }
}

/** Saves a record to a PDF file that the user chooses. Tax ID tokens are masked. */
export async function saveRecordAsPdf(desktop: DesktopClient, sheet: RecordSheet): Promise<void> {
  try {
    const [file] = await desktop.choose({
      what: 'save',
      purpose: 'record-pdf',
      title: 'Save this record as PDF',
      name: `${resourceNamed(sheet.resource).one} ${sheet.key}.pdf`,
      extension: 'pdf',
    });
    if (!file) return;
    await withSheet(sheet, () => desktop.print.pdf({ grant: file.grant }));
    showToast('PDF saved', { tone: 'good', text: file.name });
  } catch (error) {
    showFailure(error);
  }
}
