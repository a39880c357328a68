// `npm start`: sets up, builds and opens the app. Arguments after `--` are passed to it.
import { build } from './lib/build-app.mjs';
import { isRoot, ensureDisplay } from './lib/display.mjs';
import { repoPath, node, readIfExists } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main, log } from './lib/terminal.mjs';
import { runtime, setUp } from './lib/install.mjs';

await main(async () => {
  await setUp();
  await ensureDisplay();
  await build();
  const { present, wanted, fallback } = runtime();
  log(`opening Firm Desk on Electron ${present}${fallback ? ` instead of ${wanted} (see README)` : ''}.`);
  const electron = repoPath(
    'node_modules/electron/dist',
    readIfExists(repoPath('node_modules/electron/path.txt')),
  );
  const flags = isRoot() || process.env.NO_SANDBOX ? ['--no-sandbox'] : [];
  const app = [electron, ...flags, '.', ...process.argv.slice(2)];
  const { code } = await run(node(), [repoPath('scripts/desktop.mjs'), ...app], { output: 'inherit' });
  if (code !== 0) log(`the app ended with code ${code}.`);
  process.exitCode = code;
});
