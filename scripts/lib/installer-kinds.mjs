// Finds, silently installs and removes each kind of installer.
import os from 'node:os';
import path from 'node:path';

const sudo = process.platform === 'linux' && process.getuid() !== 0 ? ['sudo'] : [];
const windowsPrograms = process.env.ProgramFiles ?? 'C:\\Program Files';
const userPrograms = path.join(process.env.LOCALAPPDATA ?? os.homedir(), 'Programs');
const macApp = '/Applications/Firm Desk.app';
const macMount = '/Volumes/firm-desk-installer';

/**
 * Each: `isInstaller(name, arch)`, the commands of `install(file)` and `remove()`, the installed `program`, and whether it
 * `refusesDowngrade`.
 */
export const installerKinds = {
  deb: {
    isInstaller: (name) => name.endsWith('.deb'),
    install: (file) => [
      [...sudo, 'apt-get', 'install', '-y', '--allow-downgrades', '--no-install-recommends', file],
    ],
    remove: () => [[...sudo, 'apt-get', 'remove', '-y', 'firm-desk']],
    program: '/opt/Firm Desk/firm-desk',
    refusesDowngrade: false, // dpkg only warns; the app itself refuses data of a newer version
  },
  nsis: {
    isInstaller: (name) => name.endsWith('.exe'),
    install: (file) => [[file, '/S', '/currentuser']],
    remove: () => [[path.join(userPrograms, 'Firm Desk', 'Uninstall Firm Desk.exe'), '/S', '/currentuser']],
    program: path.join(userPrograms, 'Firm Desk', 'firm-desk.exe'),
    refusesDowngrade: true,
  },
  msi: {
    isInstaller: (name) => name.endsWith('.msi'),
    install: (file) => [['msiexec', '/i', file, '/qn', '/norestart']],
    remove: () => [['powershell', '-Command', 'Get-Package "Firm Desk" | Uninstall-Package -Force']],
    program: path.join(windowsPrograms, 'Firm Desk', 'firm-desk.exe'),
    refusesDowngrade: true,
  },
  mac: {
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
