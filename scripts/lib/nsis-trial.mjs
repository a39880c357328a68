// Installs, upgrades, downgrades and removes a stand-in for the Windows installer for one user under Wine. It runs the
// additions of resources/installer.nsh, not electron-builder's script.
import fs from 'node:fs';
import { INSTALLER_COPY, makeStandInInstaller, STAND_IN_KEY } from './nsis.mjs';
import { inWine, wineShared } from './wine.mjs';

const FOLDER = 'nsis trial é';
const PREFIX = '/root/prefix-nsis';
const [OLDER, NEWER] = ['0.9.0', '0.10.0'];

/** After each step: exit code, installed version, copies of the installer, mark of an installation for one user, data. */
const SCRIPT = `
cd "/shared/${FOLDER}"
drive="$WINEPREFIX/drive_c"
app="$drive/users/root/AppData/Local/Programs/Firm Desk"
copy="$drive/users/root/AppData/Local/${INSTALLER_COPY.replace('\\', '/')}"
data="$drive/users/root/AppData/Roaming/Firm Desk"
state() {
  echo "step|$1|$2|$(cat "$app/resources/version.txt" 2>/dev/null)|$(ls "$copy" 2>/dev/null | wc -l)|$(ls "$app/resources/installed-for-user" 2>/dev/null | wc -l)|$(cat "$data/kept.txt" 2>/dev/null)"
}
try() { name="$1"; shift; wine "$@" >/dev/null 2>&1; code=$?; wineserver -w; state "$name" $code; }
Xvfb :93 -screen 0 640x480x24 >/dev/null 2>&1 & display=$!
export DISPLAY=:93
rm -rf "$WINEPREFIX"; wine wineboot -i >/dev/null 2>&1
mkdir -p "$data"; echo kept > "$data/kept.txt"
try 'install ${OLDER}' ${OLDER}.exe /S
try 'upgrade to ${NEWER}' ${NEWER}.exe /S
try 'downgrade to ${OLDER}' ${OLDER}.exe /S
try 'install ${NEWER} again' ${NEWER}.exe /S
try 'remove' "$app/Uninstall Firm Desk.exe" /S
wine reg add 'HKLM\\Software\\Firm Desk' /v MsiVersion /d 0.1.0 /reg:64 /f >/dev/null 2>&1
try 'install beside an MSI' ${NEWER}.exe /S
wine reg delete 'HKLM\\Software\\Firm Desk' /reg:64 /f >/dev/null 2>&1
wine reg add 'HKLM\\${STAND_IN_KEY.replaceAll('\\', '\\\\')}' /v DisplayVersion /d 1.0.0 /reg:64 /f >/dev/null 2>&1
try 'install beside a newer version for all users' ${NEWER}.exe /S
wineserver -k
kill $display
`;

const EXPECTED = [
  [`install ${OLDER}`, '0', OLDER, '1'],
  [`upgrade to ${NEWER}`, '0', NEWER, '1'],
  [`downgrade to ${OLDER}`, '4', NEWER, '1'],
  [`install ${NEWER} again`, '0', NEWER, '1'],
  ['remove', '0', '', '0'],
  ['install beside an MSI', '3', '', '0'],
  ['install beside a newer version for all users', '4', '', '0'],
];

/** Returns a line per step, and how many were as expected. */
export async function tryNsis() {
  fs.rmSync(wineShared(FOLDER), { recursive: true, force: true });
  for (const version of [OLDER, NEWER])
    makeStandInInstaller({ version, file: wineShared(FOLDER, `${version}.exe`) });
  const { output } = await inWine(SCRIPT, { output: 'keep', env: [`WINEPREFIX=${PREFIX}`] });
  const found = output
    .split('\n')
    .filter((line) => line.startsWith('step|'))
    .map((line) => line.split('|').slice(1));
  fs.rmSync(wineShared(FOLDER), { recursive: true, force: true });
  const results = EXPECTED.map(([name, exit, version, marks], at) => {
    const [step, code = 'none', seen = '', copies = '', mark = '', data = ''] = found[at] ?? [];
    const isExpected =
      step === name &&
      code === exit &&
      seen === version &&
      copies === '0' &&
      mark === marks &&
      data === 'kept';
    return {
      isExpected,
      line: `${isExpected ? '✓' : '✗'} ${name}: exit ${code}, version ${seen || 'none'}, ${copies} copies of the installer, mark ${mark}, data ${data || 'lost'}`,
    };
  });
  const passed = results.filter(({ isExpected }) => isExpected).length;
  return { passed, failed: results.length - passed, lines: results.map(({ line }) => line) };
}
