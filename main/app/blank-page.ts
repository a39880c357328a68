import type { WebContents } from 'electron';

/** Whether the page shows the app, or is being replaced by a new one. */
const IS_SHOWN = `document.readyState !== 'complete' || document.getElementById('app')?.hasChildNodes() === true`;

/**
 * Calls `onBlank` if a page has loaded but shows nothing, because its script is missing, damaged or failed. The page
 * cannot say so itself.
 */
export function reportBlankPage(
  contents: Pick<WebContents, 'on' | 'executeJavaScript'>,
  onBlank: () => void,
): void {
  // All scripts of the page have run by then.
  contents.on('did-finish-load', () => {
    contents.executeJavaScript(IS_SHOWN).then(
      (isShown) => isShown === false && onBlank(),
      () => undefined, // the page's process has ended
    );
  });
}
