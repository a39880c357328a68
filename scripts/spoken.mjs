// `npm run spoken`: twelve journeys by keyboard in the real app. What a screen reader says is written to the
// folder `spoken`, one file per journey. Arguments go to the runner: `npm run spoken -- -g import`.
import fs from 'node:fs';
import { build } from './lib/built.mjs';
import { at } from './lib/project.mjs';
import { playwright } from './lib/runners.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp('tests');
  await build();
  const folder = at('spoken');
  process.env.SPOKEN = folder;
  const { passed, failed, skipped } = await playwright(process.argv.slice(2), {
    config: 'test/spoken/playwright.config.ts',
  });
  say(`${fs.existsSync(folder) ? fs.readdirSync(folder).length : 0} files in spoken.`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
});
