// The test runners: how many of their tests passed, failed and were skipped, and which failed or were
// retried.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testFolder } from './memory-folder.mjs';
import { repoPath, bin, node, readIfExists, root } from './project.mjs';
import { run } from './run.mjs';
import { log } from './terminal.mjs';
import { countFailures, failedOrFlakyEndToEnd, failedOrFlakyUnits } from './failed-tests.mjs';

const reports = repoPath('node_modules/.cache/firm-desk');

/** Returns the runner's report, or undefined if it wrote none. */
function readReport(file) {
  try {
    return JSON.parse(readIfExists(file) ?? '');
  } catch {
    return undefined;
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** Returns where a runner writes its report: a file of this process, as several may run in one clone. */
function reportFile(name) {
  fs.mkdirSync(reports, { recursive: true });
  return `${reports}/${name}-${process.pid}.json`;
}

/** Runs unit, contract and component tests, with a timeout in `minutes`. */
export async function vitest(args, minutes = 30) {
  const file = reportFile('vitest');
  const folder = testFolder();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ended = await run(
    node(),
    [bin('vitest'), 'run', '--config', 'test/vitest.config.ts', ...reporters, ...args],
    {
      output: 'inherit',
      minutes,
      env: { TMPDIR: folder },
    },
  );
  fs.rmSync(folder, { recursive: true, force: true });
  const report = readReport(file);
  return countFailures(
    ended,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failedOrFlaky: failedOrFlakyUnits(report, root),
    },
  );
}

/**
 * Number of parallel tests, each on a separate desktop: one more than cores, as they wait for windows and
 * timers.
 */
const DESKTOPS = Math.min(4, os.availableParallelism() + 1);

/** Runs end-to-end tests on private desktops; `program` is a packaged app to test. */
export async function playwright(args, { program, config = 'test/playwright.config.ts', minutes = 60 } = {}) {
  const file = reportFile('playwright');
  const folder = testFolder();
  const command = [node(), bin('@playwright/test', 'playwright'), 'test', '--reporter=list,json'];
  command.push('--config', repoPath(config));
  command.push(...args);
  const desktops = [repoPath('scripts/desktop.mjs'), '--private', `--desktops=${DESKTOPS}`, '--'];
  const ended = await run(node(), [...desktops, ...command], {
    output: 'inherit',
    minutes,
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      TMPDIR: folder,
      E2E_FOLDER: path.join(folder, 'run'),
      // Compiled tests, kept for the next run: the folder above is removed after this one.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: `${reports}/playwright`,
      ...(program ? { APP_BINARY: program } : {}),
    },
  });
  const report = readReport(file);
  const stats = report?.stats;
  const counts = countFailures(
    ended,
    stats && {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failedOrFlaky: failedOrFlakyEndToEnd(report, root),
    },
  );
  // The apps' data of the run (test/e2e/running-app.ts): kept for inspection after a failure.
  if (counts.failed === 0) fs.rmSync(folder, { recursive: true, force: true });
  else log(`what the failed run left is in ${folder}.`);
  return counts;
}
