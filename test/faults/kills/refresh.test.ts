import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry, bundleCacheThread } from '../../support/bundle';
import { waitMs, runProgram } from '../../support/run-program';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';
import { RefreshedFirm, REFRESHED_KEY } from './refreshed-firm';

const KILLS = sampleOrAll(2, 200);
const firm = new RefreshedFirm();
let program: string;
let writer: string;
const random = seededRandom(20_261_122);

beforeAll(async () => {
  program = await bundleEntry('test/faults/kills/refreshing-program.ts');
  writer = await bundleCacheThread();
  await firm.start();
}, 60_000);
afterAll(() => firm.close());

/**
 * Runs the program once; kills it `ms` after `after` requests, or lets it end when the refresh is complete.
 */
async function run(kill: { after: number; ms: number } | null): Promise<number | null> {
  const { origin, requests } = firm.service;
  const killAfterCount = requests.length + (kill?.after ?? 0);
  const running = runProgram(
    program,
    [firm.folder, firm.note, REFRESHED_KEY, origin, writer],
    (line, launched) => {
      firm.recordOutput(line);
      if (launched.output.length % 3 !== 0) return; // prints "wrote", "complete" and "wrote" per refresh
      if (firm.completeRevision === firm.revision) firm.revision += kill ? 1 : 0;
      launched.send(kill ? 'again' : 'end');
    },
  );
  if (kill) {
    const waitForMoment = async () => {
      while (requests.length < killAfterCount) await waitMs(1);
      await waitMs(kill.ms);
    };
    await Promise.race([waitForMoment(), running.ended]);
    running.kill();
  }
  const exit = await running.ended;
  expect(running.output.filter((line) => line.startsWith('failed'))).toEqual([]);
  return exit;
}

it(
  `loses nothing and shows no partial refresh as complete although killed ${KILLS} times`,
  async () => {
    expect(await run(null)).toBe(0);
    firm.expectUnharmed();
    firm.revision += 1;
    await runTrials('killed in a refresh', KILLS, async () => {
      expect(await run({ after: 1 + random(14), ms: random(40) })).toBeNull();
      firm.expectUnharmed();
    });
    expect(firm.writtenViews.size).toBeGreaterThanOrEqual(KILLS);
    expect(await run(null)).toBe(0);
    expect(firm.completeRevision).toBe(firm.revision);
    firm.expectUnharmed();
  },
  KILLS * 10_000 + 60_000,
);
