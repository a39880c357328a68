import type { WebContents } from 'electron';

/**
 * A page still present after this time hangs: its process is killed and the window loads a new page.
 */
const RELOAD_TIMEOUT_MS = 5_000;

type Page = Pick<WebContents, 'once' | 'off' | 'reload' | 'isDestroyed' | 'forcefullyCrashRenderer'>;

/**
 * Reloads the window's page, so that nothing it showed remains. The old page saves unsaved input as it unloads.
 * Resolves when the old page is gone.
 */
export function reloadPage(page: Page): Promise<void> {
  return new Promise((resolve) => {
    const onNavigate = () => {
      clearTimeout(timeout);
      resolve();
    };
    const timeout = setTimeout(() => {
      page.off('did-navigate', onNavigate);
      if (!page.isDestroyed()) page.forcefullyCrashRenderer();
      resolve();
    }, RELOAD_TIMEOUT_MS);
    page.once('did-navigate', onNavigate);
    page.reload();
  });
}
