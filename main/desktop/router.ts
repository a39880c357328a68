import { implement } from '@orpc/server';
import { app } from 'electron';
import { hostname } from 'node:os';
import type { ChosenFile, ChoiceRequest } from '#contract/calls/choose';
import { desktopContract, type Command, type Presence } from '#contract/calls/desktop';
import { fail } from '#contract/failure';
import { declareFailures } from '../common/rpc';
import type { Events } from '../common/observable';
import type { AppGrants } from './app-grants';
import type { AppLock } from './app-lock';
import type { BackgroundSetting } from './background';
import type { Backups } from './backups';
import type { Connections } from './connections';
import type { Links } from './links';
import type { ManagedPolicies } from './policies';
import type { UpdateCheck } from './updates/update-check';
import type { UpdateSetting } from './updates/update-setting';
import type { Printer } from './print';
import { verifyKeychain, type Keychain } from './keychain';
import type { Recovery } from './recovery';
import type { idleLockSetting } from './screen-lock';
import type { QuarantineStore } from './quarantined-work';
import type { themeSetting } from './theme';

interface RouterOptions {
  readonly connections: Connections;
  readonly appLock: AppLock;
  /** Returns true while only the lock screen may call. */
  readonly isLocked: () => boolean;
  readonly backups: Backups;
  readonly quarantined: QuarantineStore;
  readonly recovery: Recovery;
  readonly keychain: Keychain;
  readonly commands: Events<Command>;
  /** Disables these commands in the native menu, and enables all others. */
  readonly disableCommands: (commands: readonly Command[]) => void;
  /** Receives whether the window has unsaved input. */
  readonly setEditing: (isEditing: boolean) => void;
  /** Receives whether the window has changes that it is about to save. */
  readonly setSavePending: (isPending: boolean) => void;
  readonly theme: ReturnType<typeof themeSetting>;
  readonly idleLock: ReturnType<typeof idleLockSetting>;
  readonly showLog: () => void;
  /** Returns the path behind a grant. */
  readonly pathOf: AppGrants['pathOf'];
  readonly choose: (request: ChoiceRequest) => Promise<ChosenFile[]>;
  readonly presence: Events<Presence>;
  readonly print: Printer;
  readonly policies: ManagedPolicies;
  readonly links: Links;
  readonly updates: UpdateCheck;
  readonly updateSetting: UpdateSetting;
  readonly background: BackgroundSetting;
}

/** Calls that the lock screen needs. */
const WHILE_LOCKED: ReadonlySet<string> = new Set([
  'appLock.state',
  'appLock.unlock',
  'appLock.unlockByPin',
  'appLock.unlockBySystem',
]);

/** Procedures of the desktop contract; most fail while the app is locked. */
const desktopProcedures = (isLocked: () => boolean) =>
  implement(desktopContract)
    .use(declareFailures)
    .use(({ next, path }) => {
      if (isLocked() && !WHILE_LOCKED.has(path.join('.'))) throw fail('app-locked');
      return next();
    });
type DesktopProcedures = ReturnType<typeof desktopProcedures>;

const connectionCalls = (
  { connections: os }: DesktopProcedures,
  { connections, pathOf, appLock }: Pick<RouterOptions, 'connections' | 'pathOf' | 'appLock'>,
) => ({
  test: os.test.handler(({ input }) => connections.test(input)),
  create: os.create.handler(({ input }) => connections.create(input)),
  demo: os.demo.handler(({ input }) => connections.openDemo(input.application)),
  demoNight: os.demoNight.handler(() => connections.simulateDemoNight()),
  saveDemoSample: os.saveDemoSample.handler(({ input: { sheet, grant } }) =>
    connections.saveDemoSample(sheet, pathOf(grant, 'demo-sample')),
  ),
  open: os.open.handler(({ input }) => connections.open(input.id, input)),
  close: os.close.handler(() => connections.close()),
  change: os.change.handler(({ input }) => connections.change(input)),
  relabel: os.relabel.handler(({ input }) => connections.relabel(input.id, input.application)),
  replaceCredential: os.replaceCredential.handler(({ input }) =>
    connections.replaceCredential(input.id, input.credential),
  ),
  remove: os.remove.handler(({ input }) =>
    connections.remove(input.id).finally(() => appLock.handleRemoval()),
  ),
  finishRemovals: os.finishRemovals.handler(() => connections.finishRemovals()),
});

/** Backups, and quarantined work. */
const backupCalls = (
  { backups: os }: DesktopProcedures,
  { backups, quarantined, appLock }: RouterOptions,
) => ({
  make: os.make.handler(({ input }) => backups.make(input.grant, input.passphrase)),
  isGuessable: os.isGuessable.handler(({ input }) => backups.isGuessable(input.passphrase)),
  daily: os.daily.handler(({ input }) => backups.dailySetting(input.id)),
  start: os.start.handler(({ input }) => backups.startDaily(input.grant, input.passphrase)),
  stop: os.stop.handler(({ input }) => backups.stopDaily(input.id)),
  inspect: os.inspect.handler(({ input }) => backups.inspect(input.grant, input.passphrase)),
  listQuarantined: os.listQuarantined.handler(({ input }) => quarantined.list(input.id)),
  compareQuarantined: os.compareQuarantined.handler(({ input }) => quarantined.compare(input.id, input.name)),
  openQuarantined: os.openQuarantined.handler(({ input }) => quarantined.open(input.id, input.name)),
  exportQuarantined: os.exportQuarantined.handler(({ input: { id, name, grant, passphrase } }) =>
    quarantined.export(id, name, grant, passphrase),
  ),
  removeQuarantined: os.removeQuarantined.handler(({ input }) => {
    quarantined.remove(input.id, input.name);
    appLock.updateState(); // it may have had the last recovery code
  }),
  dismissOutcome: os.dismissOutcome.handler(() => backups.dismissOutcome()),
  rescue: os.rescue.handler(({ input }) => backups.rescue(input.id)),
  restore: os.restore.handler(({ input }) => backups.restore(input.grant, input.passphrase)),
});

