// Runs the demo firm's service on plain Node. stdout has one line of JSON only.
//   `npm run --silent demo-service -- --port 0 --accounts 2000 --seed 7 --application production|sandbox`
//   `--day 30`: starts after thirty nights. `--night-every 60`: one more night passes every minute.
//   `--lacks billingMinimums,invoices`: a service without these resources.
//   `--journal FILE`: keeps the firm's changes in a file, so that they survive a restart.
import { build } from './lib/build-app.mjs';
import { repoPath, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

await main(async () => {
  await setUp('packages');
  await build();
  const { code } = await run(node(), [repoPath('out/main/demo.js'), ...process.argv.slice(2)], {
    output: 'inherit',
  });
  process.exitCode = code;
});
