import { BrowserWindow, nativeTheme, session, type WebContents } from 'electron';
import path from 'node:path';
import { VALUES_ORIGIN, VALUES_PAGE } from '#contract/ports';
import { MIN_SIZE, readWindowState, persistWindowState } from './window-state';
import { ORIGIN } from './protocol';
import { reportBlankPage } from './blank-page';

/** A page that can paste can read the clipboard. Despite its name, the setting is not outdated. */
const NO_PASTE = { enableDeprecatedPaste: false };

export interface WindowOptions {
  readonly preload: string;
  readonly stateFile: string;
  /** The address of the hot-reloading renderer in development. */
  readonly devServer: string | undefined;
  /** The window is shown once it is painted and this resolves; never if it rejects. */
  readonly readyToShow: Promise<unknown>;
  /** Called if the file choosers of a page could not be blocked. */
  readonly onFileChoosersAllowed: () => void;
  /** Called if the page shows nothing because of its script; never in development. */
  readonly onBlankPage: () => void;
}

/** Opens the only window. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = readWindowState(options.stateFile);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Firm Desk',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#f7f8fa', // --color-bg of theme.css
    webPreferences: {
      preload: path.resolve(options.preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: true, // without Node, like the page itself: the preload passes values to their frame
      spellcheck: false, // it would download dictionaries
      v8CacheOptions: 'bypassHeatCheck', // caches the page's compiled code from its first start instead of its second
      ...NO_PASTE,
    },
  });
  persistWindowState(window, options.stateFile, maximized);
  const show = () => {
    if (window.isDestroyed()) return;
    if (maximized) window.maximize(); // before it is shown, so that it does not flicker
    window.show();
  };
  window.once('ready-to-show', () => void options.readyToShow.then(show, () => undefined));
  // On every navigation, because another page may run in another process.
  const guard = () => void denyFileChoosers(window.webContents).catch(options.onFileChoosersAllowed);
  window.webContents.on('did-navigate', guard);
  if (options.devServer === undefined) reportBlankPage(window.webContents, options.onBlankPage);
  void window.loadURL(options.devServer ?? `${ORIGIN}/index.html`);
  return window;
}

/**
 * Denies a page new windows, navigation, webviews and a way to block its unloading. Links never open the browser: no
 * page has external links.
 */
export function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // Some runtimes ignore the command-line switch alone, and WebRTC bypasses the request filter.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-navigate', (event) => event.preventDefault());
  // A page must not block its own unloading: it is loaded again when the app locks.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Denies permissions, downloads and dictionaries. Called before the first window. */
export function restrictSession(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, done) => done(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  // A link could otherwise open the system's save dialog for a file of any name and content.
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  // Even when disabled, the spell checker downloads dictionaries at every start, unless it has no language.
  session.defaultSession.setSpellCheckerLanguages([]);
  session.defaultSession.setSpellCheckerEnabled(false);
}

interface Frame {
  readonly url: string;
  readonly parent: unknown;
}

/** Returns the ID of the process whose values a frame of our page shows; undefined for every other frame. */
export function valuesProcessId(
  frame: Frame | null,
  main: unknown,
  devServer: string | undefined,
): string | undefined {
  if (!frame || frame.parent !== main || !URL.canParse(frame.url)) return undefined;
  const { origin, pathname, hash } = new URL(frame.url);
  const hasValuesOrigin =
    frame.url.startsWith(`${VALUES_ORIGIN}/`) || (devServer && origin === new URL(devServer).origin);
  return hasValuesOrigin && pathname === VALUES_PAGE ? hash.slice(1) : undefined;
}

/**
 * Returns whether a frame is our page. Only our own page may have ports: the top frame of our origin (or of the
 * development server).
 */
export function isOurPage(frame: Frame | null, devServer: string | undefined): boolean {
  if (!frame || frame.parent) return false;
  return frame.url.startsWith(`${ORIGIN}/`) || (devServer !== undefined && frame.url.startsWith(devServer));
}

/**
 * Blocks file dialogs of pages: files are chosen in dialogs of the app process (`desktop/choose.ts`), and a
 * compromised page could otherwise read what the user chooses. Only the developer tools protocol can block
 * them.
 */
async function denyFileChoosers({ debugger: tools }: Pick<WebContents, 'debugger'>): Promise<void> {
  if (!tools.isAttached()) tools.attach();
  await tools.sendCommand('Page.enable'); // required for the interception
  await tools.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true });
}
