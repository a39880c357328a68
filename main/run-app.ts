import './common/stub-form-data';
import { RPCHandler } from '@orpc/server/message-port';
import { app, clipboard, dialog, powerMonitor, shell, type BrowserWindow } from 'electron';
import * as runtime from 'electron';
import path from 'node:path';
import type { Command, Presence } from '#contract/calls/desktop';
import { fail } from '#contract/failure';
import { startMoment } from '#contract/start-moment';
import { AppGrants } from './desktop/app-grants';
import { Backups } from './desktop/backups';
import { DemoHost } from './desktop/demo-host';
import { chooseFiles } from './desktop/choose';
import { createPrinter } from './desktop/print';
import { ConnectionKeys } from './desktop/connection-keys';
import { ConnectionStore } from './desktop/connection-store';
import { Connections } from './desktop/connections';
import { systemKeychain } from './desktop/keychain';
import { openLog } from './desktop/log';
import { watchPresence } from './desktop/presence';
import { watchScreenSignals } from './desktop/dbus/screen-signals';
import { Recovery } from './desktop/recovery';
import { Removals } from './desktop/removals';
import { QuarantinedWorks } from './desktop/set-aside';
import { settleFolders } from './desktop/settle-folders';
import { idleLockSetting, ScreenLock } from './desktop/screen-lock';
import { desktopRouter } from './desktop/router';
import { writeRich } from './desktop/rich-clipboard';
import { SecretClipboard } from './desktop/secret-clipboard';
import { systemAppLock } from './desktop/system-app-lock';
import type { themeSetting } from './desktop/theme';
import { ValuesHost } from './desktop/values-host';
import { EngineHost, type Control } from './desktop/engine-host';
import { forkEngine, type ForkedEngine } from './desktop/fork-engine';
import type { Log } from './desktop/log-line';
import { Events } from './common/observable';
import { installMenu, showIdle } from './app/menu';
import { reportPageErrors } from './app/page-errors';
import { servePorts } from './app/page-ports';
import type { onPortRequest } from './app/port-requests';
import { quitHandler } from './app/quitting';
import { reloadAfterCrash } from './app/reload-after-crash';

const DEMO_ACCOUNTS = 100_000;
/** Time for the engine to close its databases, and to end active work first. */
const STOP_TIMEOUT_MS = 3_000;
const STOP_WORKING_TIMEOUT_MS = 9_000;
/** Delay after the window, by which the first screen is painted. */
const FIRST_SCREEN_DELAY_MS = 1_000;
const NETWORK_SERVICE = 'network.mojom.NetworkService';

/** What main/index.ts started before this script was loaded. */
export interface StartedEarly {
  /** Folder of the bundled programs: out/main. */
  readonly programs: string;
  readonly devServer: string | undefined;
  readonly theme: ReturnType<typeof themeSetting>;
  readonly engine: ForkedEngine;
  readonly window: BrowserWindow;
  readonly onQuestion: ReturnType<typeof onPortRequest>;
  /** Reopens the window after it was closed. */
  readonly openWindow: () => BrowserWindow;
}

