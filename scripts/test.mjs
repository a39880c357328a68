// `npm test`: sets up, then runs every check and test except those of the packaged app, even after failures, and
// prints the totals, naming each test that failed or was retried: often only the end of a long run is read.
// `npm test -- types unit` runs only some; other arguments go to the runner: `npm run test:e2e -- -g refresh`.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './lib/build-app.mjs';
import { checkNames, runChecks } from './lib/checks.mjs';
import { fingerprint } from './lib/fingerprint.mjs';
import { localTargets, makePackage, packagedProgram } from './lib/packaged.mjs';
import { repoPath } from './lib/project.mjs';
import { playwright, vitest } from './lib/runners.mjs';
import { main, log, ExpectedError } from './lib/terminal.mjs';
import { runtime, setUp } from './lib/install.mjs';

const STEPS = [...checkNames, 'unit', 'build', 'e2e', 'packaged'];
const DEFAULT = STEPS.filter((name) => name !== 'packaged');

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];

function count(title, { passed = 0, failed = 0, skipped = 0, failedOrFlaky = [] }, note) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const numbers = `${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`;
  lines.push(`  ${failed ? '✗' : '✓'} ${title}: ${numbers}${note ? ` (${note})` : ''}`);
  lines.push(...failedOrFlaky.map((line) => `      ${line}`));
}

async function tryBuild(work, title) {
  try {
    await work();
    count(title, { passed: 1 });
    return true;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    log(error.message);
    count(title, { failed: 1 });
    return false;
  }
}

/** Checks the sources in parallel: the build uses one processor, and tests wait for windows and timers. */
async function check(names) {
  if (names.length === 0) return;
  log('checking the sources during the build and the tests …');
  await runChecks(names, ({ title, ok, skipped, note, output }) => {
    log(`${title}: ${skipped ? 'not run' : ok ? 'ok' : 'FAILED'} (${note})`);
    if (!ok) process.stderr.write(`${output.trimEnd()}\n`);
    count(title, skipped ? { skipped: 1 } : ok ? { passed: 1 } : { failed: 1 }, note);
  });
}

const testableOutput = repoPath('dist/testable');
const installerNames = () =>
  fs.existsSync(testableOutput)
    ? fs.readdirSync(testableOutput).filter((name) => name.startsWith('firm-desk-'))
    : [];

/** Returns the hash of the packaged folder, and of each archive and installer beside it. */
function packageHashes() {
  const folder = path.relative(testableOutput, path.dirname(packagedProgram({ testable: true })));
  return Object.fromEntries(
    [folder, ...installerNames()].map((name) => [name, fingerprint([name], { base: testableOutput })]),
  );
}

async function runSteps(steps, runnerArgs) {
  const checking = check(checkNames.filter((name) => steps.includes(name)));
  checking.catch(() => undefined); // awaited below
  const built =
    steps.includes('build') || steps.includes('e2e') ? await tryBuild(build, 'the app builds') : true;
  if (steps.includes('unit')) {
    log('unit, contract and component tests …');
    count('unit, contract and component tests (vitest)', await vitest(runnerArgs));
  }
  const { present, fallback } = runtime();
  const runtimeLabel = `Electron ${present}${fallback ? ', the fallback runtime' : ''}`;
  if (steps.includes('e2e') && built) {
    log(`end-to-end tests on ${runtimeLabel} …`);
    count('end-to-end tests (Playwright)', await playwright(runnerArgs), runtimeLabel);
  }
  const isComplete = runnerArgs.length === 0;
  const targets = isComplete ? localTargets() : ['--dir'];
  const packaging = async () => {
    for (const name of installerNames()) fs.rmSync(path.join(testableOutput, name)); // of other versions
    await makePackage(targets, { testable: true });
  };
  const packagingAgain = async () => {
    const first = packageHashes();
    fs.rmSync(repoPath('out'), { recursive: true });
    await packaging();
    const second = packageHashes();
    const differing = Object.keys(first).filter((name) => first[name] !== second[name]);
    if (differing.length > 0)
      throw new ExpectedError(`two packages of one commit differ: ${differing.join(', ')}.`);
    log(`identical: ${Object.keys(first).join(', ')}`);
  };
  if (steps.includes('packaged') && (await tryBuild(packaging, 'the app packages'))) {
    const program = packagedProgram({ testable: true });
    log(`end-to-end tests against ${program} …`);
    count(
      'end-to-end tests of the packaged app (Playwright)',
      await playwright(runnerArgs, { program }),
      runtimeLabel,
    );
    if (isComplete) await tryBuild(packagingAgain, 'a second package is identical to the first');
  }
  await checking;
}

await main(async () => {
  const args = process.argv.slice(2);
  const runnerArgsAt = args.findIndex((name) => !STEPS.includes(name));
  const steps = runnerArgsAt === -1 ? args : args.slice(0, runnerArgsAt);
  const runnerArgs = runnerArgsAt === -1 ? [] : args.slice(runnerArgsAt);
  if (runnerArgs.length > 0 && steps.length !== 1)
    throw new ExpectedError(`name one step before "${runnerArgs[0]}": ${STEPS.join(', ')}.`);
  const chosen = steps.length > 0 ? steps : DEFAULT;
  await setUp(chosen.some((name) => name === 'e2e' || name === 'packaged') ? 'tests' : 'app');
  await runSteps(chosen, runnerArgs);
  const { present, wanted, fallback } = runtime();
  console.log(['', ...lines, ''].join('\n'));
  console.log(
    fallback
      ? `  Run on Electron ${present}, because ${wanted} could not be downloaded here.\n`
      : `  Run on Electron ${present}.\n`,
  );
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});
