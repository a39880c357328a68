import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo } from '#main/demo/index';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { bundleEntry, bundleCacheThread } from '../../support/bundle';
import { runProgram } from '../../support/run-program';
import { sampleOpenRequest } from '../../support/open-request';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';

const KEY = '5a'.repeat(32);
const ACCOUNTS = 500;
const FILES = ['cache.db', 'history.db', 'workspace.db'];
/** For each trial, the number of failing reads in a row. */
const BURSTS = sampleOrAll(
  [4],
  Array.from({ length: 30 }, (_, index) => index + 1),
);
const random = seededRandom(20_261_124);
/** A failing disk is simulated by the tracer, which makes reads of one file fail. */
const hasTracer = spawnSync('strace', ['-V']).status === 0;
const root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-reads-'));
const template = path.join(root, 'template');
let program: string;
let writer: string;

beforeAll(async () => {
  program = await bundleEntry('test/faults/disk/reading-program.ts');
  writer = await bundleCacheThread();
  const firm = await startDemo({ accounts: ACCOUNTS, seed: 3 });
  fs.mkdirSync(template);
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry: writer,
  });
  await connections.open(sampleOpenRequest(template, KEY, firm));
  await connections.current.refresh({});
  await connections.current.refresher.settled();
  connections.current.workspace.views.save({
    resource: 'accounts',
    name: 'Mine',
    query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  });
  await connections.close();
  await firm.close();
}, 60_000);
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function read(tracer: readonly string[]): Promise<string> {
  const running = runProgram(program, [path.join(root, 'firm'), KEY, writer], undefined, [
    ...(tracer as [string, ...string[]]),
    process.execPath,
  ]);
  await running.ended;
  return running.output.at(-1) ?? '';
}

it.runIf(hasTracer)(
  'works again without a restart after bursts of failing reads of each file',
  async () => {
    let failed = 0;
    for (const name of FILES)
      await runTrials(
        'read errors in bursts',
        BURSTS.length,
        async (trial) => {
          const folder = path.join(root, 'firm');
          fs.rmSync(folder, { recursive: true, force: true });
          fs.cpSync(template, folder, { recursive: true });
          const first = 1 + random(12);
          const burst = `when=${first}..${first + (BURSTS[trial] ?? 1) - 1}`;
          const file = path.join(folder, name);
          const output = await read([
            'strace',
            ...['-f', '-qqq', '-o', '/dev/null', '-P', file, '-e', 'trace=pread64'],
            ...['-e', `inject=pread64:error=EIO:${burst}`],
          ]);
          expect(output).toMatch(`works ${ACCOUNTS} 1 1`);
          if (!output.endsWith('| 1 ')) failed += 1; // one try and no failure
          expect(fs.readdirSync(folder).filter((entry) => entry.includes('damaged'))).toEqual([]);
        },
        name,
      );
    expect(failed).toBeGreaterThan(0); // otherwise nothing failed
  },
  sampleOrAll(120_000, 3_600_000),
);
