// `npm run bench`: sets up, builds, and measures the app beside floors taken in the same run (test/bench).
import { build } from './lib/built.mjs';
import { at, bin, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp('tests');
  await build();
  const config = at('test/bench/playwright.config.ts');
  const bench = [bin('@playwright/test', 'playwright'), 'test', '--config', config, ...process.argv.slice(2)];
  const { code } = await run(node(), [at('scripts/desktop.mjs'), '--private', node(), ...bench], {
    output: 'inherit',
  });
  process.exitCode = code;
});