/** Composition root: builds the app process, and supervises the engine process and the window. */
export function runApp(begun: StartedEarly): { readonly log: Log } {
  const { programs, devServer, theme, onQuestion } = begun;
  const userData = app.getPath('userData');
  const folderOf = (id: string) => path.join(userData, 'connections', id);
  const noteOf = (id: string) => path.join(userData, 'workspace-notes', `${id}.json`);
  const { log, show: showLog } = openLog(path.join(userData, 'logs'));
  const keychain = systemKeychain(process.env['FIRM_DESK_KEYCHAIN'] ?? 'Firm Desk');
  const demo = new DemoHost(
    path.join(programs, 'demo.js'),
    Number(process.env['FIRM_DESK_DEMO_ACCOUNTS'] ?? DEMO_ACCOUNTS),
    () => void connections.demoEnded(),
  );
  const keys = new ConnectionKeys(keychain, folderOf);
  // Before the list of connections is read, which knows restored ones by their folders.
  const settled = settleFolders({ userData, noteOf, log });
  const connections: Connections = new Connections({
    store: new ConnectionStore(userData, folderOf),
    keys,
    removals: new Removals(path.join(userData, 'removals.json'), keys),
    demo,
    folderOf,
    noteOf,
    log,
    startEngine: () => engine.start(),
  });
  connections.tellSettled(settled);
  const grants = new AppGrants(connections.session, (grant) => connections.control.grant(grant));
  const { pathOf } = grants;
  const backups = new Backups({ connections, keys, folderOf, noteOf, pathOf, log });
  const quarantined = new QuarantinedWorks({ connections, folderOf, pathOf, log });
  const recovery = new Recovery({ connections, keys, folderOf, noteOf, log });
  const commands = new Events<Command>();
  const presence = new Events<Presence>();
  const idleLock = idleLockSetting(path.join(userData, 'idle-lock'));
  const secrets = new SecretClipboard(clipboard, process.platform === 'linux' ? 8 : 0);
  let window: BrowserWindow | undefined;
  /** Notifies the engine of a lock; an ended engine holds nothing. */
  const tellEngine = (what: 'lock' | 'unlock' | 'shutWindow' | 'openWindow') =>
    Promise.resolve()
      .then(() => connections.control[what]())
      .catch(() => log('engine.lock-untold'));
  let reopened = Promise.resolve();
  /**
   * Sends the engine port once, when the engine has its connection or was unlocked: with a second port, a
   * starting page would wait for answers through the first.
   */
  const giveEngine = async () => {
    await reopened;
    if (!engine.hasWindow) sendEnginePort();
  };
  const appLock = systemAppLock({
    file: path.join(userData, 'app-lock'),
    phrases: recovery,
    log,
    window: () => window,
    clearSecrets: () => void secrets.clear(),
    shut: () => {
      values.endAll();
      engine.closeWindow();
      void tellEngine('shutWindow');
    },
    reopen: () => {
      reopened = tellEngine('openWindow');
      void giveEngine();
    },
  });
  const followConnections = async () => {
    for await (const _session of connections.session.follow()) {
      appLock.review();
      grants.review();
    }
  };
  void followConnections();
  const screen = new ScreenLock(powerMonitor, idleLock.get, (moment) => {
    presence.emit(moment);
    void tellEngine(moment);
    if (moment !== 'lock') return;
    values.endAll();
    appLock.lock();
  });
  const desktop = new RPCHandler(
    desktopRouter({
      connections,
      appLock,
      backups,
      quarantined,
      recovery,
      keychain,
      commands,
      showIdle,
      theme,
      idleLock,
      showLog,
      presence,
      print: createPrinter({ window: () => window, pathOf }),
      choose: (request) => {
        if (!window) throw fail('unexpected', { cause: 'no window to ask in' });
        return chooseFiles(window, request, grants);
      },
    }),
  );

  /** Plain tax IDs, in isolated processes. */
  const values = new ValuesHost({
    entry: path.join(programs, 'values.js'),
    toEngine: (id, port) => engine.handOver(id, port),
    copy: (text) => secrets.write(text),
  });
  const grant = async (control: Control) => {
    const requests = await control.requests();
    startMoment('engine answered');
    for await (const request of requests) {
      if (request.kind === 'progress') window?.setProgressBar(request.value ?? -1);
      else if (request.kind === 'clipboard') void writeRich(clipboard, runtime.ClipboardItem, request);
      else if (request.kind === 'values') values.want(request.id, request.wanted);
      else if (request.kind === 'show-file') shell.showItemInFolder(request.path);
      else if (request.kind === 'open-file') void shell.openPath(request.path);
      else if (request.kind === 'closed') connections.failed(request.connectionId, request.failure);
      else log(request.event, request.data);
    }
  };
  let firstEngine: ForkedEngine | undefined = begun.engine;
  const engine = new EngineHost({
    fork: () => {
      const forked = firstEngine ?? forkEngine(path.join(programs, 'engine.js'));
      firstEngine = undefined;
      return forked;
    },
    log,
    onStart: (control, restarted) => {
      // The request stream ends with the engine; the host notices by itself.
      values.endAll(); // those of an engine that died
      grant(control).catch(() => log('engine.requests-ended'));
      connections
        .engineStarted(control, restarted)
        .catch((error: unknown) =>
          log('engine.reopen-failed', { kind: error instanceof Error ? error.name : 'unknown' }),
        )
        .finally(() => void giveEngine());
      if (screen.isLocked) void tellEngine('lock');
      if (appLock.isLocked) void tellEngine('shutWindow');
    },
    onLost: () => {
      values.endAll();
      connections.engineLost();
    },
  });

  // Chromium restarts its network process, but an engine that used the old one can no longer reach anything.
  app.on('child-process-gone', (_event, { serviceName, reason }) => {
    if (serviceName !== NETWORK_SERVICE || reason === 'clean-exit') return;
    log('network.ended', { reason });
    engine.replace();
  });

  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('activate', () => (window ??= watched(begun.openWindow())));
  let shutsDown = false;
  powerMonitor.on('shutdown', () => {
    shutsDown = true;
    app.quit();
  });
  const leaving = quitHandler({
    pendingWork: () => connections.control.pendingWork(),
    ask: async (question) => {
      if (!window) return true;
      return (await dialog.showMessageBox(window, question)).response === 1;
    },
    stop: (working) => {
      window?.hide();
      const ending = engine
        .stop(working ? STOP_WORKING_TIMEOUT_MS : STOP_TIMEOUT_MS)
        .finally(() => demo.stop());
      return Promise.allSettled([secrets.clear(), ending]);
    },
    quit: () => app.quit(),
  });
  const watched = (opened: BrowserWindow): BrowserWindow => {
    opened.on('close', (event) => {
      if (!leaving.mayGo()) event.preventDefault();
    });
    watchPresence(opened, presence);
    opened.on('focus', () => screen.gesture());
    reportPageErrors(opened.webContents, (error) => log('page.error', { ...error }));
    const reopen = reloadAfterCrash(opened);
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      log('window.ended', { reason });
      if (reason === 'clean-exit' || reopen() === 'reloaded') return;
      dialog.showErrorBox(
        'The window of Firm Desk keeps closing',
        'Your saved work is safe. Quit Firm Desk and start it again. If it happens again, send the log to support from the Help menu.',
      );
    });
    opened.on('closed', () => (window = undefined));
    return opened;
  };

  const ended = new AbortController();
  void backups.watch(ended.signal);
  app.once('will-quit', () => ended.abort());
  app.on('before-quit', (event) => {
    if (!leaving.mayGo(shutsDown)) event.preventDefault();
  });

  // A pending keychain call would keep the process alive. Everything is closed here.
  app.on('quit', () => {
    if (keychain.waits()) process.kill(process.pid, 'SIGKILL');
  });

  installMenu((command) => {
    // Locks immediately, whatever the page does. If the lock is off, the page opens its setting.
    if (command !== 'lock' || !appLock.lock()) commands.emit(command);
  }, showLog);
  window = watched(begun.window);
  engine.start();
  // Needs this window and an engine: a page that asked before is answered here.
  const sendEnginePort = servePorts({
    onQuestion,
    window: () => window,
    devServer,
    isLocked: () => appLock.isLocked,
    enginePort: () => engine.windowPort(),
    valuesPort: (place) => values.pagePort(place),
    toDesktop: (port) => desktop.upgrade(port),
  });
  // Querying the system's power monitor and buses takes a tenth of the start, in the process that serves the
  // page: it runs after the first screen, before anything plain can be shown.
  setTimeout(() => {
    screen.watch();
    if (process.platform === 'linux')
      watchScreenSignals({ locked: () => screen.systemLocked(), unlocked: () => screen.gesture() });
  }, FIRST_SCREEN_DELAY_MS);
  log('app.start', { packaged: app.isPackaged });
  return { log };
}
