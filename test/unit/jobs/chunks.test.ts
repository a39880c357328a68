import { describe, expect, it } from 'vitest';
import { SendFewer } from '../../../main/engine/jobs/kind';
import { fail } from '../../../preload/contract/failure';
import { Numbers, sizes } from './bench';

describe('a durable job', () => {
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

  it('sends fewer rows at a time where its kind finds that the service takes no more, and tells it once', async () => {
    const bench = new Numbers().register();
    bench.before = (numbers) => {
      if (numbers.length > 1) throw new SendFewer(1, { 'one by one': true });
    };
    const id = await bench.run(10);
    expect(sizes(bench)).toEqual([8, ...Array<number>(10).fill(1)]);
    expect(bench.jobs.get(id)).toMatchObject({ counts: { done: 10 }, facts: { 'one by one': true } });
  });
});
