import type { WebContents } from 'electron';

/**
 * No file field of a page opens a dialog: files are chosen in dialogs of the app process (`desktop/choose.ts`), and a page
 * that was taken over could put up a field and read what a person chooses there. Nothing but the protocol of the
 * developer tools can forbid it.
 */
export async function denyFileChoosers({ debugger: tools }: Pick<WebContents, 'debugger'>): Promise<void> {
  if (!tools.isAttached()) tools.attach();
  await tools.sendCommand('Page.enable'); // without it nothing is intercepted
  await tools.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true });
}
