import type { WebContents } from 'electron';
import { ORIGIN } from './protocol';

/** Whether the page shows the app, or is being replaced by a new one. */
const IS_SHOWN = `document.readyState !== 'complete' || document.getElementById('app')?.hasChildNodes() === true`;

/**
 * Calls `onBlank` if the app's page has loaded but shows nothing, because its script is missing, damaged or failed.
 * The page cannot say so itself.
 */
export function reportBlankPage(
  contents: Pick<WebContents, 'on' | 'getURL' | 'executeJavaScript'>,
  onBlank: () => void,
): void {
  // All scripts of the page have run by then.
  contents.on('did-finish-load', () => {
    if (!contents.getURL().startsWith(`${ORIGIN}/`)) return; // another page has other content
    contents.executeJavaScript(IS_SHOWN).then(
      (isShown) => isShown === false && onBlank(),
      () => undefined, // the page's process has ended
    );
  });
}
