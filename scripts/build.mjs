// `npm run build`: builds the app into out/ if anything changed; `-- --force` always builds it.
import { build } from './lib/build-app.mjs';
import { main, log } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

await main(async () => {
  await setUp('packages');
  const done = await build({ force: process.argv.includes('--force') });
  if (!done) log('the build is up to date.');
});
