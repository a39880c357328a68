import { app, session } from 'electron';
import path from 'node:path';
import { proxyConfig, type Policies } from '#contract/policies';
import type { Log } from '../log-line';
import { copySavedWork } from './copy-saved-work';
import { InstallOnQuit } from './install-on-quit';
import { installerOf, type Installer } from './installers';
import { UPDATE_KEYS } from './keys';
import { UpdateCheck } from './update-check';
import { UpdateRecord } from './update-record';
import { UpdateSetting } from './update-setting';

interface UpdatesContext {
  readonly userData: string;
  readonly policies: () => Policies;
  readonly log: Log;
}

/** Tests of an unpackaged app name their keys and a fake installer. */
const testOverride = (name: string): string | undefined => (app.isPackaged ? undefined : process.env[name]);

function systemInstaller(): Installer | null {
  const fakeInstaller = testOverride('FIRM_DESK_UPDATE_INSTALLER');
  if (fakeInstaller !== undefined) return (file) => ({ program: fakeInstaller, args: [file] });
  if (!app.isPackaged) return null;
  return installerOf({
    platform: process.platform,
    program: process.execPath,
    resources: process.resourcesPath,
    isRoot: process.getuid?.() === 0,
  });
}

/** Returns a fetch for updates that uses the proxy of the policies, and neither cookies nor cache of the page. */
function updateFetch(proxy: () => string | undefined): typeof fetch {
  return async (input, init) => {
    const updateSession = session.fromPartition('updates', { cache: false });
    updateSession.setSpellCheckerLanguages([]); // a new session downloads dictionaries otherwise
    updateSession.setSpellCheckerEnabled(false);
    await updateSession.setProxy(proxyConfig(proxy() ?? 'system') ?? { mode: 'system' });
    return updateSession.fetch(input instanceof URL ? input.href : input, init);
  };
}

/** Builds the check for updates, off until a policy or the user turns it on, and what installs them on quit. */
export function createUpdates({ userData, policies, log }: UpdatesContext): {
  readonly check: UpdateCheck;
  readonly onQuit: InstallOnQuit;
  readonly setting: UpdateSetting;
} {
  const record = new UpdateRecord(path.join(userData, 'updates.json'));
  const installer = systemInstaller();
  const installed = app.getVersion();
  const setting = new UpdateSetting(path.join(userData, 'update-setting.json'), policies, installer !== null);
  const check = new UpdateCheck({
    fetch: updateFetch(() => policies().Proxy),
    keys: testOverride('FIRM_DESK_UPDATE_KEYS')?.split(',') ?? UPDATE_KEYS,
    installed,
    platform: process.platform,
    arch: process.arch,
    record,
    canInstall: installer !== null,
    folder: path.join(userData, 'updates'),
    settings: () => {
      const { mode, address } = setting.get();
      return { mode, address: address || undefined, holdAt: policies().HoldAtVersion };
    },
    log,
  });
  const onQuit = new InstallOnQuit({
    ready: () => check.ready,
    installer,
    installed,
    record,
    backUp: () => copySavedWork(path.join(userData, 'connections')),
    log,
  });
  return { check, onQuit, setting };
}
