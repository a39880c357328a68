import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import type { RowState } from '#contract/job';
import { NumberJobHarness, requestSizes } from './harness';

describe('a durable job', () => {
  it('reports an interruption at the next start, verifies what it sent, and resumes the rest', async () => {
    const first = new NumberJobHarness().register();
    const id = first.plan(20);
    let reportSecond: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (reportSecond = resolve));
    first.beforeWrite = ([n]) => {
      if (n !== 8) return;
      for (const arrived of [8, 9, 10, 11]) first.storedNumbers.add(arrived); // the service continues with half of them
      reportSecond();
      return new Promise(() => undefined);
    };
    first.jobs.start(id);
    await second;
    first.kill();

    const next = new NumberJobHarness(first.file);
    for (const n of first.storedNumbers) next.storedNumbers.add(n);
    expect(next.jobs.list()).toMatchObject([
      { id, state: 'interrupted', counts: { done: 8, unknown: 8, planned: 4 } },
    ]);
    expect(next.log).toMatchObject([{ outcome: null }]); // the outcome is still unknown
    next.register();
    await next.jobs.settled(id);
    expect(next.receivedRequests).toEqual([]); // only read, nothing written
    expect(next.jobs.get(id)).toMatchObject({
      state: 'interrupted',
      counts: { done: 12, unknown: 4, 'not-sent': 4 },
    });
    expect(next.log).toMatchObject([{ outcome: 'unknown', count: 12, unsent: 4 }]);

    await next.jobs.resume(id);
    await next.jobs.settled(id);
    expect(next.receivedRequests).toEqual([[16, 17, 18, 19]]); // what may have arrived is not repeated
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 16, unknown: 4 } });
    expect(next.log).toMatchObject([
      { outcome: 'unknown', count: 4 },
      { outcome: 'unknown', count: 12 },
    ]);
  });

  it('logs each row once if a list contradicted one before the job was resumed', async () => {
    const harness = new NumberJobHarness(undefined, { listDecides: true }).register();
    const id = harness.plan(12);
    harness.afterWrite = (numbers) => {
      if (numbers.includes(0)) {
        harness.storedNumbers.delete(0);
        harness.jobs.stop(id);
      }
      return numbers.map(() => ({ state: 'done' }));
    };
    harness.jobs.start(id);
    await harness.jobs.settled(id);
    expect(harness.log).toMatchObject([{ outcome: 'unknown', count: 7, unsent: 4 }]);
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(harness.log).toMatchObject([
      { outcome: 'unknown', count: 4, unsent: 0 },
      { outcome: 'unknown', count: 7 },
    ]);
  });

  it('reports created records at once, and reads them again if killed before lists update', async () => {
    const first = new NumberJobHarness(undefined, {
      publishResponses: () => new Promise(() => undefined),
    }).register();
    const id = first.plan(10);
    first.jobs.start(id);
    await vi.waitFor(() => expect(first.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 } }));
    expect(first.jobs.get(id).endedAt).not.toBeNull();
    expect(first.jobs.count()).toBe(0); // nothing is left to send, so quitting needs no confirmation
    first.kill();

    const published: number[] = [];
    const next = new NumberJobHarness(first.file, {
      publish: (rows) => Promise.resolve(void published.push(...rows.map(({ n }) => n))),
    });
    for (const n of first.storedNumbers) next.storedNumbers.add(n);
    next.register();
    await next.jobs.settled(id);
    expect([next.receivedRequests, published.length]).toEqual([[], 10]);
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 } });
    expect(next.log).toMatchObject([{ outcome: 'done', count: 10 }]);
  });

  it('sends once after verification if resumed during it', async () => {
    const first = new NumberJobHarness().register();
    const id = first.plan(20);
    let reportSecond: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (reportSecond = resolve));
    first.beforeWrite = ([n]) => (n === 8 ? (reportSecond(), new Promise(() => undefined)) : undefined);
    first.jobs.start(id);
    await second;
    first.kill();

    let release: () => void = () => undefined;
    const next = new NumberJobHarness(first.file, {
      publish: () => new Promise((resolve) => (release = resolve)),
    });
    for (const n of first.storedNumbers) next.storedNumbers.add(n);
    next.register();
    await vi.waitFor(() =>
      expect(next.jobs.get(id)).toMatchObject({ isChecking: false, state: 'interrupted' }),
    );
    await vi.waitFor(() => expect(next.readCount).toBe(1));
    expect(next.jobs.count()).toBe(0); // quitting now would lose nothing
    const resumes = [next.jobs.resume(id), next.jobs.resume(id)];
    await Promise.resolve();
    expect(next.receivedRequests).toEqual([]);
    await vi.waitFor(() => {
      release();
      expect(next.receivedRequests).toEqual([[16, 17, 18, 19]]);
    });
    release();
    await Promise.all(resumes);
    expect(next.receivedRequests).toHaveLength(1);
  });

  it('updates the lists with the rows that a resume found done', async () => {
    const published: number[] = [];
    const harness = new NumberJobHarness(undefined, {
      publish: (rows) => Promise.resolve(void published.push(...rows.map(({ n }) => n))),
    }).register();
    harness.afterWrite = () => {
      throw fail('unknown-outcome');
    };
    harness.beforeVerify = () => {
      throw fail('offline');
    };
    const id = await harness.run(10);
    expect(harness.jobs.get(id)).toMatchObject({ counts: { unknown: 8, 'not-sent': 2 } });
    expect(published).toEqual([]);
    harness.afterWrite = (numbers) => numbers.map(() => ({ state: 'done', verified: true }));
    harness.beforeVerify = () => undefined;
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 } });
    expect(published).toEqual([0, 1, 2, 3, 4, 5, 6, 7]); // responses are published separately
  });

  it('on close, waits for the active request, sends no more, and writes its log line', async () => {
    const harness = new NumberJobHarness().register();
    let respond: () => void = () => undefined;
    harness.beforeWrite = () => new Promise((resolve) => (respond = resolve));
    const id = harness.plan(20);
    harness.jobs.start(id);
    await vi.waitFor(() => expect(harness.receivedRequests).toHaveLength(1));
    expect(harness.jobs.count()).toBe(1);
    const ended = harness.jobs.end();
    respond();
    await ended;
    harness.closing.abort();
    expect(requestSizes(harness)).toEqual([8]);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'canceled', counts: { done: 8, 'not-sent': 12 } });
    expect(harness.log).toMatchObject([{ outcome: 'partly', count: 8 }]);
  });

  it('sends nothing on resuming while verification fails', async () => {
    const harness = new NumberJobHarness().register();
    harness.afterWrite = () => {
      throw fail('unknown-outcome');
    };
    harness.beforeVerify = () => {
      throw fail('offline');
    };
    const id = await harness.run(20);
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(requestSizes(harness)).toEqual([8]);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'stopped', checkFailure: { kind: 'offline' } });
  });

  it('stops on a full disk; with space again, verifies and sends the rest', async () => {
    const harness = new NumberJobHarness().register();
    harness.afterWrite = (numbers) => {
      harness.setDiskFull(true);
      const reasons = ['n'.repeat(9_000)]; // needs a new page of the database
      return numbers.map(() => ({ state: 'done', issue: { code: 'message', reasons } }));
    };
    const id = await harness.run(20);
    expect(harness.receivedRequests).toHaveLength(1);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'stopped', failure: { kind: 'disk-full' } });
    expect(harness.jobs.count()).toBe(0);

    harness.setDiskFull(false);
    harness.afterWrite = (numbers) => numbers.map(() => ({ state: 'done' }));
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done', failure: null, counts: { done: 20 } });
    expect(harness.receivedRequests.flat().sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });

  it('counts and ends as active while the disk does not return its state', async () => {
    const harness = new NumberJobHarness().register();
    let respond: () => void = () => undefined;
    harness.beforeWrite = () => new Promise((resolve) => (respond = resolve));
    harness.jobs.start(harness.plan(20));
    await vi.waitFor(() => expect(harness.receivedRequests).toHaveLength(1));
    vi.spyOn(harness.workspace.jobs, 'get').mockImplementation(() => {
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    });
    expect(harness.jobs.count()).toBe(1);
    const ended = harness.jobs.end();
    respond();
    await ended;
    expect(harness.receivedRequests).toHaveLength(1);
  });

  it('can be resumed if the full disk also prevented storing its end', async () => {
    const harness = new NumberJobHarness().register();
    const throwDiskFull = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    harness.afterWrite = (numbers) => {
      harness.setDiskFull(true);
      return numbers.map(() => ({
        state: 'done',
        issue: { code: 'message', reasons: ['n'.repeat(9_000)] },
      }));
    };
    const end = vi.spyOn(harness.workspace.jobs, 'end').mockImplementation(throwDiskFull);
    const id = await harness.run(20);
    expect(harness.receivedRequests).toHaveLength(1);
    // Rows in flight are unknown, and none is waiting or being sent, even if the disk is still full.
    expect(harness.jobs.get(id)).toMatchObject({
      state: 'stopped',
      failure: { kind: 'disk-full' },
      counts: { 'in-flight': 0, planned: 0, unknown: 8, 'not-sent': 12 },
    });
    const readRows = (state?: RowState, offset = 0) => harness.jobs.rows(id, { state, offset, limit: 10 });
    expect(readRows('unknown', 6)).toMatchObject({
      total: 8,
      rows: [{ index: 6, state: 'unknown' }, { index: 7 }],
    });
    expect(readRows('not-sent')).toMatchObject({ total: 12, rows: { length: 10, 0: { index: 8 } } });
    expect(
      readRows(undefined, 7)
        .rows.map(({ state }) => state)
        .slice(0, 2),
    ).toEqual(['unknown', 'not-sent']);
    expect(readRows('in-flight').rows).toEqual([]);
    await expect(harness.jobs.resume(id)).rejects.toThrow('full');

    end.mockRestore();
    harness.setDiskFull(false);
    harness.afterWrite = (numbers) => numbers.map(() => ({ state: 'done' }));
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done', failure: null, counts: { done: 20 } });
    expect(harness.receivedRequests.flat().sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });

  it('writes nothing after the connection closed; the next start reports it', async () => {
    const harness = new NumberJobHarness().register();
    let respond: () => void = () => undefined;
    harness.beforeWrite = () => new Promise((resolve) => (respond = resolve));
    const id = harness.plan(8);
    harness.jobs.start(id);
    await vi.waitFor(() => expect(harness.receivedRequests).toHaveLength(1));
    harness.kill();
    respond();
    await harness.jobs.settled(id);
    const next = new NumberJobHarness(harness.file);
    expect(next.jobs.get(id)).toMatchObject({ state: 'interrupted', counts: { unknown: 8 } });
  });
});
