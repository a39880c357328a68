// `npm run gallery`: takes a picture of every screen and its states in all color schemes and sizes, in the
// folder `gallery`. `npm run gallery -- -g drafts` retakes some and leaves the others. With `-- --guide` the
// pictures of README and guide are then made from the folder, in fewer colors; check them before you commit.
// Every state's accessibility is checked too; `-- --findings` does only that.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './lib/build-app.mjs';
import { reduceColors } from './lib/png-palette.mjs';
import { repoPath, bin, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main, log } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

/** The pictures in README and the user guide, each with its source in the gallery; most have the small size. */
const GUIDE = {
  'accounts.png': 'accounts-with-a-record-light-1440.png',
  'review.png': 'review-finding-light-1440.png',
  'review-of-a-colleague.png': 'review-finding-of-a-colleague-light-1440.png',
  'reconcile.png': 'reconcile-one-file-light-1440.png',
  ...Object.fromEntries(
    [
      'activity',
      'add-to-a-billing-group',
      'advisor-codes',
      'agreed-terms',
      'app-lock-turned-on',
      'billing-period',
      'bulk-draft',
      'changes-to-approve',
      'connect',
      'connect-with-a-wrong-key',
      'edits',
      'expected-fee',
      'fee-history',
      'fee-structure-form',
      'fee-upload-files',
      'household',
      'import-columns',
      'palette',
      'received-draft',
      'refunds',
      'settings',
      'roi-preview',
      'tax-ids',
      'team',
      'team-database',
      'today',
    ].map((state) => [`${state}.png`, `${state}-light-1024.png`]),
  ),
};
const OPTIONS = ['--guide', '--findings'];

await main(async () => {
  await setUp('tests');
  await build();
  const folder = repoPath('gallery');
  const playwrightArgs = process.argv.slice(2).filter((arg) => !OPTIONS.includes(arg));
  const onlyFindings = process.argv.includes('--findings');
  if (playwrightArgs.length === 0 && !onlyFindings) fs.rmSync(folder, { recursive: true, force: true });
  const config = repoPath('test/gallery/playwright.config.ts');
  const command = [bin('@playwright/test', 'playwright'), 'test', '--config', config, ...playwrightArgs];
  const { code } = await run(node(), [repoPath('scripts/desktop.mjs'), '--private', node(), ...command], {
    output: 'inherit',
    minutes: 20,
    env: { GALLERY: folder, ONLY_FINDINGS: onlyFindings ? '1' : '' },
  });
  log(`${fs.existsSync(folder) ? fs.readdirSync(folder).length : 0} pictures in gallery.`);
  process.exitCode = code;
  if (code !== 0 || !process.argv.includes('--guide')) return;
  for (const [name, picture] of Object.entries(GUIDE))
    fs.writeFileSync(
      repoPath(`docs/screenshots/${name}`),
      reduceColors(fs.readFileSync(path.join(folder, picture))),
    );
  log('Written: docs/screenshots.');
});