const updateCalls = (
  { updates: os }: DesktopProcedures,
  { updates, updateSetting }: Pick<RouterOptions, 'updates' | 'updateSetting'>,
) => ({
  state: os.state.handler(() => updates.state),
  check: os.check.handler(() => updates.check()),
  setting: os.setting.handler(() => updateSetting.get()),
  choose: os.choose.handler(({ input }) => {
    updateSetting.choose(input);
    return updates.settingsChanged();
  }),
});

/** Implements the desktop contract. */
export function desktopRouter(options: RouterOptions) {
  const { connections, appLock, recovery, keychain, commands, theme, showLog } = options;
  const os = desktopProcedures(options.isLocked);
  return os.router({
    session: os.session.handler(({ signal }) => connections.session.follow(signal)),
    commands: os.commands.handler(({ signal }) => commands.follow(signal)),
    setInactiveCommands: os.setInactiveCommands.handler(({ input }) => options.disableCommands(input)),
    setEditing: os.setEditing.handler(({ input }) => options.setEditing(input)),
    setSavePending: os.setSavePending.handler(({ input }) => options.setSavePending(input)),
    keychain: os.keychain.handler(() => verifyKeychain(keychain)),
    connections: connectionCalls(os, options),
    apiKeys: {
      list: os.apiKeys.list.handler(({ input }) => connections.listKeys(input)),
      remove: os.apiKeys.remove.handler(({ input }) => connections.deleteKey(input)),
    },
    appLock: {
      state: os.appLock.state.handler(({ signal }) => appLock.state.follow(signal)),
      turnOn: os.appLock.turnOn.handler(({ input }) => appLock.turnOn(input.code)),
      turnOff: os.appLock.turnOff.handler(() => appLock.turnOff()),
      lock: os.appLock.lock.handler(() => {
        if (!appLock.lock()) throw fail('conflict', { cause: 'the lock is off' });
      }),
      unlock: os.appLock.unlock.handler(({ input }) => appLock.unlock(input.code)),
      unlockByPin: os.appLock.unlockByPin.handler(({ input }) => appLock.unlockByPin(input.pin)),
      setPin: os.appLock.setPin.handler(({ input }) => appLock.setPin(input.pin)),
      effectOfRemoval: os.appLock.effectOfRemoval.handler(({ input }) => appLock.effectOfRemoval(input.id)),
      unlockBySystem: os.appLock.unlockBySystem.handler(() => appLock.unlockBySystem()),
    },
    backups: backupCalls(os, options),
    recovery: {
      codeState: os.recovery.codeState.handler(({ input }) => recovery.codeState(input.id)),
      create: os.recovery.create.handler(async ({ input }) => {
        const code = await recovery.create(input.id);
        appLock.updateState(); // the first code makes the lock available
        return { code };
      }),
      confirm: os.recovery.confirm.handler(({ input }) => recovery.confirm(input.id)),
      unlock: os.recovery.unlock.handler(({ input }) => recovery.unlock(input.id, input.code)),
      startOver: os.recovery.startOver.handler(({ input }) => recovery.startOver(input.id)),
    },
    links: {
      incoming: os.links.incoming.handler(({ signal }) => options.links.follow(signal)),
      acknowledge: os.links.acknowledge.handler(({ input }) => options.links.acknowledge(input.id)),
      copy: os.links.copy.handler(({ input }) => options.links.copy(input.to)),
    },
    policies: os.policies.handler(() => options.policies.state()),
    updates: updateCalls(os, options),
    about: os.about.handler(() => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      platform: `${process.platform} ${process.arch}`,
      computer: hostname(),
      dataFolder: app.getPath('userData'),
    })),
    theme: {
      get: os.theme.get.handler(() => theme.get()),
      set: os.theme.set.handler(({ input }) => theme.set(input)),
    },
    background: {
      get: os.background.get.handler(() => {
        const { background } = options;
        return { ...background.get(), canStartAtLogin: background.canStartAtLogin };
      }),
      set: os.background.set.handler(({ input }) => options.background.set(input)),
    },
    idleLock: {
      get: os.idleLock.get.handler(() => options.idleLock.get()),
      set: os.idleLock.set.handler(({ input }) => options.idleLock.set(input)),
    },
    print: {
      pdf: os.print.pdf.handler(({ input }) => options.print.pdf(input.grant, input.frame)),
      pdfBase64: os.print.pdfBase64.handler(({ input }) => options.print.pdfBase64(input)),
      paper: os.print.paper.handler(({ input }) => options.print.paper(input)),
    },
    openLog: os.openLog.handler(() => showLog()),
    choose: os.choose.handler(({ input }) => options.choose(input)),
    presence: os.presence.handler(({ signal }) => options.presence.follow(signal)),
  });
}
