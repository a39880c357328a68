// Installs, upgrades, downgrades and removes a fake Windows installer for one user under Wine, with Node in place of the
// app's program. It runs the additions of resources/installer.nsh, not electron-builder's script: its check for a running
// app, for example, finds none under Wine, whose findstr ignores the options.
import path from 'node:path';
import { tryInstaller } from './installer-trial.mjs';
import { INSTALLER_COPY, makeFakeInstaller, FAKE_INSTALLER_KEY } from './nsis.mjs';
import { wineShared } from './wine.mjs';

const FOLDER = 'nsis trial é';
const [OLDER, NEWER] = ['0.9.0', '0.10.0'];
/** The local application data of a user whose name has a space and an accent. */
const LOCAL = 'users/Zoë Lee/AppData/Local';
const APP = `C:\\${LOCAL.replaceAll('/', '\\')}\\Programs\\Firm Desk`;
const PROGRAM = `${APP}\\firm-desk.exe`;

/** The steps as a shell script. installer-trial.mjs defines its functions, and calls `registry` after each step. */
const STEPS = `
waits_for_children=yes
local="$drive/${LOCAL}"
app="$local/Programs/Firm Desk"
registry() {
  copies=$(find "$local/${path.posix.dirname(INSTALLER_COPY.replace('\\', '/'))}" -type f 2>/dev/null | wc -l)
  echo "$(value 'HKCU\\${FAKE_INSTALLER_KEY}' DisplayVersion) $(ls "$app/resources/installed-for-user" 2>/dev/null | wc -l) $copies"
}
Xvfb :93 -screen 0 640x480x24 >/dev/null 2>&1 & display=$!
export DISPLAY=:93
wine reg add 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders' /v 'Local AppData' /d 'C:\\${LOCAL.replaceAll('/', '\\')}' /f >/dev/null 2>&1
try 'install ${OLDER}' ${OLDER}.exe /S
try 'start' '${PROGRAM}' -e 0
try 'upgrade to ${NEWER}' ${NEWER}.exe /S
try 'start ${NEWER}' '${PROGRAM}' -e 0
try 'downgrade to ${OLDER}' ${OLDER}.exe /S
try 'install ${NEWER} again' ${NEWER}.exe /S
head -c -2000 ${OLDER}.exe > cut.exe
try 'install a truncated file' cut.exe /S
try 'remove' '${APP}\\Uninstall Firm Desk.exe' /S
limit_disk '${LOCAL}/Programs' 100k
try 'install on a full disk' ${OLDER}.exe /S
unlimit_disk '${LOCAL}/Programs'
wine reg delete 'HKCU\\${FAKE_INSTALLER_KEY}' /f >/dev/null 2>&1
wine reg add 'HKLM\\Software\\Firm Desk' /v MsiVersion /d 0.1.0 /reg:64 /f >/dev/null 2>&1
try 'install next to an MSI' ${NEWER}.exe /S
wine reg delete 'HKLM\\Software\\Firm Desk' /reg:64 /f >/dev/null 2>&1
wine reg add 'HKLM\\${FAKE_INSTALLER_KEY}' /v DisplayVersion /d 1.0.0 /reg:64 /f >/dev/null 2>&1
try 'install next to a newer version for all users' ${NEWER}.exe /S
kill $display
`;

/**
 * Version, number of files, Start menu entries; then the registered version, the marker files of an installation for
 * one user, and the copies of the installer.
 */
const installed = (version) => [version, 4, 1, `${version} 1 0`];
const NOTHING = ['', 0, 0, ' 0 0'];

/** Exit codes: 2 for a failed installation; 3 and 4 are those of resources/installer.nsh. */
const EXPECTED = [
  [`install ${OLDER}`, 0, ...installed(OLDER)],
  ['start', 0, ...installed(OLDER)],
  [`upgrade to ${NEWER}`, 0, ...installed(NEWER)],
  [`start ${NEWER}`, 0, ...installed(NEWER)],
  [`downgrade to ${OLDER}`, 4, ...installed(NEWER)],
  [`install ${NEWER} again`, 0, ...installed(NEWER)],
  ['install a truncated file', 2, ...installed(NEWER)],
  ['remove', 0, ...NOTHING],
  ['install on a full disk', 2, OLDER, 2, 0, ' 0 0'], // NSIS leaves what it wrote, and registers nothing
  ['install next to an MSI', 3, ...NOTHING],
  ['install next to a newer version for all users', 4, ...NOTHING],
];

/** Returns a table of the steps, and how many were as expected. `program` is Node for Windows. */
export const tryNsis = (program) =>
  tryInstaller({
    folder: FOLDER,
    prefix: '/root/prefix-nsis',
    node: program,
    prepare: () => {
      for (const version of [OLDER, NEWER])
        makeFakeInstaller({ version, file: wineShared(FOLDER, `${version}.exe`), program });
    },
    steps: STEPS,
    expected: EXPECTED,
  });
