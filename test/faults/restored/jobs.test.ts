import fs from 'node:fs';
import { expect, it } from 'vitest';
import { openEncrypted } from '#engine/sqlite/open-database';
import { fail } from '#contract/failure';
import { unsentCount } from '#contract/job';
import { NumberJobHarness } from '../../unit/jobs/harness';
import { missingWorkspaceFile, tempWorkspaceFile, WORKSPACE_KEY } from '../../unit/workspace/temp-workspace';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';

const random = seededRandom(20_261_124);

/** How the service may treat a request of the job that is backed up. */
type Treatment =
  'accepts it' | 'refuses it' | 'loses the response' | 'never receives it' | 'hangs' | 'accepts it and hangs';
const TREATMENTS: readonly Treatment[] = [
  'accepts it',
  'accepts it',
  'refuses it',
  'loses the response',
  'never receives it',
  'hangs',
  'accepts it and hangs',
];

/** Makes the service treat each request randomly; `received` counts how often it accepted each row. */
function treatRandomly(harness: NumberJobHarness, received: Map<number, number>, onHang: () => void): void {
  harness.beforeWrite = (numbers) => {
    const treatment = TREATMENTS[random(TREATMENTS.length)];
    if (treatment === 'never receives it') throw fail('offline');
    if (treatment === 'refuses it') throw fail('refused', { status: 400 });
    if (treatment !== 'hangs') for (const n of numbers) received.set(n, (received.get(n) ?? 0) + 1);
    if (treatment === 'hangs' || treatment === 'accepts it and hangs') {
      onHang();
      return new Promise(() => undefined);
    }
    if (treatment === 'loses the response') {
      for (const n of numbers) harness.storedNumbers.add(n);
      throw fail('unknown-outcome');
    }
    return undefined;
  };
}

/** Waits until a job ends, or one of its requests hangs. */
async function waitForEndOrHang(harness: NumberJobHarness, id: string, hung: Promise<void>): Promise<void> {
  await Promise.race([harness.jobs.settled(id), hung]);
}

function copyOf(file: string): string {
  const copy = missingWorkspaceFile();
  const db = openEncrypted(file, WORKSPACE_KEY);
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  return copy;
}

/**
 * Backs up a job in any state, may continue it on its computer, then restores and continues it on another.
 * The service counts what it accepts for each row.
 */
async function restoreOnce(): Promise<void> {
  const received = new Map<number, number>();
  const size = 1 + random(40);
  let hang: () => void = () => undefined;
  const hung = new Promise<void>((resolve) => (hang = resolve));
  const first = new NumberJobHarness(tempWorkspaceFile()).register();
  treatRandomly(first, received, hang);
  const id = first.plan(size);
  // One of twelve jobs stays a plan; a third of the others is stopped.
  if (random(12) > 0) {
    first.jobs.start(id);
    if (random(3) === 0) first.jobs.stop(id);
    await waitForEndOrHang(first, id, hung);
  }
  const backup = copyOf(first.file);

  // After the backup, on the first computer.
  first.beforeWrite = (numbers) => {
    for (const n of numbers) received.set(n, (received.get(n) ?? 0) + 1);
  };
  const { state } = first.jobs.get(id);
  if (random(2) === 0 && state !== 'running' && unsentCount(first.jobs.get(id)) > 0) {
    if (state === 'planned') first.jobs.start(id);
    else await first.jobs.resume(id);
    await first.jobs.settled(id);
  }
  first.kill();

  const second = new NumberJobHarness(backup);
  for (const n of received.keys()) second.storedNumbers.add(n);
  second.beforeWrite = (numbers) => {
    for (const n of numbers) received.set(n, (received.get(n) ?? 0) + 1);
  };
  let isOffline = random(4) === 0;
  second.beforeVerify = () => {
    if (isOffline) throw fail('offline');
  };
  second.workspace.markRestored('2026-11-20T09:00:00.000Z');
  second.register();
  const restored = second.jobs.list();
  for (const job of restored) {
    await second.jobs.settled(job.id);
    expect(second.receivedRequests).toEqual([]); // nothing is sent by itself
    isOffline = false;
    second.jobs.check(job.id);
    await second.jobs.settled(job.id);
    if (unsentCount(second.jobs.get(job.id)) > 0) await second.jobs.resume(job.id);
    await second.jobs.settled(job.id);
    expect(unsentCount(second.jobs.get(job.id))).toBe(0);
  }
  second.kill();
  for (const file of [first.file, backup]) fs.rmSync(file);
  expect([...received].filter(([, times]) => times > 1)).toEqual([]);
}

const COUNT = sampleOrAll(20, 1_000);
it(
  `continues ${COUNT} restored backups of jobs in every state, and sends no row twice`,
  { timeout: 1_200_000 },
  async () => {
    await runTrials('restored jobs', COUNT, restoreOnce);
  },
);
