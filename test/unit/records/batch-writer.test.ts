import { describe, expect, it } from 'vitest';
import { BatchWriter } from '#engine/records/batch-writer';
import { FakeClock } from '../../support/fake-clock';

const nextTurn = () => new Promise((done) => setImmediate(done));

/** Creates a batch writer with an interval of one second; a batch stays in progress until the test finishes it. */
function slowLists() {
  const clock = new FakeClock();
  const batches: (readonly number[])[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const writer = new BatchWriter(
    (records: readonly number[]) =>
      new Promise<void>((resolve, reject) => {
        batches.push(records);
        ends.push((failure) => (failure ? reject(failure) : resolve()));
      }),
    { clock, intervalMs: 1_000 },
  );
  const finishBatch = async (failure?: Error) => {
    ends.at(-1)?.(failure);
    await nextTurn();
  };
  return { clock, writer, batches, finishBatch };
}

describe('lists that publish records from answers', () => {
  it('publish in order what arrived within a second, and later arrivals in another batch', async () => {
    const { clock, writer, batches, finishBatch } = slowLists();
    await writer.put([1, 2]);
    await writer.put([]);
    await writer.put([3]);
    expect(batches).toEqual([]);
    clock.advance(1_000);
    expect(batches).toEqual([[1, 2, 3]]);
    await writer.put([4]);
    clock.advance(5_000);
    await finishBatch();
    await writer.put([5]);
    expect(batches).toHaveLength(1);
    clock.advance(1_000);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    await finishBatch();
  });

  it('publish without delay, in two batches, if a caller waits', async () => {
    const { writer, batches, finishBatch } = slowLists();
    await writer.put([1]);
    let hasAll = false;
    const done = writer.drain().then(() => (hasAll = true));
    await writer.put([2]);
    await finishBatch();
    expect(batches).toEqual([[1], [2]]);
    expect(hasAll).toBe(false);
    await finishBatch();
    await done;
  });

  it('continue after records that they failed to publish', async () => {
    const { clock, writer, batches, finishBatch } = slowLists();
    await writer.put([1]);
    clock.advance(1_000);
    await finishBatch(new Error('the disk is full'));
    await writer.put([2]);
    const done = writer.drain();
    expect(batches).toEqual([[1], [2]]);
    await finishBatch();
    await done;
  });

  it('delay requests if they are far behind', async () => {
    const { writer, batches, finishBatch } = slowLists();
    const chunk = Array.from({ length: 500 }, (_, index) => index);
    for (let chunks = 0; chunks < 16; chunks += 1) await writer.put(chunk); // 8,000 records may wait
    expect(batches).toEqual([]);
    let isAccepted = false;
    const next = writer.put(chunk).then(() => (isAccepted = true)); // starts a batch with all of them
    await nextTurn();
    expect(batches.map(({ length }) => length)).toEqual([8_500]);
    expect(isAccepted).toBe(true);
    for (let chunks = 0; chunks < 16; chunks += 1) await writer.put(chunk); // they wait for the batch
    isAccepted = false;
    const last = writer.put(chunk).then(() => (isAccepted = true));
    await nextTurn();
    expect(isAccepted).toBe(false);
    await finishBatch();
    await Promise.all([next, last]);
  });
});
