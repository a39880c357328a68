import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import { Jobs } from '#engine/jobs/jobs';
import { NumberJobHarness } from './harness';

describe('a durable job', () => {
  it('stores its rows as in flight before their request leaves', async () => {
    const bench = new NumberJobHarness().register();
    const states: string[] = [];
    let id = '';
    bench.before = () => {
      states.push(JSON.stringify(bench.jobs.get(id).counts));
    };
    id = bench.plan(10);
    bench.jobs.start(id);
    await bench.jobs.settled(id);
    expect(states.map((text) => JSON.parse(text) as object)).toMatchObject([
      { asked: 8, planned: 2 },
      { asked: 2, done: 8 },
    ]);
  });

  it('is refused on a read-only connection without a trace of being sent or interrupted', async () => {
    const bench = new NumberJobHarness().register();
    const { jobs: store, activity } = bench.workspace;
    const jobs = new Jobs({ store, closed: bench.closing.signal, isReadOnly: true });
    jobs.register(bench.kind);
    const id = bench.plan(8);
    const leaveDraft = vi.fn();
    expect(() => jobs.start(id)).toThrow('read-only');
    expect(() => jobs.launch(bench.kind, [], {}, leaveDraft)).toThrow('read-only');
    await expect(jobs.resume(id)).rejects.toThrow('read-only');
    expect(leaveDraft).not.toHaveBeenCalled();
    expect(jobs.get(id)).toMatchObject({ state: 'planned', counts: { planned: 8 } });
    expect(jobs.list()).toEqual([]);
    expect(activity.list({}, 0, 10).total).toBe(0);
    expect(bench.receivedRequests).toEqual([]);
  });

  it('requires confirmation of its row count if its kind requests that', () => {
    const bench = new NumberJobHarness(undefined, { confirmed: true }).register();
    const id = bench.plan(8);
    expect(() => bench.jobs.start(id)).toThrow('changed-since');
    expect(() => bench.jobs.start(id, 7)).toThrow('changed-since');
    expect(bench.receivedRequests).toEqual([]);
  });

  it('is listed until dismissed; its plan is not listed', async () => {
    const bench = new NumberJobHarness().register();
    bench.plan(1);
    const id = await bench.run(1);
    expect(bench.jobs.list().map((job) => job.id)).toEqual([id]);
    bench.jobs.dismiss(id);
    expect(bench.jobs.list()).toEqual([]);
    expect(bench.jobs.get(id).counts.done).toBe(1);
  });

  it('returns its rows in ranges, all or by state', async () => {
    const bench = new NumberJobHarness(undefined, { chunk: 500 }).register();
    const id = await bench.run(10_000);
    const { rows, total } = bench.jobs.rows(id, { state: 'done', offset: 9_990, limit: 500 });
    expect([total, rows.length, rows[0]?.index]).toEqual([10_000, 10, 9_990]);
    expect(bench.jobs.rows(id, { state: 'refused', offset: 0, limit: 500 })).toEqual({ rows: [], total: 0 });
    expect(bench.receivedRequests.flat()).toHaveLength(10_000);
  });

  it('verifies each row by reading after a lost response, including its IDs', async () => {
    const bench = new NumberJobHarness(undefined, {
      look: (rows) =>
        Promise.resolve(
          rows.map(({ n }) =>
            n === 0
              ? { seen: true, answer: ['100'] }
              : { seen: false, remark: { code: 'half' }, answer: ['101'] },
          ),
        ),
    }).register();
    bench.after = () => {
      throw fail('unknown-outcome');
    };
    const id = await bench.run(2);
    expect(bench.jobs.rows(id, { offset: 0, limit: 10 }).rows).toMatchObject([
      { state: 'done', remark: { code: 'found' }, answer: ['100'], seen: true },
      { state: 'refused', remark: { code: 'half' }, answer: ['101'], seen: false },
    ]);
  });
});

describe('a draft that becomes a job', () => {
  it('starts in one transaction with the end of the draft, or not at all', () => {
    const bench = new NumberJobHarness().register();
    const rows = [{ input: { n: 1 }, state: 'planned' as const, remark: null }];
    const full = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    expect(() => bench.jobs.launch(bench.kind, rows, {}, full)).toThrow('full');
    expect(bench.jobs.list()).toEqual([]);
    expect(bench.log).toEqual([]);
    expect(bench.receivedRequests).toEqual([]);
  });

  it('waits for earlier jobs of the same records, and resumes after a restart', async () => {
    const first = new NumberJobHarness().register();
    let answer: () => void = () => undefined;
    first.before = ([n]) => (n === 0 ? new Promise((resolve) => (answer = resolve)) : undefined);
    const rows = (from: number) =>
      [from, from + 1].map((n) => ({ input: { n }, state: 'planned' as const, remark: null }));
    first.jobs.launch(first.kind, rows(0), {}, () => undefined);
    const second = first.jobs.launch(first.kind, rows(10), {}, () => undefined);
    await vi.waitFor(() => expect(first.receivedRequests).toEqual([[0, 1]]));
    first.end();
    answer();
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
