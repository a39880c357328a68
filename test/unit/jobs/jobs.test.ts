import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import { Jobs } from '#engine/jobs/jobs';
import { NumberJobHarness } from './harness';

describe('a durable job', () => {
  it('stores its rows as in flight before their request leaves', async () => {
    const harness = new NumberJobHarness().register();
    const states: string[] = [];
    let id = '';
    harness.beforeWrite = () => {
      states.push(JSON.stringify(harness.jobs.get(id).counts));
    };
    id = harness.plan(10);
    harness.jobs.start(id);
    await harness.jobs.settled(id);
    expect(states.map((text) => JSON.parse(text) as object)).toMatchObject([
      { 'in-flight': 8, planned: 2 },
      { 'in-flight': 2, done: 8 },
    ]);
  });

  it('is refused on a read-only connection without a trace of being sent or interrupted', async () => {
    const harness = new NumberJobHarness().register();
    const { jobs: store, activity } = harness.workspace;
    const jobs = new Jobs({ store, closed: harness.closing.signal, isReadOnly: true });
    jobs.register(harness.kind);
    const id = harness.plan(8);
    const leaveDraft = vi.fn();
    expect(() => jobs.start(id)).toThrow('read-only');
    expect(() => jobs.launch(harness.kind, [], {}, leaveDraft)).toThrow('read-only');
    await expect(jobs.resume(id)).rejects.toThrow('read-only');
    expect(leaveDraft).not.toHaveBeenCalled();
    expect(jobs.get(id)).toMatchObject({ state: 'planned', counts: { planned: 8 } });
    expect(jobs.list()).toEqual([]);
    expect(activity.list({}, 0, 10).total).toBe(0);
    expect(harness.receivedRequests).toEqual([]);
  });

  it('requires confirmation of its row count if its kind requests that', async () => {
    const harness = new NumberJobHarness(undefined, { requiresConfirmation: true }).register();
    const id = harness.plan(8);
    expect(() => harness.jobs.start(id)).toThrow('changed-since');
    expect(() => harness.jobs.start(id, 7)).toThrow('changed-since');
    expect(harness.receivedRequests).toEqual([]);
    harness.jobs.start(id, 8);
    await harness.jobs.settled(id);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 8 } });
  });

  it('is listed until dismissed; its plan is not listed', async () => {
    const harness = new NumberJobHarness().register();
    harness.plan(1);
    const id = await harness.run(1);
    expect(harness.jobs.list().map((job) => job.id)).toEqual([id]);
    harness.jobs.dismiss(id);
    expect(harness.jobs.list()).toEqual([]);
    expect(harness.jobs.get(id).counts.done).toBe(1);
  });

  it('reports when its list changes: at the start, the end and the dismissal of a job', async () => {
    const harness = new NumberJobHarness().register();
    const stop = new AbortController();
    const statesByVersion = new Map<number, string>();
    const latest = () => [...statesByVersion.values()].at(-1);
    const following = (async () => {
      for await (const version of harness.jobs.changes(stop.signal))
        statesByVersion.set(
          version,
          harness.jobs
            .list()
            .map(({ state }) => state)
            .join(),
        );
    })();
    let release = () => {};
    harness.beforeWrite = () => new Promise<void>((resolve) => (release = resolve));
    const id = harness.plan(1);
    harness.jobs.start(id);
    await vi.waitFor(() => expect(latest()).toBe('running'));
    release();
    await vi.waitFor(() => expect(latest()).toBe('done'));
    harness.jobs.dismiss(id);
    await vi.waitFor(() => expect(latest()).toBe(''));
    stop.abort();
    await following;
  });

  it('returns its rows of a state, in ranges', async () => {
    const harness = new NumberJobHarness(undefined, { chunk: 500 }).register();
    const id = await harness.run(10_000);
    const { rows, total } = harness.jobs.rows(id, { state: 'done', offset: 9_990, limit: 500 });
    expect([total, rows.length, rows[0]?.index]).toEqual([10_000, 10, 9_990]);
    expect(harness.jobs.rows(id, { state: 'refused', offset: 0, limit: 500 })).toEqual({
      rows: [],
      total: 0,
    });
    expect(harness.receivedRequests.flat()).toHaveLength(10_000);
  });

  it('verifies each row by reading after a lost response, including its IDs', async () => {
    const harness = new NumberJobHarness(undefined, {
      verify: (rows) =>
        Promise.resolve(
          rows.map(({ n }) =>
            n === 0
              ? { verified: true, responseIds: ['100'] }
              : { verified: false, issue: { code: 'half' }, responseIds: ['101'] },
          ),
        ),
    }).register();
    harness.afterWrite = () => {
      throw fail('unknown-outcome');
    };
    const id = await harness.run(2);
    expect(harness.jobs.rows(id, { offset: 0, limit: 10 }).rows).toMatchObject([
      { state: 'done', issue: { code: 'found' }, responseIds: ['100'], verified: true },
      { state: 'refused', issue: { code: 'half' }, responseIds: ['101'], verified: false },
    ]);
  });
});

describe('a draft that becomes a job', () => {
  it('starts in one transaction with the end of the draft, or not at all', () => {
    const harness = new NumberJobHarness().register();
    const rows = [{ input: { n: 1 }, state: 'planned' as const, issue: null }];
    const throwDiskFull = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    expect(() => harness.jobs.launch(harness.kind, rows, {}, throwDiskFull)).toThrow('full');
    expect(harness.jobs.list()).toEqual([]);
    expect(harness.log).toEqual([]);
    expect(harness.receivedRequests).toEqual([]);
  });

  it('leaves no listener on the signal of the connection, which can be open for days', async () => {
    const harness = new NumberJobHarness().register();
    const rows = [{ input: { n: 1 }, state: 'planned' as const, issue: null }];
    const before = getEventListeners(harness.closing.signal, 'abort').length;
    const { id } = harness.jobs.launch(harness.kind, rows, {}, () => undefined);
    await harness.jobs.settled(id);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done' });
    expect(getEventListeners(harness.closing.signal, 'abort')).toHaveLength(before);
  });

  it('waits for earlier jobs of the same records, and can be resumed after a restart', async () => {
    const first = new NumberJobHarness().register();
    let respond: () => void = () => undefined;
    first.beforeWrite = ([n]) => (n === 0 ? new Promise((resolve) => (respond = resolve)) : undefined);
    const rows = (from: number) =>
      [from, from + 1].map((n) => ({ input: { n }, state: 'planned' as const, issue: null }));
    first.jobs.launch(first.kind, rows(0), {}, () => undefined);
    const second = first.jobs.launch(first.kind, rows(10), {}, () => undefined);
    await vi.waitFor(() => expect(first.receivedRequests).toEqual([[0, 1]]));
    first.kill();
    respond();
    await first.jobs.settled(second.id);
    expect(first.receivedRequests).toEqual([[0, 1]]);

    const next = new NumberJobHarness(first.file).register();
    await next.jobs.settled(second.id);
    expect(next.jobs.get(second.id)).toMatchObject({ state: 'interrupted', counts: { 'not-sent': 2 } });
    await next.jobs.resume(second.id);
    await next.jobs.settled(second.id);
    expect(next.receivedRequests).toEqual([[10, 11]]);
  });
});
