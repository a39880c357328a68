import { describe, expect, it } from 'vitest';
import { batchWriter } from '#engine/records/batch-writer';
import { FakeClock } from '../../support/fake-clock';

const turn = () => new Promise((done) => setImmediate(done));

/** Lists that publish records when the test says so, at most one second after the first of them arrived. */
function slowLists() {
  const clock = new FakeClock();
  const begun: (readonly number[])[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const taking = batchWriter(
    (shown: readonly number[]) =>
      new Promise<void>((resolve, reject) => {
        begun.push(shown);
        ends.push((failure) => (failure ? reject(failure) : resolve()));
      }),
    { clock, intervalMs: 1_000 },
  );
  const end = async (failure?: Error) => {
    ends.at(-1)?.(failure);
    await turn();
  };
  return { clock, taking, begun, end };
}

describe('lists that publish records from answers', () => {
  it('publish in order what arrived within a second, and later arrivals in another batch', async () => {
    const { clock, taking, begun, end } = slowLists();
    await taking.put([1, 2]);
    await taking.put([]);
    await taking.put([3]);
    expect(begun).toEqual([]);
    clock.advance(1_000);
    expect(begun).toEqual([[1, 2, 3]]);
    await taking.put([4]);
    clock.advance(5_000);
    await end();
    await taking.put([5]);
    expect(begun).toHaveLength(1);
    clock.advance(1_000);
    expect(begun).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    await end();
  });

  it('publish everything at once if a caller waits for it', async () => {
    const { taking, begun, end } = slowLists();
    await taking.put([1]);
    let hasAll = false;
    const done = taking.done().then(() => (hasAll = true));
    await taking.put([2]);
    await end();
    expect(begun).toEqual([[1], [2]]);
    expect(hasAll).toBe(false);
    await end();
    await done;
  });

  it('continue after records that they failed to publish', async () => {
    const { clock, taking, begun, end } = slowLists();
    await taking.put([1]);
    clock.advance(1_000);
    await end(new Error('the disk is full'));
    await taking.put([2]);
    const done = taking.done();
    expect(begun).toEqual([[1], [2]]);
    await end();
    await done;
  });

  it('delay requests if they are far behind', async () => {
    const { taking, begun, end } = slowLists();
    const chunk = Array.from({ length: 500 }, (_, at) => at);
    for (let chunks = 0; chunks < 16; chunks += 1) await taking.put(chunk);
    expect(begun).toEqual([]);
    let mayFollow = false;
    const next = taking.put(chunk).then(() => (mayFollow = true));
    await turn();
    expect(begun.map(({ length }) => length)).toEqual([8_500]);
    expect(mayFollow).toBe(true);
    for (let chunks = 0; chunks < 16; chunks += 1) await taking.put(chunk);
    mayFollow = false;
    const last = taking.put(chunk).then(() => (mayFollow = true));
    await turn();
    expect(mayFollow).toBe(false);
    await end();
    await Promise.all([next, last]);
  });
});
