import './common/stub-form-data';
import { RPCHandler } from '@orpc/server/message-port';
import { app, clipboard, dialog, Notification, powerMonitor, shell, type BrowserWindow } from 'electron';
import * as runtime from 'electron';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Presence } from '#contract/calls/desktop';
import type { EngineRequest, LockState } from '#contract/calls/control';
import { fail, failureOf } from '#contract/failure';
import { idleMinutes, proxyConfig, type PolicySnapshot } from '#contract/policies';
import type { ScheduleEnd } from '#contract/features/scheduled-refresh/schemas';
import { markStart } from '#contract/start-mark';
import { AppGrants } from './desktop/app-grants';
import { Backups } from './desktop/backups';
import { DemoHost } from './desktop/demo-host';
import { chooseFiles } from './desktop/choose';
import {
  logFolder,
  ManagedPolicies,
  readPolicies,
  readPolicyFile,
  unusableFolders,
} from './desktop/policies';
import { createPrinter } from './desktop/print';
import { BackgroundSetting, systemLoginItems } from './desktop/background';
import { ConnectionKeys } from './desktop/connection-keys';
import { ConnectionStore } from './desktop/connection-store';
import { Connections } from './desktop/connections';
import { AppPin } from './desktop/app-pin';
import { Links } from './desktop/links';
import { systemKeychain, verifyKeychain } from './desktop/keychain';
import { openLog } from './desktop/log';
import { watchScreenSignals } from './desktop/dbus/screen-signals';
import { Recovery } from './desktop/recovery';
import { ConnectionRemovals } from './desktop/removals';
import { QuarantineStore } from './desktop/quarantined-work';
import { settleFolders } from './desktop/settle-folders';
import { idleLockSetting, ScreenLock } from './desktop/screen-lock';
import { desktopRouter } from './desktop/router';
import { writeRich } from './desktop/rich-clipboard';
import { SecretClipboard } from './desktop/secret-clipboard';
import { systemAppLock } from './desktop/system-app-lock';
import type { AppLock } from './desktop/app-lock';
import type { themeSetting } from './desktop/theme';
import { createUpdates } from './desktop/updates/create-updates';
import { ValuesHost } from './desktop/values-host';
import { EngineHost, type Control } from './desktop/engine-host';
import { forkEngine, type ForkedEngine } from './desktop/fork-engine';
import type { Log } from './desktop/log-line';
import { Events } from './common/observable';
import { succeeds } from './common/succeeds';
import { Locks } from './app/locks';
import { registerLinks, type collectLinks } from './app/link-source';
import { installMenu, disableMenuCommands } from './app/menu';
import { reportPageErrors } from './app/page-errors';
import { servePorts } from './app/page-ports';
import type { collectPortRequests } from './app/port-requests';
import { AppTray } from './app/tray';
import { PendingSave, QuitHandler } from './app/quitting';
import { scheduleNotice } from './app/schedule-notice';
import { reloadAfterCrash } from './app/reload-after-crash';

const DEMO_ACCOUNTS = 100_000;
/** Time for the engine to close its databases. */
const STOP_TIMEOUT_MS = 3_000;
/** The same with active work, which it ends first. */
const STOP_TIMEOUT_WITH_WORK_MS = 9_000;
const CLIPBOARD_TIMEOUT_MS = 2_000;
/** Delay after the start: the first screen is painted by then. */
const FIRST_SCREEN_DELAY_MS = 1_000;
/** On Linux, the app itself holds copied text in memory, so new content overwrites it before the clipboard is cleared. */
const CLIPBOARD_OVERWRITES = process.platform === 'linux' ? 8 : 0;
const NETWORK_SERVICE = 'network.mojom.NetworkService';

/** What main/index.ts started before this script was loaded. */
export interface StartedEarly {
  /** Folder of the bundled programs: out/main. */
  readonly programs: string;
  readonly devServer: string | undefined;
  readonly theme: ReturnType<typeof themeSetting>;
  /** The window stays hidden until the user opens it. */
  readonly isHidden: boolean;
  readonly engine: ForkedEngine;
  readonly window: BrowserWindow;
  readonly onPortRequest: ReturnType<typeof collectPortRequests>;
  readonly onLink: ReturnType<typeof collectLinks>;
  /** Reopens the window after it was closed. */
  readonly openWindow: () => BrowserWindow;
}

