// `npm run demo-team`: opens the demo firm with a team. A PostgreSQL database, the demo service and three apps run on
// this computer. In two of the apps, colleagues set up a team with yours, mark findings, hand you a draft and ask for
// your approval; then those two close. When you close yours, the database, all data and the keychain entries are
// removed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './lib/build-app.mjs';
import { ensureDisplay } from './lib/display.mjs';
import { setUp } from './lib/install.mjs';
import { bin, node, repoPath } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { log, main } from './lib/terminal.mjs';

await main(async () => {
  await setUp('tests');
  await ensureDisplay();
  await build();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-team-'));
  log('two colleagues set up a team and work in it; this takes about two minutes.');
  const program = [bin('@playwright/test', 'playwright'), 'test'];
  const config = ['--config', repoPath('test/demo-team/playwright.config.ts')];
  const { code } = await run(node(), [repoPath('scripts/desktop.mjs'), node(), ...program, ...config], {
    output: 'inherit',
    env: { E2E_FOLDER: path.join(folder, 'run'), TMPDIR: folder },
  });
  fs.rmSync(folder, { recursive: true, force: true });
  process.exitCode = code;
});
