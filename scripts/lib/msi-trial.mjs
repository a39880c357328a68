// Installs, upgrades, downgrades and removes the MSI under Wine, with Node as a stand-in for the app's program.
import fs from 'node:fs';
import path from 'node:path';
import { makeMsi } from './msi.mjs';
import { inWine, wineShared } from './wine.mjs';

const FOLDER = 'msi trial é';
const PREFIX = '/root/prefix-msi';
const OLDER = '0.1.0';
const NEWER = '0.2.0';
const PROGRAM = 'C:\\Program Files\\Firm Desk\\firm-desk.exe';

/** After each step: exit code, version, files, entries in the Start menu, and the user's data. */
const SCRIPT = `
cd "/shared/${FOLDER}"
drive="$WINEPREFIX/drive_c"
app="$drive/Program Files/Firm Desk"
data="$drive/users/root/AppData/Roaming/Firm Desk"
state() {
  echo "step|$1|$2|$(cat "$app/resources/version.txt" 2>/dev/null)|$(find "$app" -type f 2>/dev/null | wc -l)|$(find "$drive" -name 'Firm Desk.lnk' | wc -l)|$(cat "$data/kept.txt" 2>/dev/null)"
}
try() { name="$1"; shift; wine "$@" >/dev/null 2>&1; state "$name" $?; }
rm -rf "$WINEPREFIX"; wine wineboot -i >/dev/null 2>&1
mkdir -p "$data"; echo kept > "$data/kept.txt"
try 'install ${OLDER}' msiexec /i ${OLDER}.msi /qn
try 'start' '${PROGRAM}' -e 0
try 'install ${OLDER} again' msiexec /i ${OLDER}.msi /qn
try 'upgrade to ${NEWER}' msiexec /i ${NEWER}.msi /qn
try 'downgrade to ${OLDER}' msiexec /i ${OLDER}.msi /qn
head -c 20000000 ${NEWER}.msi > cut.msi
try 'install a truncated file' msiexec /i cut.msi /qn
try 'remove' msiexec /x ${NEWER}.msi /qn
wineserver -k
`;

const EXPECTED = [
  [`install ${OLDER}`, 'succeeds', OLDER, 3, 1],
  ['start', 'succeeds', OLDER, 3, 1],
  [`install ${OLDER} again`, 'succeeds', OLDER, 3, 1],
  [`upgrade to ${NEWER}`, 'succeeds', NEWER, 3, 1],
  [`downgrade to ${OLDER}`, 'refused', NEWER, 3, 1],
  ['install a truncated file', 'refused', NEWER, 3, 1],
  ['remove', 'succeeds', '', 0, 0],
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

/** Returns a line per step, and how many steps passed and failed. `program` is Node for Windows. */
export async function tryMsi(program) {
  fs.rmSync(wineShared(FOLDER), { recursive: true, force: true });
  await makeInstallers(program);
  const { output } = await inWine(SCRIPT, { output: 'keep', env: [`WINEPREFIX=${PREFIX}`] });
  const found = output
    .split('\n')
    .filter((line) => line.startsWith('step|'))
    .map((line) => line.split('|').slice(1));
  fs.rmSync(wineShared(FOLDER), { recursive: true, force: true });
  const results = EXPECTED.map(([name, outcome, version, files, entries], index) => {
    const [, code = 'none', foundVersion = '', count = '', menu = '', data = ''] = found[index] ?? [];
    const isExpected =
      found[index]?.[0] === name &&
      (code === '0') === (outcome === 'succeeds') &&
      foundVersion === version &&
      Number(count) === files &&
      Number(menu) === entries &&
      data === 'kept';
    return {
      isExpected,
      line: `${isExpected ? '✓' : '✗'} ${name}: exit ${code}, version ${foundVersion || 'none'}, ${count} files, ${menu} menu entries, data ${data || 'lost'}`,
    };
  });
  const passed = results.filter(({ isExpected }) => isExpected).length;
  return { passed, failed: results.length - passed, lines: results.map(({ line }) => line) };
}
