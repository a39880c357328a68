import { describe, expect, it } from 'vitest';
import { SendFewer } from '#engine/jobs/kind';
import { fail } from '#contract/failure';
import { NumberJobHarness, requestSizes } from './harness';

describe('a durable job', () => {
  it('halves its chunks after a 413 or a timeout before the service accepted them', async () => {
    for (const failure of [fail('refused', { status: 413 }), fail('timeout')]) {
      const harness = new NumberJobHarness().register();
      harness.beforeWrite = ({ length }) => {
        if (length > 3) throw failure;
      };
      const id = await harness.run(10);
      expect(requestSizes(harness)).toEqual([8, 4, 2, 2, 2, 2, 2]);
      expect(harness.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 }, failure: null });
    }
  });

  it('does not halve a chunk that may have arrived', async () => {
    const harness = new NumberJobHarness().register();
    harness.beforeWrite = () => {
      throw fail('unknown-outcome', { status: 504 });
    };
    const id = await harness.run(10);
    expect(requestSizes(harness)).toEqual([8]);
    expect(harness.jobs.get(id)).toMatchObject({ counts: { unknown: 8, 'not-sent': 2 } });
  });

  it('resends a refused chunk in halves if the job kind asks for it', async () => {
    const harness = new NumberJobHarness(undefined, { whenRefused: 'halves' }).register();
    harness.beforeWrite = (numbers) => {
      if (numbers.includes(5)) throw fail('refused', { status: 400, reasons: ['[0].n: 5 is odd'] });
    };
    const id = await harness.run(8);
    expect(harness.receivedRequests).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [4, 5],
      [4],
      [5],
      [6, 7],
    ]);
    expect(harness.jobs.rows(id, { state: 'refused', offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      rows: [{ index: 5, issue: { code: 'refused', reasons: ['n: 5 is odd'] } }],
    });
  });

  it('continues after unclear responses if reading confirms them, else stops', async () => {
    const harness = new NumberJobHarness().register();
    harness.afterWrite = (numbers) => numbers.map(() => ({ state: 'unknown', issue: { code: 'unnamed' } }));
    const id = await harness.run(20);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 20 } });
    const other = new NumberJobHarness().register();
    other.afterWrite = (numbers) => {
      for (const n of numbers) other.storedNumbers.delete(n);
      return numbers.map(() => ({ state: 'unknown', issue: { code: 'unnamed' } }));
    };
    const stopped = await other.run(20);
    expect(requestSizes(other)).toEqual([8]);
    expect(other.jobs.get(stopped)).toMatchObject({
      state: 'stopped',
      failure: { kind: 'unknown-outcome' },
      counts: { unknown: 8, 'not-sent': 12 },
    });
  });

  it('sends smaller chunks if the job kind detects a limit, and stores its fact', async () => {
    const harness = new NumberJobHarness().register();
    harness.beforeWrite = (numbers) => {
      if (numbers.length > 1) throw new SendFewer(1, { 'one by one': true });
    };
    const id = await harness.run(10);
    expect(requestSizes(harness)).toEqual([8, ...Array<number>(10).fill(1)]);
    expect(harness.jobs.get(id)).toMatchObject({ counts: { done: 10 }, facts: { 'one by one': true } });
  });
});
