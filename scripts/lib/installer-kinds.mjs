// Finds, silently installs and removes each kind of installer.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const sudo = process.platform === 'linux' && process.getuid() !== 0 ? ['sudo'] : [];
const windowsPrograms = process.env.ProgramFiles ?? 'C:\\Program Files';
const userPrograms = path.join(process.env.LOCALAPPDATA ?? os.homedir(), 'Programs');
const macApp = '/Applications/Firm Desk.app';
const macMount = '/Volumes/firm-desk-installer';

/** The link that lets a user start the app by its name. */
const linuxCommand = '/usr/bin/firm-desk';
/** On Debian, rpm refuses to install without this option, and does not see the Debian packages that the app needs. */
const onDebian = fs.existsSync('/etc/debian_version') ? ['--force-debian'] : [];
const rpmAlone = onDebian.length > 0 ? [...onDebian, '--nodeps'] : [];

/**
 * Each: `targets`, the arguments of `npm run package` that make it; `isInstaller(name, arch)`; the commands of
 * `install(file)` and `remove(file)`, and of `update(file, sha256)`, with which the app itself installs an update; the
 * installed `program`; whether it `refusesDowngrade`; and on Linux the `command` that starts it.
 */
export const installerKinds = {
  deb: {
    targets: ['--linux', 'deb'],
    isInstaller: (name) => name.endsWith('.deb'),
    install: (file) => [
      [...sudo, 'apt-get', 'install', '-y', '--allow-downgrades', '--no-install-recommends', file],
    ],
    update: (file, sha256) => [[...sudo, '/opt/Firm Desk/resources/install-update', file, sha256]],
    remove: () => [[...sudo, 'apt-get', 'remove', '-y', 'firm-desk']],
    program: '/opt/Firm Desk/firm-desk',
    command: linuxCommand,
    refusesDowngrade: false, // dpkg only warns; the app itself refuses data of a newer version
  },
  rpm: {
    targets: ['--linux', 'rpm'],
    isInstaller: (name) => name.endsWith('.rpm'),
    install: (file) => [[...sudo, 'rpm', '--upgrade', ...rpmAlone, file]],
    remove: () => [[...sudo, 'rpm', ...onDebian, '--erase', 'firm-desk']],
    program: '/opt/Firm Desk/firm-desk',
    command: linuxCommand,
    refusesDowngrade: true,
  },
  nsis: {
    targets: ['--win', 'nsis'],
    isInstaller: (name) => name.endsWith('.exe'),
    install: (file) => [[file, '/S', '/currentuser']],
    remove: () => [[path.join(userPrograms, 'Firm Desk', 'Uninstall Firm Desk.exe'), '/S', '/currentuser']],
    program: path.join(userPrograms, 'Firm Desk', 'firm-desk.exe'),
    refusesDowngrade: true,
  },
  msi: {
    targets: undefined, // made on Linux
    isInstaller: (name) => name.endsWith('.msi'),
    install: (file) => [['msiexec', '/i', file, '/qn', '/norestart']],
    remove: (file) => [['msiexec', '/x', file, '/qn', '/norestart']],
    program: path.join(windowsPrograms, 'Firm Desk', 'firm-desk.exe'),
    refusesDowngrade: true,
  },
  mac: {
    targets: ['--mac', 'dmg'],
    isInstaller: (name, arch) => name.endsWith(`${arch}.dmg`),
    install: (file) => [
      ['hdiutil', 'attach', file, '-nobrowse', '-readonly', '-mountpoint', macMount],
      ['rm', '-rf', macApp],
      ['ditto', `${macMount}/Firm Desk.app`, macApp],
      ['hdiutil', 'detach', macMount],
    ],
    remove: () => [['rm', '-rf', macApp]],
    program: `${macApp}/Contents/MacOS/Firm Desk`,
    refusesDowngrade: false, // a folder is copied; nothing can refuse
  },
};

/** Returns the folder where the installed app keeps a user's data. */
export const userDataFolder = (platform, home, env) =>
  ({
    win32: path.join(env.APPDATA ?? home, 'Firm Desk'),
    darwin: path.join(home, 'Library/Application Support/Firm Desk'),
  })[platform] ?? path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'Firm Desk');

/** Returns the log files that the installed app may write: the default one, and the one of the policy LogFolder (Linux). */
export function logFiles(data, user, policyFile = '/etc/firm-desk/policy.json') {
  const defaultFile = path.join(data, 'logs/firm-desk.log');
  try {
    const { LogFolder: folder } = JSON.parse(fs.readFileSync(policyFile, 'utf8'));
    if (typeof folder === 'string' && folder !== '')
      return [defaultFile, path.join(folder, user, 'firm-desk.log')];
  } catch {
    // No policies, or none that the app can read: the log is in its default folder.
  }
  return [defaultFile];
}
