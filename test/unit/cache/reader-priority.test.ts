import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { yieldToReaders, ReaderPriority } from '#engine/cache/worker/reader-priority';

/** Creates the readers' and the writer's side on one fake clock; `waits` has the duration of each wait of the writer. */
function twoThreads(start = 1_000_000_000_000) {
  const clock = { now: start };
  const waits: number[] = [];
  const priority = new ReaderPriority({ now: () => clock.now });
  const pauseForReaders = yieldToReaders(priority.shared, {
    now: () => clock.now,
    wait(cells, value, ms) {
      if (Atomics.load(cells, 0) !== value) return;
      clock.now += ms;
      waits.push(ms);
    },
  });
  return { clock, waits, priority, pauseForReaders };
}

describe('the reader priority', () => {
  it('costs a writer nothing without requests', () => {
    const { waits, pauseForReaders } = twoThreads();
    pauseForReaders();
    expect(waits).toEqual([]);
  });

  it('pauses the writer until 80 milliseconds after a request', () => {
    const { clock, waits, priority, pauseForReaders } = twoThreads();
    priority.claim();
    clock.now += 30;
    pauseForReaders();
    expect(waits).toEqual([50]);
    pauseForReaders();
    expect(waits).toEqual([50]);
  });

  it('ends after its timeout', () => {
    const { clock, waits, priority, pauseForReaders } = twoThreads();
    priority.claim();
    clock.now += 80;
    pauseForReaders();
    expect(waits).toEqual([]);
    expect(new Int32Array(priority.shared)[0]).toBe(0);
  });

  it('leaves the writer half of the time under constant requests', () => {
    const { clock, waits, priority, pauseForReaders } = twoThreads();
    const began = clock.now;
    for (let record = 0; record < 10_000; record += 1) {
      priority.claim();
      pauseForReaders();
      clock.now += 1; // the writer works
    }
    const time = clock.now - began;
    const paused = waits.reduce((sum, ms) => sum + ms, 0);
    expect(paused).toBeGreaterThan(time * 0.45);
    expect(paused).toBeLessThanOrEqual(time / 2);
  });

  it('ends when the writer itself gets a request', () => {
    const { waits, priority, pauseForReaders } = twoThreads();
    priority.claim();
    priority.release();
    pauseForReaders();
    expect(waits).toEqual([]);
  });

  it.each([2 ** 31 - 1, 2 ** 31 - 40, 2 ** 32 - 80, 2 ** 32 - 40])(
    'keeps working beyond %d milliseconds',
    (start) => {
      const { clock, waits, priority, pauseForReaders } = twoThreads(start);
      priority.claim();
      clock.now += 20;
      pauseForReaders();
      expect([[60], [61]]).toContainEqual(waits); // 0 means no request: at most one millisecond more
      pauseForReaders();
      clock.now += 200;
      pauseForReaders();
      expect(waits).toHaveLength(1);
    },
  );

  it('wakes another thread that is paused', async () => {
    const priority = new ReaderPriority();
    const cells = new Int32Array(priority.shared);
    cells[0] = 1;
    const other = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const cells = new Int32Array(workerData);
       parentPort.postMessage('waiting');
       parentPort.postMessage(Atomics.wait(cells, 0, 1));`,
      { eval: true, workerData: priority.shared },
    );
    const messages: unknown[] = [];
    other.on('message', (message) => {
      messages.push(message);
      if (message === 'waiting') priority.release();
    });
    await new Promise((resolve) => other.on('exit', resolve));
    expect(messages[0]).toBe('waiting');
    expect(['ok', 'not-equal']).toContain(messages[1]);
  });
});
