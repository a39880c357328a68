// `npm run faults`: the whole table of odd answers × every call (test/faults), with what is seen, kept and sent in each cell.
import fs from 'node:fs';
import { at, read } from './lib/project.mjs';
import { vitest } from './lib/runners.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp('app');
  const out = at('node_modules/.cache/firm-desk/faults.jsonl');
  fs.mkdirSync(at('node_modules/.cache/firm-desk'), { recursive: true });
  fs.rmSync(out, { force: true });
  process.env['FAULTS_OUT'] = out;
  const { passed, failed } = await vitest(['test/faults']);
  const cells = (read(out) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const { fault, call, seen, kept, sent } of cells)
    console.log([fault, call, seen, kept, `sent ${sent}`].join(' | '));
  say(`${cells.length} cells; ${passed} rows passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});
