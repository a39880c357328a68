import fs from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from '#common/error-code';

/** Written beside the app's archive by the Windows installer for one user (resources/installer.nsh). */
export const USER_INSTALL_MARK = 'installed-for-user';
/** The files that Debian's package manager installed. */
const PACKAGE_LIST = '/var/lib/dpkg/info/firm-desk.list';

export interface InstallCommand {
  readonly program: string;
  readonly args: readonly string[];
}
/** Returns the command that silently installs a downloaded file over this version. */
export type Installer = (file: string) => InstallCommand;

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
  if (platform === 'linux' && linesOf(packageList).includes(program)) {
    return (file) => {
      const args = ['install', '-y', '--no-install-recommends', file];
      const apt = '/usr/bin/apt-get';
      return isRoot ? { program: apt, args } : { program: '/usr/bin/pkexec', args: [apt, ...args] };
    };
  }
  return null;
}

function linesOf(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
