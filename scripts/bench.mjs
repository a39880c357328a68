// `npm run bench`: sets up, builds, and measures the app against baselines taken in the same run
// (test/bench). `-- --runs=3` repeats it and reports medians and spread. Other arguments go to Playwright.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './lib/build-app.mjs';
import { summary } from './lib/bench-summary.mjs';
import { repoPath, bin, node, readIfExists } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main, log, ExpectedError } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

/** Returns the requested number of runs, and the arguments for Playwright. */
function readArguments() {
  const playwrightArgs = process.argv.slice(2);
  const index = playwrightArgs.findIndex((arg) => arg.startsWith('--runs='));
  const runs = index < 0 ? 1 : Number(playwrightArgs.splice(index, 1)[0].slice('--runs='.length));
  if (!Number.isInteger(runs) || runs < 1)
    throw new ExpectedError('--runs takes a whole number of 1 or more, such as --runs=3.');
  return { runs, playwrightArgs };
}

await main(async () => {
  const { runs, playwrightArgs } = readArguments();
  await setUp('tests');
  await build();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-notes-'));
  const notes = path.join(folder, 'notes.jsonl');
  const config = repoPath('test/bench/playwright.config.ts');
  const playwrightCommand = [
    bin('@playwright/test', 'playwright'),
    'test',
    '--config',
    config,
    ...playwrightArgs,
  ];
  for (let number = 1; number <= runs; number += 1) {
    if (runs > 1) log(`run ${number} of ${runs}`);
    const { code } = await run(
      node(),
      [repoPath('scripts/desktop.mjs'), '--private', node(), ...playwrightCommand],
      {
        output: 'inherit',
        env: { BENCH_NOTES: notes },
      },
    );
    if (code !== 0) process.exitCode = code; // earlier measurements are reported anyway
  }
  const lines = (readIfExists(notes) ?? '').split('\n').filter((line) => line !== '');
  fs.rmSync(folder, { recursive: true });
  console.log(`\n${os.cpus().length} × ${os.cpus()[0]?.model ?? 'processor'}\n`);
  console.log(summary(lines.map((line) => JSON.parse(line))));
});
