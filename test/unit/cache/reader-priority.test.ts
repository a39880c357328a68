import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { yieldToReaders, ReaderPriority } from '#engine/cache/worker/reader-priority';

/** Both sides on one clock, with the duration of each of the writer's waits. */
function twoThreads(start = 1_000_000_000_000) {
  const clock = { now: start };
  const waits: number[] = [];
  const way = new ReaderPriority({ now: () => clock.now });
  const giveWay = yieldToReaders(way.shared, {
    now: () => clock.now,
    wait(cells, value, ms) {
      if (Atomics.load(cells, 0) !== value) return;
      clock.now += ms;
      waits.push(ms);
    },
  });
  return { clock, waits, way, giveWay };
}

describe('the reader priority', () => {
  it('costs a writer nothing without requests', () => {
    const { waits, giveWay } = twoThreads();
    giveWay();
    expect(waits).toEqual([]);
  });

  it('pauses the writer until the requested rows are on the screen', () => {
    const { clock, waits, way, giveWay } = twoThreads();
    way.claim();
    clock.now += 30;
    giveWay();
    expect(waits).toEqual([50]);
    giveWay();
    expect(waits).toEqual([50]);
  });

  it('ends after its timeout', () => {
    const { clock, waits, way, giveWay } = twoThreads();
    way.claim();
    clock.now += 80;
    giveWay();
    expect(waits).toEqual([]);
    expect(new Int32Array(way.shared)[0]).toBe(0);
  });

  it('leaves the writer half of the time under constant requests', () => {
    const { clock, waits, way, giveWay } = twoThreads();
    const began = clock.now;
    for (let record = 0; record < 10_000; record += 1) {
      way.claim();
      giveWay();
      clock.now += 1; // the writer works
    }
    const time = clock.now - began;
    const still = waits.reduce((sum, ms) => sum + ms, 0);
    expect(still).toBeGreaterThan(time * 0.45);
    expect(still).toBeLessThanOrEqual(time / 2);
  });

  it('ends when the writer itself gets a request', () => {
    const { waits, way, giveWay } = twoThreads();
    way.claim();
    way.release();
    giveWay();
    expect(waits).toEqual([]);
  });

  it.each([2 ** 31 - 1, 2 ** 31 - 40, 2 ** 32 - 80, 2 ** 32 - 40])(
    'keeps working beyond %d milliseconds',
    (start) => {
      const { clock, waits, way, giveWay } = twoThreads(start);
      way.claim();
      clock.now += 20;
      giveWay();
      expect([[60], [61]]).toContainEqual(waits); // 0 means no request: at most one millisecond more
      giveWay();
      clock.now += 200;
      giveWay();
      expect(waits).toHaveLength(1);
    },
  );

  it('wakes another thread that is paused', async () => {
    const way = new ReaderPriority();
    const cells = new Int32Array(way.shared);
    cells[0] = 1;
    const other = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const cells = new Int32Array(workerData);
       parentPort.postMessage('stands');
       parentPort.postMessage(Atomics.wait(cells, 0, 1));`,
      { eval: true, workerData: way.shared },
    );
    const messages: unknown[] = [];
    other.on('message', (message) => {
      messages.push(message);
      if (message === 'stands') way.release();
    });
    await new Promise((resolve) => other.on('exit', resolve));
    expect(messages[0]).toBe('stands');
    expect(['ok', 'not-equal']).toContain(messages[1]);
  });
});
