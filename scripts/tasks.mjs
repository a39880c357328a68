// `npm run tasks`: a clerk's tasks in the real app, each within its maximum number of actions. Arguments go to the
// runner: `npm run tasks -- -g tiers`. `npm test` runs a sample.
import { build } from './lib/build-app.mjs';
import { playwright } from './lib/runners.mjs';
import { main } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

await main(async () => {
  await setUp('tests');
  await build();
  const { passed, failed, skipped } = await playwright(process.argv.slice(2), {
    config: 'test/tasks/playwright.config.ts',
  });
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
});
