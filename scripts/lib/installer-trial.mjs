// Shared by the trials of Windows installers under Wine: runs a shell script that reports after each step, and compares
// the reports with the expected table.
import fs from 'node:fs';
import { inWine, wineShared } from './wine.mjs';

/** What a step reports: exit code, version of the installed files, number of files, shortcuts, registry, user's data. */
const COLUMNS = ['step', 'exit', 'version', 'files', 'shortcuts', 'registry', 'data'];

/** Runs a Windows program with the arguments as written, and keeps its exit code, which `wine` cuts to 8 bits. */
const RUNNER = `const [program, ...args] = process.argv.slice(2);
const options = { argv0: '"' + program + '"', windowsVerbatimArguments: true, timeout: 300_000 };
const { status } = require('node:child_process').spawnSync(program, args, options);
require('node:fs').writeFileSync('code.txt', String(status));
`;

/**
 * Shell functions of a trial. `try NAME PROGRAM…` runs a Windows program and reports a step. A trial's script sets the
 * folder `app`, and defines `registry`, which prints one line.
 */
const FUNCTIONS = `
drive="$WINEPREFIX/drive_c"
data="$drive/users/root/AppData/Roaming/Firm Desk"
state() {
  files=$(find "$app" -type f 2>/dev/null | wc -l)
  links=$(find "$drive" -name 'Firm Desk.lnk' | wc -l)
  echo "step|$1|$2|$(cat "$app/resources/version.txt" 2>/dev/null)|$files|$links|$(registry)|$(cat "$data/kept.txt" 2>/dev/null)"
}
try() {
  name="$1"; shift
  echo none > code.txt
  wine node.exe run.cjs "$@" >/dev/null 2>&1
  [ -z "$waits_for_children" ] || wineserver -w # an uninstaller continues in a copy of itself
  state "$name" "$(cat code.txt)"
}
# Starts a program and leaves it running.
start() { wine "$@" >/dev/null 2>&1 & sleep 5; }
stop() { wine taskkill /f /im firm-desk.exe >/dev/null 2>&1; sleep 1; }
# Mounts a disk with too little space at a folder of drive C, until unlimit_disk is called.
limit_disk() { mkdir -p "$drive/$1"; mount -t tmpfs -o size="$2" none "$drive/$1"; }
unlimit_disk() { umount "$drive/$1"; }
# Prints the data of a registry value, or nothing.
value() { wine reg query "$1" /v "$2" /reg:64 2>/dev/null | tr -d '\\r' | sed -n "s/^ *$2 *REG_SZ *//p"; }
rm -rf "$WINEPREFIX"; wine wineboot -i >/dev/null 2>&1
mkdir -p "$data"; echo kept > "$data/kept.txt"
`;

/**
 * Runs a trial and returns a line of the table per step, and how many steps were as expected.
 * - `node`: Node for Windows, which runs the installers
 * - `prepare`: writes the installers to the folder
 * - `steps`: the shell script
 * - `expected`: a row of COLUMNS per step without the data, which are always kept. A row with a text after the registry
 *   is not counted: the text says why.
 */
export async function tryInstaller({ folder, prefix, node, prepare, steps, expected }) {
  fs.rmSync(wineShared(folder), { recursive: true, force: true });
  fs.mkdirSync(wineShared(folder));
  fs.copyFileSync(node, wineShared(folder, 'node.exe'));
  fs.writeFileSync(wineShared(folder, 'run.cjs'), RUNNER);
  await prepare();
  const script = `cd "/shared/${folder}"\n${FUNCTIONS}${steps}\nwineserver -k`;
  const { output } = await inWine(script, { output: 'capture', env: [`WINEPREFIX=${prefix}`] });
  fs.rmSync(wineShared(folder), { recursive: true, force: true });
  const found = output
    .split('\n')
    .filter((line) => line.startsWith('step|'))
    .map((line) => line.split('|').slice(1));
  const rows = expected.map((row, index) => rowOf(row, found[index] ?? []));
  const count = (mark) => rows.filter((row) => row.mark === mark).length;
  return { passed: count('✓'), failed: count('✗'), skipped: count('–'), lines: tableLines(rows) };
}

function rowOf(row, cells) {
  const [facts, why] = [row.slice(0, COLUMNS.length - 1), row[COLUMNS.length - 1]];
  const isExpected = [...facts, 'kept'].every((fact, index) => String(fact) === cells[index]);
  if (why !== undefined && cells[0] === row[0]) return { cells: [...cells, `(${why})`], mark: '–' };
  return { cells: cells[0] === row[0] ? cells : [row[0], 'did not run'], mark: isExpected ? '✓' : '✗' };
}

function tableLines(rows) {
  const table = [COLUMNS, ...rows.map(({ cells }) => COLUMNS.map((_name, index) => cells[index] || 'none'))];
  const widths = COLUMNS.map((_name, index) => Math.max(...table.map((cells) => cells[index].length)));
  const marks = [' ', ...rows.map(({ mark }) => mark)];
  const notes = ['', ...rows.map(({ cells }) => cells[COLUMNS.length] ?? '')];
  return table.map((cells, index) =>
    [marks[index], ...cells.map((cell, column) => cell.padEnd(widths[column])), notes[index]]
      .join('  ')
      .trimEnd(),
  );
}
