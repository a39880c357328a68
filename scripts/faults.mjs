// `npm run faults`: what must not do harm, all of it: odd answers × every call (test/faults, each cell told), kills, damage.
import fs from 'node:fs';
import { faultTable } from './lib/fault-table.mjs';
import { at, read } from './lib/project.mjs';
import { vitest } from './lib/runners.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

const ODD_ANSWERS = 'odd answers, by kind';
/** Each row of the table and the tests that try it. */
const SUITES = [
  [ODD_ANSWERS, ['test/faults']],
  ['misbehaving service', ['test/contract/misbehaving']],
  ['killed in a job', ['test/contract/jobs/kill.test.ts', 'test/contract/edits/kill.test.ts']],
  ['killed or cut in a download', ['test/unit/fee-files/save.test.ts', 'test/unit/fee-files/kept.test.ts']],
  ['interrupted refresh', ['test/unit/refresh', 'test/unit/cache/broken-off.test.ts']],
  ['saved work damaged, lost, older', ['test/unit/workspace', 'test/unit/backup']],
  [
    'keychain lost, key rotated',
    ['test/unit/desktop/recovery.test.ts', 'test/unit/desktop/removals.test.ts'],
  ],
  ['data on this computer damaged', ['test/unit/connection/damaged-cache.test.ts']],
  ['files that harm', ['test/unit/reconcile/caps.test.ts', 'test/unit/fee-files/archive.test.ts']],
];

await main(async () => {
  await setUp('app');
  const out = at('node_modules/.cache/firm-desk/faults.jsonl');
  fs.mkdirSync(at('node_modules/.cache/firm-desk'), { recursive: true });
  fs.rmSync(out, { force: true });
  process.env['FAULTS_OUT'] = out;
  const rows = [];
  for (const [name, files] of SUITES) {
    say(`${name} …`);
    const { passed, failed } = await vitest(files);
    rows.push({ name, tried: passed + failed, survived: passed });
  }
  const cells = (read(out) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const { fault, call, seen, kept, sent } of cells)
    console.log([fault, call, seen, kept, `sent ${sent}`].join(' | '));
  say(`${cells.length} cells of odd answers × calls`);
  const { text, lost } = faultTable(rows);
  console.log(text);
  process.exitCode = lost > 0 ? 1 : 0;
});
