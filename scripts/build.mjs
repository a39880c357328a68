// `npm run build`: builds the app into out/ if anything changed; `-- --force` always builds it.
import { build } from './lib/built.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp('packages');
  const done = await build({ force: process.argv.includes('--force') });
  if (!done) say('the build is up to date.');
});
