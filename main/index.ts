import { app, type BrowserWindow } from 'electron';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { markStart } from '#contract/start-mark';
import type { runApp } from './run-app';
import { disableSchemaCompilation } from './common/schema-compilation';
import { forkEngine } from './desktop/fork-engine';
import { themeSetting } from './desktop/theme';
import { dataFolder, expectWritable } from './app/data-folder';
import { isStartedHidden } from './app/hidden-start';
import { collectLinks } from './app/link-source';
import { collectPortRequests } from './app/port-requests';
import { registerScheme, serveRenderer } from './app/protocol';
import { setSwitches } from './app/switches';
import { restrictSession, confine, openWindow } from './app/window';

/* Starts the engine and the page first, from little code without schemas, because they take the longest until
   the first rows. The rest of the app process loads while the page's script is compiled. */

/** Time for the page to request its other files, which this thread serves. */
const PAGE_FILES_MS = 25;
/** Maximum wait for the page, for example if its files are missing. */
const PAGE_TIMEOUT_MS = 1_000;

markStart('app script evaluated');
disableSchemaCompilation();
const programs = import.meta.dirname;
const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];

setSwitches();
registerScheme();
const onLink = collectLinks();

async function start(): Promise<void> {
  await app.whenReady();
  markStart('app ready');
  restrictSession();
  const scriptRequested = serveRenderer(path.join(programs, '../renderer'));
  // Loading blocks the thread that also creates the page's process and serves its files, so the page goes first.
  const pageLoads = devServer ? Promise.resolve() : scriptRequested.then(() => delay(PAGE_FILES_MS));
  const loaded = Promise.race([pageLoads, delay(PAGE_TIMEOUT_MS)]).then(() => import('./run-app'));
  app.on('web-contents-created', (_event, contents) => confine(contents));
  const userData = app.getPath('userData');
  const isHidden = isStartedHidden(app, path.join(userData, 'background.json'));
  const theme = themeSetting(path.join(userData, 'theme'));
  const onPortRequest = collectPortRequests();

  const openMainWindow = (): BrowserWindow =>
    openWindow({
      preload: path.join(programs, '../preload/index.cjs'),
      stateFile: path.join(userData, 'window.json'),
      devServer,
      readyToShow: isHidden ? new Promise(() => undefined) : running, // never shown by itself if hidden
      onFileChoosersAllowed: () =>
        void running.then(
          ({ log }) => log('window.file-fields-open'),
          () => undefined, // the app did not start, so there is no log
        ),
      onBlankPage: () =>
        void running.then(
          async ({ log }) => {
            log('window.blank');
            (await startFailure()).quitWithBlankPage();
          },
          () => undefined, // another message says why the app did not start
        ),
    });
  // Called once the script is loaded, and so after `engine` and `window` were created below.
  const running: Promise<ReturnType<typeof runApp>> = loaded.then((appModule) => {
    if (window.isDestroyed()) return new Promise(() => undefined); // the app is quitting
    return appModule.runApp({
      programs,
      devServer,
      theme,
      isHidden,
      engine,
      window,
      onPortRequest,
      onLink,
      openWindow: openMainWindow,
    });
  });
  const engine = forkEngine(path.join(programs, 'engine.js'));
  markStart('engine forked');
  const window = openMainWindow();
  markStart('window created');
  await running;
}

const startFailure = () => import('./app/start-failure');
app.on('window-all-closed', () => app.quit());
const folder = dataFolder();
try {
  expectWritable(folder);
  if (app.requestSingleInstanceLock())
    start().catch(async (error: unknown) => (await startFailure()).exitWithStartFailure(error, folder));
  else app.quit();
} catch (error) {
  const { exitWithoutFolder } = await startFailure(); // at the top level, because Electron gets ready only after this script
  void exitWithoutFolder(error, folder);
}
