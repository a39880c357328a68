import { describe, expect, it } from 'vitest';
import { SendFewer } from '#engine/jobs/kind';
import { fail } from '#contract/failure';
import { NumberJobHarness, requestSizes } from './harness';

describe('a durable job', () => {
  it('halves its chunks after a 413, or after a 504 while they are prepared', async () => {
    const tooLarge = new NumberJobHarness().register();
    tooLarge.beforeWrite = ({ length }) => {
      if (length > 3) throw fail('refused', { status: 413 });
    };
    const prepare = ({ length }: readonly unknown[]) =>
      length > 3 ? Promise.reject(fail('timeout', { status: 504 })) : Promise.resolve([]);
    const tooSlow = new NumberJobHarness(undefined, { prepare }).register();
    for (const [harness, sizes] of [
      [tooLarge, [8, 4, 2, 2, 2, 2, 2]],
      [tooSlow, [2, 2, 2, 2, 2]],
    ] as const) {
      const id = await harness.run(10);
      expect(requestSizes(harness)).toEqual(sizes);
      expect(harness.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 10 }, failure: null });
    }
  });

  it('tries a tenth of a chunk once if the service is silent while it is prepared', async () => {
    for (const [maxLength, preparedSizes] of [
      [0, [50, 5]],
      [20, [50, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]],
    ] as const) {
      const prepared: number[] = [];
      const prepare = ({ length }: readonly unknown[]) => {
        prepared.push(length);
        return length > maxLength ? Promise.reject(fail('timeout')) : Promise.resolve([]);
      };
      const harness = new NumberJobHarness(undefined, { chunk: 50, prepare }).register();
      const id = await harness.run(50);
      expect(prepared).toEqual(preparedSizes);
      expect(harness.jobs.get(id).failure).toEqual(maxLength === 0 ? { kind: 'timeout' } : null);
    }
  });

  it('ends if the connection to the service times out', async () => {
    const harness = new NumberJobHarness().register();
    harness.beforeWrite = () => {
      throw fail('timeout');
    };
    const id = await harness.run(10);
    expect(requestSizes(harness)).toEqual([8]);
    expect(harness.jobs.get(id)).toMatchObject({
      failure: { kind: 'timeout' },
      counts: { 'not-sent': 10 },
    });
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
