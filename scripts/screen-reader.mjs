// `npm run screen-reader`: twelve journeys by keyboard in the real app. Writes the screen reader's speech to the
// folder `screen-reader`, one file per journey. Arguments go to the runner: `npm run screen-reader -- -g import`.
import fs from 'node:fs';
import { build } from './lib/build-app.mjs';
import { repoPath } from './lib/project.mjs';
import { playwright } from './lib/runners.mjs';
import { main, log } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

await main(async () => {
  await setUp('tests');
  await build();
  const folder = repoPath('screen-reader');
  process.env.SCREEN_READER_FOLDER = folder;
  const { passed, failed, skipped } = await playwright(process.argv.slice(2), {
    config: 'test/screen-reader/playwright.config.ts',
  });
  log(`${fs.existsSync(folder) ? fs.readdirSync(folder).length : 0} files in screen-reader.`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
});
