// Installs, upgrades, downgrades and removes the MSI under Wine, with Node in place of the app's program.
import fs from 'node:fs';
import path from 'node:path';
import { tryInstaller } from './installer-trial.mjs';
import { makeMsi } from './msi.mjs';
import { wineShared } from './wine.mjs';

const FOLDER = 'msi trial é';
const OLDER = '0.1.0';
const NEWER = '0.2.0';
const PROGRAM = 'C:\\Program Files\\Firm Desk\\firm-desk.exe';
const OTHER_FOLDER = 'Progs é à';

const STEPS = `
app="$drive/Program Files/Firm Desk"
registry() {
  wine reg query 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall' /s /reg:64 2>/dev/null | tr -d '\\r' > entries.txt
  echo "$(value 'HKLM\\Software\\Firm Desk' MsiVersion) $(grep -c 'DisplayName .*Firm Desk' entries.txt)"
}
try 'install ${OLDER}' msiexec /i ${OLDER}.msi /qn
try 'start' '${PROGRAM}' -e 0
try 'install ${OLDER} again' msiexec /i ${OLDER}.msi /qn
start '${PROGRAM}' -e 'setTimeout(() => {}, 200000)'
try 'upgrade to ${NEWER} while it runs' msiexec /i ${NEWER}.msi /qn
stop
try 'start ${NEWER}' '${PROGRAM}' -e 0
try 'downgrade to ${OLDER}' msiexec /i ${OLDER}.msi /qn
head -c 20000000 ${NEWER}.msi > cut.msi
try 'install a truncated file' msiexec /i cut.msi /qn
try 'remove' msiexec /x ${NEWER}.msi /qn
limit_disk 'Program Files' 20m
try 'install on a full disk' msiexec /i ${OLDER}.msi /qn
unlimit_disk 'Program Files'
try 'repair with space again' msiexec /i ${OLDER}.msi /qn
start '${PROGRAM}' -e 'setTimeout(() => {}, 200000)'
try 'remove while it runs' msiexec /x ${OLDER}.msi /qn
stop
app="$drive/${OTHER_FOLDER}/Firm Desk"
try 'install in a folder with spaces and accents' msiexec /i ${OLDER}.msi /qn 'INSTALLDIR="C:\\${OTHER_FOLDER}\\Firm Desk"'
try 'start there' 'C:\\${OTHER_FOLDER}\\Firm Desk\\firm-desk.exe' -e 0
try 'upgrade there' msiexec /i ${NEWER}.msi /qn
try 'remove there' msiexec /x ${NEWER}.msi /qn
`;

/** Version, number of files, Start menu entries; then the registered version and the number of uninstall entries. */
const NOTHING = ['', 0, 0, ' 0'];
const installed = (version) => [version, 3, 1, `${version} 1`];

/** Exit codes of msiexec: 1603 for a fatal error, such as a refused downgrade; 1627 for a function that failed. */
const EXPECTED = [
  [`install ${OLDER}`, 0, ...installed(OLDER)],
  ['start', 0, ...installed(OLDER)],
  [`install ${OLDER} again`, 0, ...installed(OLDER)],
  [`upgrade to ${NEWER} while it runs`, 0, ...installed(NEWER)],
  [`start ${NEWER}`, 0, ...installed(NEWER)],
  [`downgrade to ${OLDER}`, 1603, ...installed(NEWER)],
  ['install a truncated file', 1627, ...installed(NEWER)],
  ['remove', 0, ...NOTHING],
  ['install on a full disk', 0, '', 3, 1, `${OLDER} 1`, 'Wine checks no space; Windows does first'],
  ['repair with space again', 0, ...installed(OLDER)],
  ['remove while it runs', 0, '', 1, 0, ' 0'], // the program itself stays until it ends
  ['install in a folder with spaces and accents', 0, ...installed(OLDER)],
  ['start there', 0, ...installed(OLDER)],
  ['upgrade there', 0, ...installed(NEWER)],
  ['remove there', 0, ...NOTHING],
];

async function makeInstallers(program) {
  for (const version of [OLDER, NEWER]) {
    const packaged = wineShared(FOLDER, `packaged ${version}`);
    fs.mkdirSync(path.join(packaged, 'resources'), { recursive: true });
    fs.copyFileSync(program, path.join(packaged, 'firm-desk.exe'));
    fs.writeFileSync(path.join(packaged, 'resources/version.txt'), version);
    fs.writeFileSync(path.join(packaged, `resources/only in ${version}.txt`), version);
    await makeMsi({ folder: packaged, file: wineShared(FOLDER, `${version}.msi`), version });
  }
}

/** Returns a table of the steps, and how many were as expected. `program` is Node for Windows. */
export const tryMsi = (program) =>
  tryInstaller({
    folder: FOLDER,
    prefix: '/root/prefix-msi',
    node: program,
    prepare: () => makeInstallers(program),
    steps: STEPS,
    expected: EXPECTED,
  });
