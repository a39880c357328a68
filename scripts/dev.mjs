// `npm run dev`: runs the app with hot reload of its windows, and restarts it when the code of a process
// changed.
import { ensureDisplay } from './lib/display.mjs';
import { repoPath, bin, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

await main(async () => {
  await setUp();
  await ensureDisplay();
  const watch = [node(), bin('electron-vite'), 'dev', '--watch', '--outDir', 'out', ...process.argv.slice(2)];
  const { code } = await run(node(), [repoPath('scripts/desktop.mjs'), ...watch], {
    output: 'inherit',
    input: 'inherit',
  });
  process.exitCode = code;
});
