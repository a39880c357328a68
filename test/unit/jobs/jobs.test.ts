import { describe, expect, it, vi } from 'vitest';
import { SendFewer } from '../../../main/engine/jobs/kind';
import { fail } from '../../../preload/contract/failure';
import type { RowState } from '../../../preload/contract/job';
import { Numbers } from './bench';

const sizes = ({ arrived }: Numbers) => arrived.map(({ length }) => length);

describe('a durable job', () => {
  it('has its rows on disk as asked before their request leaves', async () => {
    const bench = new Numbers().register();
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

  it('that is interrupted says so at the next start, looks up what it had asked, and resumes the rest', async () => {
    const first = new Numbers().register();
    const id = first.plan(20);
    let reached: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (reached = resolve));
    first.before = ([n]) => {
      if (n !== 8) return;
      for (const arrived of [8, 9, 10, 11]) first.has.add(arrived); // the service gets on with half of them
      reached();
      return new Promise(() => undefined);
    };
    first.jobs.start(id);
    await second;
    first.end();

    const next = new Numbers(first.file);
    for (const n of first.has) next.has.add(n);
    expect(next.jobs.list()).toMatchObject([
      { id, state: 'interrupted', counts: { done: 8, unknown: 8, planned: 4 } },
    ]);
    expect(next.log).toMatchObject([{ outcome: null }]); // nobody knows yet
    next.register();
    await next.jobs.settled(id);
    expect(next.arrived).toEqual([]); // it was read, and nothing was written
    expect(next.jobs.get(id)).toMatchObject({
      state: 'interrupted',
      counts: { done: 12, unknown: 4, 'not-sent': 4 },
    });
    expect(next.log).toMatchObject([{ outcome: 'unknown', count: 12, left: 4 }]);

    await next.jobs.resume(id);
    await next.jobs.settled(id);
    expect(next.arrived).toEqual([[16, 17, 18, 19]]); // what may have arrived is not repeated
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 16, unknown: 4 } });
    expect(next.log).toMatchObject([
      { outcome: 'unknown', count: 4 },
      { outcome: 'unknown', count: 12 },
    ]);
  });

  it('that creates is told as done at once, and one that ends before the lists have its records is read again', async () => {
    const first = new Numbers(undefined, { takenUp: () => new Promise(() => undefined) }).register();
    const id = first.plan(10);
    first.jobs.start(id);
    await vi.waitFor(() => expect(first.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 } }));
    expect(first.jobs.get(id).endedAt).not.toBeNull();
    expect(first.jobs.count()).toBe(0); // nothing is left to send: quitting asks nobody
    first.end();

    const taken: number[] = [];
    const next = new Numbers(first.file, {
      takeUp: (rows) => Promise.resolve(void taken.push(...rows.map(({ n }) => n))),
    });
    for (const n of first.has) next.has.add(n);
    next.register();
    await next.jobs.settled(id);
    expect([next.arrived, taken.length]).toEqual([[], 10]);
    expect(next.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 } });
    expect(next.log).toMatchObject([{ outcome: 'done', count: 10 }]);
  });

  it('that is resumed while the service is still read for it is sent when that is over, once', async () => {
    const first = new Numbers().register();
    const id = first.plan(20);
    let reached: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (reached = resolve));
    first.before = ([n]) => (n === 8 ? (reached(), new Promise(() => undefined)) : undefined);
    first.jobs.start(id);
    await second;
    first.end();

    let shown: () => void = () => undefined;
    const next = new Numbers(first.file, { takeUp: () => new Promise((resolve) => (shown = resolve)) });
    for (const n of first.has) next.has.add(n);
    next.register();
    await vi.waitFor(() =>
      expect(next.jobs.get(id)).toMatchObject({ checking: false, state: 'interrupted' }),
    );
    await vi.waitFor(() => expect(next.readings).toBe(1));
    expect(next.jobs.count()).toBe(0); // nothing would be lost by quitting now
    const pressed = [next.jobs.resume(id), next.jobs.resume(id)];
    await Promise.resolve();
    expect(next.arrived).toEqual([]);
    await vi.waitFor(() => {
      shown();
      expect(next.arrived).toEqual([[16, 17, 18, 19]]);
    });
    shown();
    await Promise.all(pressed);
  });

  it('that is ended with its connection waits for the answer on its way, sends no more, and has its log line', async () => {
    const bench = new Numbers().register();
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const id = bench.plan(20);
    bench.jobs.start(id);
    await vi.waitFor(() => expect(bench.arrived).toHaveLength(1));
    expect(bench.jobs.count()).toBe(1);
    const ended = bench.jobs.end();
    answer();
    await ended;
    bench.closing.abort();
    expect(sizes(bench)).toEqual([8]);
    expect(bench.jobs.get(id)).toMatchObject({ state: 'canceled', counts: { done: 8, 'not-sent': 12 } });
    expect(bench.log).toMatchObject([{ outcome: 'partly', count: 8 }]);
  });

  it('sends nothing on resuming while the service cannot be asked what it has', async () => {
    const bench = new Numbers().register();
    bench.after = () => {
      throw fail('unknown-outcome');
    };
    bench.read = () => {
      throw fail('offline');
    };
    const id = await bench.run(20);
    await bench.jobs.resume(id);
    await bench.jobs.settled(id);
    expect(sizes(bench)).toEqual([8]);
    expect(bench.jobs.get(id)).toMatchObject({ state: 'stopped', checkFailure: { kind: 'offline' } });
  });

  it('halves its chunks when the service says that they are too large, or times out before it took them', async () => {
    for (const failure of [fail('refused', { status: 413 }), fail('timeout')]) {
      const bench = new Numbers().register();
      bench.before = ({ length }) => {
        if (length > 3) throw failure;
      };
      const id = await bench.run(10);
      expect(sizes(bench)).toEqual([8, 4, 2, 2, 2, 2, 2]);
      expect(bench.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 }, failure: null });
    }
  });

  it('that a full disk stops says so and sends no more; with room again it reads what arrived, and sends the rest', async () => {
    const bench = new Numbers().register();
    bench.after = (numbers) => {
      bench.setFull(true);
      const reasons = ['n'.repeat(9_000)];
      return numbers.map(() => ({ state: 'done', remark: { code: 'message', reasons } }));
    };
    const id = await bench.run(20);
    expect(bench.arrived).toHaveLength(1);
    expect(bench.jobs.get(id)).toMatchObject({ state: 'stopped', failure: { kind: 'disk-full' } });
    expect(bench.jobs.count()).toBe(0);

    bench.setFull(false);
    bench.after = (numbers) => numbers.map(() => ({ state: 'done' }));
    await bench.jobs.resume(id);
    await bench.jobs.settled(id);
    expect(bench.jobs.get(id)).toMatchObject({ state: 'done', failure: null, counts: { done: 20 } });
    expect(bench.arrived.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('whose end finds no room either is ended first when it is resumed, and sent to its end', async () => {
    const bench = new Numbers().register();
    const full = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    bench.after = (numbers) => {
      bench.setFull(true);
      return numbers.map(() => ({
        state: 'done',
        remark: { code: 'message', reasons: ['n'.repeat(9_000)] },
      }));
    };
    const end = vi.spyOn(bench.workspace.jobs, 'end').mockImplementation(full);
    const id = await bench.run(20);
    expect(bench.arrived).toHaveLength(1);
    // What was on its way is unknown, and nothing waits or is being sent any more, whatever the disk still says.
    expect(bench.jobs.get(id)).toMatchObject({
      state: 'stopped',
      failure: { kind: 'disk-full' },
      counts: { asked: 0, planned: 0, unknown: 8, 'not-sent': 12 },
    });
    const shown = (state?: RowState, offset = 0) => bench.jobs.rows(id, { state, offset, limit: 10 });
    expect(shown('unknown', 6)).toMatchObject({
      total: 8,
      rows: [{ index: 6, state: 'unknown' }, { index: 7 }],
    });
    expect(shown('not-sent')).toMatchObject({ total: 12, rows: { length: 10, 0: { index: 8 } } });
    expect(
      shown(undefined, 7)
        .rows.map(({ state }) => state)
        .slice(0, 2),
    ).toEqual(['unknown', 'not-sent']);
    expect(shown('asked').rows).toEqual([]);
    await expect(bench.jobs.resume(id)).rejects.toThrow('full');

    end.mockRestore();
    bench.setFull(false);
    bench.after = (numbers) => numbers.map(() => ({ state: 'done' }));
    await bench.jobs.resume(id);
    await bench.jobs.settled(id);
    expect(bench.jobs.get(id)).toMatchObject({ state: 'done', failure: null, counts: { done: 20 } });
    expect(bench.arrived.flat().sort((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });

  it('does not halve what may have arrived', async () => {
    const bench = new Numbers().register();
    bench.before = () => {
      throw fail('unknown-outcome', { status: 504 });
    };
    const id = await bench.run(10);
    expect(sizes(bench)).toEqual([8]);
    expect(bench.jobs.get(id)).toMatchObject({ counts: { unknown: 8, 'not-sent': 2 } });
  });

  it('sends a refused chunk again in halves, where its kind wants that', async () => {
    const bench = new Numbers(undefined, { whenRefused: 'halves' }).register();
    bench.before = (numbers) => {
      if (numbers.includes(5)) throw fail('refused', { status: 400, reasons: ['[0].n: 5 is odd'] });
    };
    const id = await bench.run(8);
    expect(bench.arrived).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [4, 5],
      [4],
      [5],
      [6, 7],
    ]);
    expect(bench.jobs.rows(id, { state: 'refused', offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      rows: [{ index: 5, remark: { code: 'refused', reasons: ['n: 5 is odd'] } }],
    });
  });

  it('goes on after answers without words where reading shows that they were done, else it stops', async () => {
    const bench = new Numbers().register();
    bench.after = (numbers) => numbers.map(() => ({ state: 'unknown', remark: { code: 'unnamed' } }));
    const id = await bench.run(20);
    expect(bench.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 20 } });
    const other = new Numbers().register();
    other.after = (numbers) => {
      for (const n of numbers) other.has.delete(n);
      return numbers.map(() => ({ state: 'unknown', remark: { code: 'unnamed' } }));
    };
    const stopped = await other.run(20);
    expect(sizes(other)).toEqual([8]);
    expect(other.jobs.get(stopped)).toMatchObject({
      state: 'stopped',
      failure: { kind: 'unknown-outcome' },
      counts: { unknown: 8, 'not-sent': 12 },
    });
  });

  it('writes nothing once the connection is closed: the next start tells', async () => {
    const bench = new Numbers().register();
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const id = bench.plan(8);
    bench.jobs.start(id);
    await vi.waitFor(() => expect(bench.arrived).toHaveLength(1));
    bench.end();
    answer();
    await bench.jobs.settled(id);
    const next = new Numbers(bench.file);
    expect(next.jobs.get(id)).toMatchObject({ state: 'interrupted', counts: { unknown: 8 } });
  });

  it('is confirmed by its number of rows where its kind wants that, and sent by nobody else', () => {
    const bench = new Numbers(undefined, { confirmed: true }).register();
    const id = bench.plan(8);
    expect(() => bench.jobs.start(id)).toThrow('changed-since');
    expect(() => bench.jobs.start(id, 7)).toThrow('changed-since');
    expect(bench.arrived).toEqual([]);
  });

  it('is on the list until it is dismissed, and its plan is not', async () => {
    const bench = new Numbers().register();
    bench.plan(1);
    const id = await bench.run(1);
    expect(bench.jobs.list().map((job) => job.id)).toEqual([id]);
    bench.jobs.dismiss(id);
    expect(bench.jobs.list()).toEqual([]);
    expect(bench.jobs.get(id).counts.done).toBe(1);
  });

  it('gives its rows in windows, all or those of one state', async () => {
    const bench = new Numbers(undefined, { chunk: 500 }).register();
    const id = await bench.run(10_000);
    const { rows, total } = bench.jobs.rows(id, { state: 'done', offset: 9_990, limit: 500 });
    expect([total, rows.length, rows[0]?.index]).toEqual([10_000, 10, 9_990]);
    expect(bench.jobs.rows(id, { state: 'refused', offset: 0, limit: 500 })).toEqual({ rows: [], total: 0 });
    expect(bench.arrived.flat()).toHaveLength(10_000);
  });

  it('sends fewer rows at a time where its kind finds that the service takes no more, and tells it once', async () => {
    const bench = new Numbers().register();
    bench.before = (numbers) => {
      if (numbers.length > 1) throw new SendFewer(1, { 'one by one': true });
    };
    const id = await bench.run(10);
    expect(sizes(bench)).toEqual([8, ...Array<number>(10).fill(1)]);
    expect(bench.jobs.get(id)).toMatchObject({ counts: { done: 10 }, facts: { 'one by one': true } });
  });

  it('learns by reading what stands at the service instead, and the ids that a lost answer had', async () => {
    const bench = new Numbers(undefined, {
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
  it('begins in one transaction with what ends the draft, or not at all', () => {
    const bench = new Numbers().register();
    const rows = [{ input: { n: 1 }, state: 'planned' as const, remark: null }];
    const full = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    expect(() => bench.jobs.launch(bench.kind, rows, {}, full)).toThrow('full');
    expect(bench.jobs.list()).toEqual([]);
    expect(bench.log).toEqual([]);
    expect(bench.arrived).toEqual([]);
  });

  it('waits for the jobs of the same records before it, and is resumed where the program ends meanwhile', async () => {
    const first = new Numbers().register();
    let answer: () => void = () => undefined;
    first.before = ([n]) => (n === 0 ? new Promise((resolve) => (answer = resolve)) : undefined);
    const rows = (from: number) =>
      [from, from + 1].map((n) => ({ input: { n }, state: 'planned' as const, remark: null }));
    first.jobs.launch(first.kind, rows(0), {}, () => undefined);
    const second = first.jobs.launch(first.kind, rows(10), {}, () => undefined);
    await vi.waitFor(() => expect(first.arrived).toEqual([[0, 1]]));
    first.end();
    answer();
    await first.jobs.settled(second.id);
    expect(first.arrived).toEqual([[0, 1]]);

    const next = new Numbers(first.file).register();
    await next.jobs.settled(second.id);
    expect(next.jobs.get(second.id)).toMatchObject({ state: 'interrupted', counts: { 'not-sent': 2 } });
    await next.jobs.resume(second.id);
    await next.jobs.settled(second.id);
    expect(next.arrived).toEqual([[10, 11]]);
  });
});
