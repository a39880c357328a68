import type { WebContents } from 'electron';

/**
 * Blocks file dialogs of pages: files are chosen in dialogs of the app process (`desktop/choose.ts`), and a
 * compromised page could otherwise read what the user chooses. Only the developer tools protocol can block
 * them.
 */
export async function denyFileChoosers({ debugger: tools }: Pick<WebContents, 'debugger'>): Promise<void> {
  if (!tools.isAttached()) tools.attach();
  await tools.sendCommand('Page.enable'); // required for the interception
  await tools.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true });
}
