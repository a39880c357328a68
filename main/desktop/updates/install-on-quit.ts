import { spawn } from 'node:child_process';
import { errorCodeOf } from '#common/error-code';
import type { Log } from '../log-line';
import { matchesManifest } from './download';
import type { InstallCommand, Installer } from './installers';
import { compareVersions } from './manifest';
import type { ReadyUpdate } from './update-check';
import type { UpdateRecord } from './update-record';

interface InstallOnQuitDeps {
  readonly ready: () => ReadyUpdate | undefined;
  readonly installer: Installer | null;
  readonly installed: string;
  readonly record: UpdateRecord;
  /** Copies saved work; throws if it cannot. */
  readonly backUp: () => void;
  readonly start?: ((command: InstallCommand) => void) | undefined;
  readonly log: Log;
}

/** Installs a downloaded version when the app quits. */
export class InstallOnQuit {
  readonly #deps: InstallOnQuitDeps;

  constructor(deps: InstallOnQuitDeps) {
    this.#deps = deps;
  }

  /** Logs how the last attempt ended. */
  logLastAttempt(): void {
    const { record, installed, log } = this.#deps;
    const { attempt } = record.read();
    if (!attempt) return;
    const isInstalled = compareVersions(installed, attempt.version) >= 0;
    log(isInstalled ? 'update.installed' : 'update.not-installed', { attempts: attempt.count });
    try {
      if (isInstalled) record.clearAttempt();
    } catch {
      // Logged again at the next start.
    }
  }

  /**
   * Backs up saved work, then starts the installer of a downloaded version, which waits for the end of this process.
   * Call it when no file is open and nothing was interrupted. Without a copy of saved work nothing is installed.
   * Never throws: the app quits in any case.
   */
  install(): void {
    const { ready, installer, record, backUp, start = startDetached, log } = this.#deps;
    const update = ready();
    if (!update || !installer) return;
    try {
      if (!matchesManifest(update.path, update.file)) {
        log('update.altered');
        return;
      }
      backUp();
      record.addAttempt(update.version); // before the start: an installer that never ends counts too
      log('update.installing', { attempts: record.attemptsOf(update.version) });
      start(installer(update.path, update.file.sha256));
    } catch (error) {
      log('update.not-started', { cause: errorCodeOf(error) });
    }
  }
}

/** Starts a program that outlives this process. The next start of the app shows whether it succeeded. */
function startDetached({ program, args }: InstallCommand): void {
  const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
  child.once('error', () => undefined);
  child.unref();
}
