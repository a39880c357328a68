// `npm run gallery`: a picture of every place and of its states in the looks and sizes that people have, in the folder `gallery`.
// `npm run gallery -- -g drafts` takes a part of them again and leaves the others. With `-- --guide` the pictures of README
// and guide are made from what is in the folder afterwards, in fewer colors; look at them before they are committed.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './lib/built.mjs';
import { fewerColors } from './lib/fewer-colors.mjs';
import { at, bin, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

/** Pictures of README and guide, and which of the gallery's each is. */
const GUIDE = {
  'accounts.png': 'accounts-with-a-record-light-1440.png',
  'review.png': 'review-finding-light-1440.png',
  'reconcile.png': 'reconcile-one-file-light-1440.png',
};

await main(async () => {
  await setUp('tests');
  await build();
  const folder = at('gallery');
  const chosen = process.argv.slice(2).filter((word) => word !== '--guide');
  if (chosen.length === 0) fs.rmSync(folder, { recursive: true, force: true });
  const config = at('test/gallery/playwright.config.ts');
  const pictures = [bin('@playwright/test', 'playwright'), 'test', '--config', config, ...chosen];
  const { code } = await run(node(), [at('scripts/desktop.mjs'), '--private', node(), ...pictures], {
    output: 'inherit',
    minutes: 20,
    env: { GALLERY: folder },
  });
  say(`${fs.existsSync(folder) ? fs.readdirSync(folder).length : 0} pictures in gallery.`);
  process.exitCode = code;
  if (code !== 0 || !process.argv.includes('--guide')) return;
  for (const [name, picture] of Object.entries(GUIDE))
    fs.writeFileSync(
      at(`docs/screenshots/${name}`),
      fewerColors(fs.readFileSync(path.join(folder, picture))),
    );
  say('Written: docs/screenshots.');
});