/** Builds the app process (the composition root), and supervises the engine process and the window. */
export function runApp(early: StartedEarly): { readonly log: Log } {
  const built = new AppProcess(early);
  built.start();
  return built;
}

/** Loaded on macOS only: elsewhere its XML parser would take time of every start. */
const parsePropertyList =
  process.platform === 'darwin' ? (await import('./desktop/property-list')).parsePropertyList : null;

/** Reads the policies. Tests of an unpackaged app use another file, which belongs to the user who runs them. */
function readPoliciesOrTestFile(): PolicySnapshot {
  const testFile = app.isPackaged ? undefined : process.env['FIRM_DESK_POLICY_FILE'];
  return testFile === undefined
    ? readPolicies(parsePropertyList)
    : readPolicyFile(testFile, process.getuid?.());
}

class AppProcess {
  readonly log: Log;
  readonly #early: StartedEarly;
  readonly #userData = app.getPath('userData');
  readonly #showLog: () => void;
  readonly #keychain = systemKeychain(process.env['FIRM_DESK_KEYCHAIN'] ?? 'Firm Desk');
  readonly #policies = new ManagedPolicies(readPoliciesOrTestFile);
  readonly #updates: ReturnType<typeof createUpdates>;
  readonly #demo: DemoHost;
  readonly #connections: Connections;
  readonly #grants: AppGrants;
  readonly #keys: ConnectionKeys;
  readonly #recovery: Recovery;
  readonly #backups: Backups;
  readonly #links = new Links({
    session: () => this.#connections.session.value,
    writeClipboard: (text) => clipboard.writeText(text),
  });
  readonly #tray = new AppTray(() => this.#showWindow());
  readonly #background = new BackgroundSetting(
    path.join(this.#userData, 'background.json'),
    systemLoginItems(app),
    ({ tray }) => this.#tray.set(tray),
  );
  /** The window is hidden, because the app was started with the computer or the window was closed into the tray. */
  #isWindowHidden: boolean;
  /** Those not clicked yet: Electron collects one without a reference, and its click is lost. A few a day. */
  readonly #notifications = new Set<Notification>();
  /** The window has input that is not saved yet. */
  #isEditing = false;
  readonly #pendingSave = new PendingSave();
  readonly #commands = new Events<Command>();
  readonly #presence = new Events<Presence>();
  readonly #idleLock: ReturnType<typeof idleLockSetting>;
  readonly #secrets = new SecretClipboard(clipboard, CLIPBOARD_OVERWRITES);
  /** The processes for plain tax IDs. */
  readonly #values: ValuesHost;
  readonly #engine: EngineHost;
  readonly #screen: ScreenLock;
  readonly #appLock: AppLock;
  readonly #locks: Locks;
  readonly #isAppLocked = () => this.#locks.state === 'app-locked';
  readonly #quitHandler = this.#createQuitHandler();
  #firstEngine: ForkedEngine | undefined;
  #window: BrowserWindow | undefined;
  #sendEnginePort: () => void = () => undefined;

  constructor(early: StartedEarly) {
    this.#early = early;
    this.#firstEngine = early.engine;
    this.#isWindowHidden = early.isHidden;
    const { log, show } = openLog(
      logFolder(this.#policies.inForce.LogFolder) ?? path.join(this.#userData, 'logs'),
    );
    this.log = log;
    this.#showLog = show;
    const policies = () => this.#policies.inForce;
    this.#updates = createUpdates({ userData: this.#userData, policies, log });
    this.#demo = new DemoHost(
      path.join(early.programs, 'demo.js'),
      Number(process.env['FIRM_DESK_DEMO_ACCOUNTS'] ?? DEMO_ACCOUNTS),
      () => void this.#connections.demoEnded(),
    );
    this.#keys = new ConnectionKeys(this.#keychain, this.#folderOf);
    // Must precede reading the list of connections, which finds restored ones by their folders.
    const settled = settleFolders({ userData: this.#userData, noteOf: this.#noteOf, log });
    this.#connections = this.#createConnections();
    this.#connections.showSettledReplacements(settled);
    const shared = { connections: this.#connections, keys: this.#keys, log };
    const folders = { folderOf: this.#folderOf, noteOf: this.#noteOf };
    this.#grants = new AppGrants(
      this.#connections.session,
      (grant) => this.#connections.control.grant(grant),
      (permission) => this.#policies.expectAllowed(permission),
      policies,
    );
    this.#backups = new Backups({
      ...shared,
      ...folders,
      pathOf: this.#grants.pathOf,
      policies,
    });
    this.#recovery = new Recovery({ ...shared, ...folders });
    this.#idleLock = idleLockSetting(path.join(this.#userData, 'idle-lock'));
    this.#values = new ValuesHost({
      entry: path.join(early.programs, 'values.js'),
      toEngine: (id, port) => this.#engine.sendValuesPort(id, port),
      copy: (text) => this.#secrets.write(text),
    });
    this.#engine = this.#createEngine();
    this.#appLock = this.#createAppLock();
    const minutes = () => idleMinutes(this.#idleLock.get(), this.#policies.inForce);
    this.#screen = new ScreenLock(powerMonitor, minutes, (change) => {
      this.#presence.emit(change);
      this.#locks.onScreenChange(change);
    });
    this.#locks = this.#createLocks();
  }

  start(): void {
    void this.#followConnections();
    this.#followSystem();
    const ended = new AbortController();
    void this.#backups.watch(ended.signal);
    void this.#logPolicies(this.#policies.snapshot);
    this.#policies.watch(ended.signal, (snapshot) => {
      void this.#logPolicies(snapshot);
      void this.#updates.check.settingsChanged();
      this.#applyProxy()
        .then(() => this.#connections.policiesChanged()) // reopens the connection under the new policies
        .catch(() => this.#engine.replace()); // what the old engine still has open ends with it
    });
    app.once('will-quit', () => ended.abort());
    installMenu((command) => {
      // Locks at once, without waiting for the page. If the lock is off, the page opens its setting.
      if (command !== 'lock' || !this.#appLock.lock()) this.#commands.emit(command);
    }, this.#showLog);
    this.#window = this.#watchWindow(this.#early.window);
    this.#tray.set(this.#background.get().tray);
    if (!this.#tray.isOn && this.#isWindowHidden) this.#showWindow(); // started hidden, and cannot be reached
    this.#early.onLink((text) => {
      this.#links.receive(text);
      this.#showWindow();
    });
    void this.#startEngine();
    const desktop = new RPCHandler(this.#createRouter());
    // Needs the window: a page that requested ports earlier gets them here. If the engine still waits for the
    // proxy, its port follows.
    this.#sendEnginePort = servePorts({
      onPortRequest: this.#early.onPortRequest,
      window: () => this.#window,
      devServer: this.#early.devServer,
      isLocked: this.#isAppLocked,
      enginePort: () => this.#engine.windowPort(),
      valuesPort: (processId) => this.#values.pagePort(processId),
      toDesktop: (port) => {
        this.#isEditing = false; // a new page
        this.#pendingSave.set(false);
        desktop.upgrade(port);
      },
    });
    // Querying the system's power monitor and buses takes a tenth of the startup time, in the process that serves
    // the page. It runs after the first screen, but before plain tax IDs can be shown.
    setTimeout(() => {
      this.#screen.watch();
      registerLinks();
      this.#updates.onQuit.logLastAttempt();
      this.#updates.check.watch(ended.signal);
      this.#followWaking();
      if (process.platform === 'linux')
        watchScreenSignals({
          locked: () => this.#screen.handleSystemLock(),
          unlocked: () => this.#screen.handleUserReturn(),
        });
    }, FIRST_SCREEN_DELAY_MS);
    this.log('app.start', { packaged: app.isPackaged });
  }

  /** Starts the engine once the proxy of the policies is set, so that nothing is sent without it. */
  async #startEngine(): Promise<void> {
    try {
      if (this.#policies.inForce.Proxy !== undefined) await this.#applyProxy();
      this.#engine.start();
    } catch {
      this.log('policies.proxy-failed');
      dialog.showErrorBox(
        'Firm Desk can’t use your organization’s proxy',
        'Nothing was sent. Ask your IT department to correct the Proxy policy, then start Firm Desk again.',
      );
      app.quit();
    }
  }

  /** Sets the proxy for all requests, including the engine's: the policy's, or else the system's. */
  #applyProxy(): Promise<void> {
    return app.setProxy(proxyConfig(this.#policies.inForce.Proxy ?? 'system') ?? { mode: 'system' });
  }

  readonly #folderOf = (id: string): string => path.join(this.#userData, 'connections', id);
  readonly #noteOf = (id: string): string => path.join(this.#userData, 'workspace-notes', `${id}.json`);

  async #logPolicies({ policies, invalid, unknown, isUnreadable }: PolicySnapshot): Promise<void> {
    const set = Object.keys(policies).length;
    if (set + unknown.length > 0)
      this.log('policies.read', {
        set,
        invalid: invalid.length,
        unknown: unknown.length,
        unreadable: isUnreadable,
      });
    for (const policy of await unusableFolders(policies)) this.log('policies.folder-unusable', { policy });
  }

  #createConnections(): Connections {
    return new Connections({
      store: new ConnectionStore(this.#userData, this.#folderOf),
      keys: this.#keys,
      removals: new ConnectionRemovals(path.join(this.#userData, 'removals.json'), this.#keys),
      demo: this.#demo,
      folderOf: this.#folderOf,
      noteOf: this.#noteOf,
      log: this.log,
      policies: () => this.#policies.inForce,
      startEngine: () => void this.#startEngine(),
    });
  }

  #createEngine(): EngineHost {
    return new EngineHost({
      fork: () => {
        const forked = this.#firstEngine ?? forkEngine(path.join(this.#early.programs, 'engine.js'));
        this.#firstEngine = undefined;
        return forked;
      },
      log: this.log,
      onStart: (control, isRestart) => {
        this.#values.endAll(); // those of an engine that died
        // The request stream ends with the engine, and the host detects that.
        this.#serve(control).catch(() => this.log('engine.requests-ended'));
        this.#connections
          .engineStarted(control, isRestart)
          .catch((error: unknown) =>
            this.log('engine.reopen-failed', { kind: error instanceof Error ? error.name : 'unknown' }),
          )
          .finally(() => void this.#sendEnginePortWhenReady());
        this.#locks.onEngineStarted();
      },
      onLost: () => {
        this.#values.endAll();
        this.#connections.engineLost();
      },
    });
  }

  #createAppLock(): AppLock {
    return systemAppLock({
      file: path.join(this.#userData, 'app-lock'),
      codes: this.#recovery,
      pin: new AppPin(this.#keychain),
      log: this.log,
      window: () => this.#window,
      clearSecrets: () => void this.#secrets.clear().catch(() => undefined), // its timer tries again
      onPageReplaced: () => this.#locks.onPageReplaced(),
      connectWindow: () => this.#locks.onAppUnlocked(),
    });
  }

  #createLocks(): Locks {
    return new Locks({
      isScreenLocked: () => this.#screen.isLocked,
      isAppLocked: () => this.#appLock.isLocked,
      lockApp: () => this.#appLock.lock(),
      notifyEngine: (state) => this.#sendLockToEngine(state),
      endTaxIdProcesses: () => this.#values.endAll(),
      disconnectWindow: () => this.#engine.disconnectWindow(),
      connectWindow: () => void this.#sendEnginePortWhenReady(),
    });
  }

  #createRouter() {
    const { pathOf } = this.#grants;
    return desktopRouter({
      connections: this.#connections,
      pathOf,
      appLock: this.#appLock,
      isLocked: this.#isAppLocked,
      backups: this.#backups,
      quarantined: new QuarantineStore({
        connections: this.#connections,
        folderOf: this.#folderOf,
        pathOf,
        requireStrong: (passphrase) => this.#backups.requireStrong(passphrase),
        log: this.log,
      }),
      recovery: this.#recovery,
      keychain: this.#keychain,
      commands: this.#commands,
      disableCommands: disableMenuCommands,
      theme: this.#early.theme,
      idleLock: this.#idleLock,
      showLog: this.#showLog,
      presence: this.#presence,
      policies: this.#policies,
      links: this.#links,
      updates: this.#updates.check,
      updateSetting: this.#updates.setting,
      setSavePending: (isPending) => this.#pendingSave.set(isPending),
      setEditing: (isEditing) => {
        this.#isEditing = isEditing; // returning it would violate the contract
      },
      background: this.#background,
      print: createPrinter({
        window: () => this.#window,
        pathOf,
        expectAllowed: () => this.#policies.expectAllowed('ExportFiles'),
        connectionName: () => this.#connections.session.value.open?.connection.name ?? '',
      }),
      choose: (request) => {
        if (!this.#window) throw fail('unexpected', { cause: 'no window to ask in' });
        return chooseFiles(this.#window, request, this.#grants);
      },
    });
  }

  #createQuitHandler() {
    return new QuitHandler({
      pendingWork: () => this.#connections.control.pendingWork(),
      isEditing: () => this.#isEditing,
      saved: () => this.#pendingSave.ended(),
      confirm: async (question, signal) => {
        if (!this.#window) return true;
        this.#showWindow(); // it may be in the tray
        const { response } = await dialog.showMessageBox(this.#window, { ...question, signal });
        return response === 1 || signal.aborted; // 1: Quit (app/quitting.ts)
      },
      stop: async (hasActiveWork) => {
        this.#window?.hide();
        this.#connections.refuseReplacing();
        const ending = this.#engine
          .stop(hasActiveWork ? STOP_TIMEOUT_WITH_WORK_MS : STOP_TIMEOUT_MS)
          .finally(() => this.#demo.stop());
        // A clipboard that does not answer must not keep the app from ending.
        const clearing = Promise.race([this.#secrets.clear(), sleep(CLIPBOARD_TIMEOUT_MS)]);
        const [ended] = await Promise.allSettled([ending, clearing]);
        return ended.status === 'fulfilled' && ended.value;
      },
      installUpdate: () => this.#updates.onQuit.install(),
      quit: () => app.quit(),
    });
  }

  /** Sends a lock to the engine. An engine that has ended has nothing to protect. */
  async #sendLockToEngine(state: LockState): Promise<void> {
    try {
      await this.#connections.control.setLock(state);
    } catch {
      this.log('engine.lock-not-set');
    }
  }

  /**
   * Sends the engine port once, when the engine has its connection or was unlocked: with a second port, a
   * starting page would wait for responses through the first.
   */
  async #sendEnginePortWhenReady(): Promise<void> {
    await this.#locks.engineNotified;
    if (!this.#engine.hasWindow) this.#sendEnginePort();
  }

  async #followConnections(): Promise<void> {
    for await (const _session of this.#connections.session.follow()) {
      this.#appLock.updateState();
      this.#grants.endForClosedConnection();
    }
  }

  /** Executes the engine's requests until it ends. */
  async #serve(control: Control): Promise<void> {
    const requests = await control.requests();
    markStart('engine answered');
    for await (const request of requests) {
      if (request.kind === 'progress')
        this.#window?.setProgressBar(request.value ?? -1); // -1 removes the bar
      else if (request.kind === 'clipboard') void writeRich(clipboard, runtime.ClipboardItem, request);
      else if (request.kind === 'values') this.#values.setWanted(request.id, request.isWanted);
      else if (request.kind === 'show-file') shell.showItemInFolder(request.path);
      else if (request.kind === 'open-file') void shell.openPath(request.path);
      else if (request.kind === 'keychain-check') void this.#answerKeychainCheck(control, request.id);
      else if (request.kind === 'team-secrets') void this.#answerTeamSecrets(control, request);
      else if (request.kind === 'scheduled-refresh') this.#notifyScheduled(request.end);
      else if (request.kind === 'closed') this.#connections.failed(request.connectionId, request.failure);
      else this.log(request.event, request.data);
    }
  }

  async #answerKeychainCheck(control: Control, id: string): Promise<void> {
    const isReadable = await succeeds(verifyKeychain(this.#keychain));
    await control.keychainChecked({ id, isReadable }).catch(() => undefined); // the engine ended
  }

  async #answerTeamSecrets(
    control: Control,
    { id, connectionId, what }: Extract<EngineRequest, { kind: 'team-secrets' }>,
  ): Promise<void> {
    const response = await this.#keys.teamSecrets(connectionId, what).then(
      (secrets) => ({ secrets }),
      (error: unknown) => ({ secrets: null, failure: failureOf(error) }),
    );
    await control.teamSecretsAnswered({ id, ...response }).catch(() => undefined); // the engine ended
  }

  /** Shows a system notification; clicking it brings the window to the front. */
  #notifyScheduled(end: ScheduleEnd): void {
    if (end.how === 'canceled' || !Notification.isSupported()) return;
    const notification = new Notification(scheduleNotice(end));
    this.#notifications.add(notification);
    notification.on('click', () => {
      this.#notifications.delete(notification);
      this.#showWindow();
    });
    notification.show();
  }

  /** When the computer wakes up, reads the policies and wakes the engine, whose timers stopped while it slept. */
  #followWaking(): void {
    powerMonitor.on('resume', () => {
      this.#policies.readAgain();
      void this.#wakeEngine();
    });
  }

  async #wakeEngine(): Promise<void> {
    try {
      await this.#connections.control.notifyWake();
    } catch {
      // No engine: nothing is scheduled.
    }
  }

  #followSystem(): void {
    // Chromium restarts its network process, but an engine that used the old one can no longer reach anything.
    app.on('child-process-gone', (_event, { serviceName, reason }) => {
      if (serviceName !== NETWORK_SERVICE || reason === 'clean-exit') return;
      this.log('network.ended', { reason });
      this.#engine.replace();
    });
    app.on('second-instance', () => this.#showWindow());
    // A click on the Dock icon (macOS), also while the window is hidden.
    app.on('activate', () => this.#showWindow());
    let isShuttingDown = false;
    powerMonitor.on('shutdown', (event?: Electron.Event) => {
      event?.preventDefault(); // delays the shutdown until the app has quit
      isShuttingDown = true;
      app.quit();
    });
    app.on('before-quit', (event) => {
      if (!this.#quitHandler.requestQuit(isShuttingDown)) event.preventDefault();
    });
    // A pending keychain call would keep the process alive. Everything else has ended by now.
    app.on('quit', () => {
      if (this.#keychain.hasPendingCall()) process.kill(process.pid, 'SIGKILL');
    });
  }

  /** Brings the window to the front; a window that is being painted shows itself. */
  #showWindow(): void {
    this.#window ??= this.#watchWindow(this.#early.openWindow());
    if (this.#isWindowHidden) this.#window.show();
    this.#isWindowHidden = false;
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.focus();
  }

  #watchWindow(opened: BrowserWindow): BrowserWindow {
    opened.on('close', (event) => {
      if (this.#tray.isOn && !this.#quitHandler.isQuitting) {
        event.preventDefault();
        this.#isWindowHidden = true;
        opened.hide();
      } else if (!this.#quitHandler.requestQuit()) event.preventDefault();
    });
    // Windows ends a session without asking the app to quit.
    opened.on('query-session-end', (event) => {
      if (!this.#quitHandler.requestQuit(true)) event.preventDefault(); // until the app has quit
    });
    watchPresence(opened, this.#presence);
    opened.on('focus', () => this.#screen.handleUserReturn());
    reportPageErrors(opened.webContents, (error) => this.log('page.error', { ...error }));
    const reopen = reloadAfterCrash(opened);
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      this.log('window.ended', { reason });
      if (reason === 'clean-exit' || reopen() === 'reloaded') return;
      dialog.showErrorBox(
        'The Firm Desk window keeps closing',
        'Your saved work is safe. Quit Firm Desk and start it again. If it happens again, choose Help > Show the Log File and send that file to support.',
      );
    });
    opened.on('closed', () => (this.#window = undefined));
    return opened;
  }
}

/** Emits when the window loses or gains focus. */
function watchPresence(window: BrowserWindow, presence: Events<Presence>): void {
  window.on('blur', () => presence.emit('blur'));
  window.on('focus', () => presence.emit('focus'));
}
