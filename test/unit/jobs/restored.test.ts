import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { markLostOutcomes } from '#engine/workspace/open/restored';
import { NumberJobHarness } from './harness';

const BACKUP_TIME = '2026-11-20T09:00:00.000Z';

/** Creates a job of 20 rows that the user stopped after the first chunk, as in a backup. */
async function createStoppedJob(): Promise<{ first: NumberJobHarness; id: string }> {
  const first = new NumberJobHarness().register();
  const id = first.plan(20);
  first.beforeWrite = () => first.jobs.stop(id);
  first.jobs.start(id);
  await first.jobs.settled(id);
  expect(first.jobs.get(id)).toMatchObject({ state: 'canceled', counts: { done: 8, 'not-sent': 12 } });
  return { first, id };
}

/** Restores the job from a backup, with a service that has these numbers now. */
function restoreJob(
  { file, ...first }: NumberJobHarness,
  serviceNumbers: Iterable<number>,
): NumberJobHarness {
  first.closing.abort();
  first.workspace.close();
  const next = new NumberJobHarness(file);
  for (const n of serviceNumbers) next.storedNumbers.add(n);
  next.workspace.markRestored(BACKUP_TIME);
  return next;
}

describe('a job restored from a backup', () => {
  it('has the date of the backup, and unknown unsent rows until the service is read', async () => {
    const { first, id } = await createStoppedJob();
    const next = restoreJob(first, first.storedNumbers);
    expect(next.jobs.get(id)).toMatchObject({
      state: 'interrupted',
      restored: BACKUP_TIME,
      counts: { done: 8, unknown: 12, 'not-sent': 0 },
    });
    next.beforeVerify = () => {
      throw fail('offline');
    };
    next.register();
    await next.jobs.settled(id);
    await expect(next.jobs.resume(id)).rejects.toMatchObject({ failure: { kind: 'refused' } });
    expect(next.receivedRequests).toEqual([]);
  });

  it('sends nothing if all of it was sent after the backup was made', async () => {
    const { first, id } = await createStoppedJob();
    const next = restoreJob(
      first,
      Array.from({ length: 20 }, (_, n) => n),
    ).register();
    await next.jobs.settled(id);
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 20 } });
    await expect(next.jobs.resume(id)).rejects.toMatchObject({ failure: { kind: 'refused' } });
    expect(next.receivedRequests).toEqual([]);
  });

  it('sends only rows that the service lacks when it is read right before', async () => {
    const { first, id } = await createStoppedJob();
    const next = restoreJob(
      first,
      Array.from({ length: 12 }, (_, n) => n),
    ).register();
    await next.jobs.settled(id);
    expect(next.jobs.get(id)).toMatchObject({ counts: { done: 12, 'not-sent': 8 } });
    for (const n of [12, 13]) next.storedNumbers.add(n); // another computer continues the same job
    await next.jobs.resume(id);
    await next.jobs.settled(id);
    expect(next.receivedRequests).toEqual([[14, 15, 16, 17, 18, 19]]);
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 20 } });
  });

  it('ends without sending if the last read finds the rest', async () => {
    const { first, id } = await createStoppedJob();
    const next = restoreJob(first, first.storedNumbers).register();
    await next.jobs.settled(id);
    for (let n = 8; n < 20; n += 1) next.storedNumbers.add(n);
    await next.jobs.resume(id);
    await next.jobs.settled(id);
    expect(next.receivedRequests).toEqual([]);
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 20 } });
  });

  it('leaves a row unknown if another record has its name', async () => {
    const { first, id } = await createStoppedJob();
    first.closing.abort();
    first.workspace.close();
    const next = new NumberJobHarness(first.file, {
      verify: (rows) =>
        Promise.resolve(rows.map(({ n }) => (n < 8 ? true : { verified: false, rival: '7' }))),
    });
    next.workspace.markRestored(BACKUP_TIME);
    next.register();
    await next.jobs.settled(id);
    expect(next.jobs.get(id).counts).toMatchObject({ done: 8, unknown: 12, 'not-sent': 0 });
    const [row] = next.jobs.rows(id, { state: 'unknown', offset: 0, limit: 1 }).rows;
    expect(row?.issue).toEqual({ code: 'restored', facts: { rival: '7' } });
  });

  it('treats a row as any other once it was sent from this computer', async () => {
    const { first, id } = await createStoppedJob();
    const next = restoreJob(first, first.storedNumbers).register();
    await next.jobs.settled(id);
    next.beforeWrite = () => {
      throw fail('unknown-outcome');
    };
    await next.jobs.resume(id);
    await next.jobs.settled(id);
    expect(next.jobs.get(id).counts).toMatchObject({ done: 8, unknown: 8, 'not-sent': 4 });
    next.jobs.check(id);
    await next.jobs.settled(id);
    expect(next.jobs.get(id).counts).toMatchObject({ unknown: 8, 'not-sent': 4 });
  });

  it('drops a plan that was never started', () => {
    const first = new NumberJobHarness();
    const id = first.plan(3);
    const next = restoreJob(first, []);
    expect(() => next.jobs.get(id)).toThrow();
  });
});

describe('a job whose outcomes a rescue lost', () => {
  it.each([
    ['is checked, but rows that the service lacks are never sent: they may be invalid', false],
    ['stays so if it is restored from a backup made after the rescue', true],
  ])('%s', async (_title, isRestored) => {
    const first = new NumberJobHarness().register();
    const id = first.jobs.plan(
      first.kind,
      [
        { input: { n: 0 }, state: 'planned', issue: null },
        { input: { n: 1 }, state: 'skipped', issue: { code: 'tax-id' } },
      ],
      {},
    ).id;
    first.jobs.start(id);
    await first.jobs.settled(id);
    first.closing.abort();
    first.workspace.close();

    const next = new NumberJobHarness(first.file);
    next.storedNumbers.add(0);
    next.workspace.markRestored(BACKUP_TIME, (db) => {
      db.exec('DELETE FROM job_outcome');
      markLostOutcomes(db);
    });
    if (isRestored) next.workspace.markRestored(BACKUP_TIME);
    next.register();
    await next.jobs.settled(id);
    expect(next.jobs.get(id)).toMatchObject({
      counts: { done: 1, unknown: 1, 'not-sent': 0 },
      missing: 1,
    });
    await expect(next.jobs.resume(id)).rejects.toMatchObject({ failure: { kind: 'refused' } });
    expect(next.receivedRequests).toEqual([]);
  });
});
