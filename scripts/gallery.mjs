// `npm run gallery`: a picture of every place and of its states in the looks and sizes that people have, in the folder `gallery`.
// `npm run gallery -- -g drafts` takes a part of them again and leaves the others.
import fs from 'node:fs';
import { build } from './lib/built.mjs';
import { at, bin, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp('tests');
  await build();
  const folder = at('gallery');
  const chosen = process.argv.slice(2);
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
});
