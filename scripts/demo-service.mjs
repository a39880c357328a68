// `npm run --silent demo-service -- --port 0 --accounts 2000 --seed 7 --application production|sandbox`
// `--day 30`: thirty nights have passed when it starts. `--night-every 60`: one more passes every minute.
// `--lacks billingMinimums`: a service without these resources.
// The demo firm's service by itself, on plain Node. Its one line of JSON is all that goes to stdout.
import { build } from './lib/built.mjs';
import { at, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp('packages');
  await build();
  const { code } = await run(node(), [at('out/main/demo.js'), ...process.argv.slice(2)], {
    output: 'inherit',
  });
  process.exitCode = code;
});
