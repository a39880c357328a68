import fs from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from '#common/error-code';

/** Written beside the app's archive by the Windows installer for one user (resources/installer.nsh). */
export const USER_INSTALL_MARK = 'installed-for-user';
/** Runs as root: verifies its own copy of the file, and installs that (resources/linux/install-update). */
const DEBIAN_INSTALLER = 'install-update';
/** The files that Debian's package manager installed. */
const PACKAGE_LIST = '/var/lib/dpkg/info/firm-desk.list';
/**
 * Runs its arguments as a command, and waits for it: pkexec is killed when its parent process ends, as the app does.
 * The `exit` keeps the shell from replacing itself with the command.
 */
const KEEP_PARENT = '"$@"; exit $?';

export interface InstallCommand {
  readonly program: string;
  readonly args: readonly string[];
}
/** Returns the command that silently installs a downloaded file, which has this hash, over this version. */
export type Installer = (file: string, sha256: string) => InstallCommand;

interface Installation {
  readonly platform: string;
  /** The running program. */
  readonly program: string;
  /** The folder of the app's archive. */
  readonly resources: string;
  readonly isRoot: boolean;
  readonly packageList?: string;
}

/**
 * Returns the installer for the way this app was installed; null if the app cannot replace itself: an MSI and an rpm
 * package are for administrators, and a folder or a macOS app has no installer.
 */
export function installerOf({
  platform,
  program,
  resources,
  isRoot,
  packageList = PACKAGE_LIST,
}: Installation): Installer | null {
  if (platform === 'win32' && fs.existsSync(path.join(resources, USER_INSTALL_MARK)))
    // `--updated` waits until the app has ended, and keeps its shortcuts as they are.
    return (file) => ({ program: file, args: ['/S', '/currentuser', '--updated'] });
  if (platform !== 'linux') return null;
  const installUpdate = path.posix.join(resources, DEBIAN_INSTALLER);
  const packaged = linesOf(packageList);
  // Both are files of the package, which only root can change.
  if (!packaged.includes(program) || !packaged.includes(installUpdate)) return null;
  return (...args) =>
    isRoot
      ? { program: installUpdate, args }
      : { program: '/bin/sh', args: ['-c', KEEP_PARENT, 'sh', '/usr/bin/pkexec', installUpdate, ...args] };
}

function linesOf(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
