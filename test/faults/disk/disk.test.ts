import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry, bundleCacheThread } from '../../support/bundle';
import { runProgram } from '../../support/run-program';
import { RefreshedFirm, REFRESHED_KEY } from '../kills/refreshed-firm';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';

const TRIALS = sampleOrAll(2, 60);
const KB = 1_024;
/** The index of the write-ahead log is mapped into memory: with a limit below its size, nothing could run. */
const MIN_LIMIT_KB = 64;
const firm = new RefreshedFirm();
const random = seededRandom(20_261_126);
const failureKinds = new Map<string, number>();
let program: string;
let writer: string;

beforeAll(async () => {
  program = await bundleEntry('test/faults/kills/refreshing-program.ts');
  writer = await bundleCacheThread();
  await firm.start();
}, 60_000);
afterAll(() => firm.close());

/** Runs the program once; with a limit, the system writes no file beyond that many kilobytes. */
async function runOnce(limitKb: number | null): Promise<number | null> {
  const { origin } = firm.service;
  const limitedCommand = `ulimit -f ${limitKb ?? 'unlimited'}; exec "$0" "$@"`;
  const running = runProgram(
    program,
    [firm.folder, firm.note, REFRESHED_KEY, origin, writer],
    (line, launched) => {
      firm.recordOutput(line);
      const [event, kind = ''] = line.split(' ');
      if (event === 'failed') failureKinds.set(kind, (failureKinds.get(kind) ?? 0) + 1);
      // After three lines, the program waits for a command.
      if (launched.output.length % 3 === 0) launched.send('end');
    },
    ['bash', '-c', limitedCommand, process.execPath],
  );
  return running.ended;
}

it.runIf(process.platform === 'linux')(
  'loses nothing that was reported as written when the disk fails, and reports failures',
  async () => {
    expect(await runOnce(null)).toBe(0);
    firm.expectUnharmed();
    const largest = Math.max(
      ...fs.readdirSync(firm.folder).map((name) => fs.statSync(path.join(firm.folder, name)).size),
    );
    await runTrials('disk errors', TRIALS, async () => {
      firm.revision += 1;
      const limit = MIN_LIMIT_KB + random(Math.ceil((largest * 2) / KB));
      await runOnce(limit); // it exits if it cannot even open the file, which the app would report
      firm.expectUnharmed();
      expect(await runOnce(null)).toBe(0);
      expect(firm.completeRevision, `after ${limit} kB`).toBe(firm.revision);
      firm.expectUnharmed();
    });
    expect(failureKinds.size).toBeGreaterThan(0); // otherwise nothing failed
    expect([...failureKinds.keys()]).not.toContain('unexpected');
  },
  TRIALS * 30_000 + 60_000,
);
