// `npm run faults`: all fault tests: killed processes, bit flips, bad disks, hostile messages, odd responses to
// every call. `npm run faults -- kills` runs one group. Fails if anything was lost.
import fs from 'node:fs';
import { build } from './lib/build-app.mjs';
import { faultRows, faultTable } from './lib/fault-table.mjs';
import { repoPath, readIfExists } from './lib/project.mjs';
import { playwright, vitest } from './lib/runners.mjs';
import { main, log, ExpectedError } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

/** Files with tests of a full disk, among others. The titles of those tests match the pattern in GROUPS. */
const FULL_DISKS = [
  'workspace/open',
  'cache/interrupted-refresh',
  'features/roi/send',
  'jobs/resumed',
  'edits/send',
  'features/fee-files/save',
  'files/output-tables',
].map((name) => `test/unit/${name}.test.ts`);

/**
 * The groups: rows of the table with their tests. A test may report rows and trials itself
 * (test/faults/trial-report.ts); otherwise each test counts as one trial. Tests of the real app are named by
 * their Playwright configuration.
 */
const GROUPS = {
  kills: [
    ['killed in a refresh', ['test/faults/kills/refresh.test.ts']],
    ['killed in a job', ['test/contract/jobs/kill.test.ts', 'test/contract/edits/kill.test.ts']],
    ['killed in a download', ['test/faults/kills/downloads.test.ts']],
    ['killed in a swap, a restore or a backup', ['test/faults/kills/replace.test.ts']],
    ['the app killed in a restore or a backup', 'test/faults/app/playwright.config.ts'],
    [
      'cut in a download',
      ['test/unit/features/fee-files/save.test.ts', 'test/unit/features/fee-files/recover.test.ts'],
    ],
    ['interrupted refresh', ['test/unit/refresh', 'test/unit/cache/interrupted-refresh.test.ts']],
  ],
  disk: [
    ['disk errors', ['test/faults/disk']],
    ['full disks', [...FULL_DISKS, '-t', 'full disk|disk is full|disk-full']],
  ],
  flips: [
    ['bit flips', ['test/faults/flips']],
    ['data on this computer damaged', ['test/unit/connection/damaged-cache.test.ts']],
  ],
  messages: [['hostile messages', ['test/faults/messages']]],
  responses: [
    ['odd responses', ['test/faults/responses']],
    ['misbehaving service', ['test/contract/misbehaving']],
  ],
  readings: [['odd reads before every write', ['test/faults/readings']]],
  work: [
    ['saved work damaged, lost, older', ['test/unit/workspace', 'test/unit/backup']],
    ['restored jobs', ['test/faults/restored/jobs.test.ts']],
    [
      'many nights, any order of writes',
      ['test/unit/cache/history.test.ts', 'test/unit/cache/record-writes.test.ts'],
    ],
    [
      'keychain lost, key rotated',
      ['test/unit/desktop/recovery.test.ts', 'test/unit/desktop/removals.test.ts'],
    ],
  ],
  team: [
    [
      'a team’s log altered, cut, killed, restored',
      ['test/faults/team', 'test/unit/features/team/sync.test.ts'],
    ],
  ],
  files: [
    [
      'hostile files',
      [
        'test/unit/features/reconcile/caps.test.ts',
        'test/unit/features/reconcile/saved.test.ts',
        'test/unit/files/with-timeout.test.ts',
        'test/unit/files/workbook.test.ts',
        'test/unit/features/fee-files/archive.test.ts',
        'test/unit/features/fee-files/list-entries.test.ts',
      ],
    ],
  ],
};

/** Timeout of a row; long, because the computer may be busy. */
const TIMEOUT_MINUTES = 120;

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in GROUPS));
  if (unknown.length > 0)
    throw new ExpectedError(
      `no group is called ${unknown.join(', ')}: there are ${Object.keys(GROUPS).join(', ')}`,
    );
  const missing = Object.values(GROUPS)
    .flatMap((rows) => rows.flatMap(([, files]) => files))
    .filter((file) => file.startsWith('test/') && !fs.existsSync(repoPath(file)));
  if (missing.length > 0) throw new ExpectedError(`these tests do not exist: ${missing.join(', ')}`);
  await setUp('tests');
  await build();
  const out = repoPath(`node_modules/.cache/firm-desk/faults-${process.pid}.jsonl`); // several runs may share a clone
  fs.mkdirSync(repoPath('node_modules/.cache/firm-desk'), { recursive: true });
  process.env['FAULTS_OUT'] = out;
  const rows = [];
  const failedTests = [];
  for (const group of names.length > 0 ? names : Object.keys(GROUPS))
    for (const [name, files] of GROUPS[group]) {
      log(`${name} …`);
      fs.rmSync(out, { force: true });
      const counts = await (typeof files === 'string'
        ? playwright([], { config: files, minutes: TIMEOUT_MINUTES })
        : vitest(files, TIMEOUT_MINUTES));
      const trials = (readIfExists(out) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      for (const { fault, call, shown, stored, sent, seconds } of trials)
        if (fault !== undefined)
          console.log([fault, call, shown, stored, `sent ${sent}`, `${seconds} s`].join(' | '));
      rows.push(...faultRows(name, trials, counts));
      failedTests.push(...(counts.failedOrFlaky ?? []).map((line) => `${name}: ${line}`));
    }
  const { text, lost } = faultTable(rows);
  console.log([text, ...failedTests].join('\n'));
  process.exitCode = lost > 0 ? 1 : 0;
});
