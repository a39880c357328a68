import { describe, expect, it } from 'vitest';
import { afterFirstScreen, Idle } from '#engine/idle';
import { FakeClock } from '../support/fake-clock';

/** Work of a number of steps. `reads` is the number of requests so far; tests raise it. */
class FakeSearchWork {
  reads = 0;
  done = 0;
  readonly #steps: number;

  constructor(steps: number) {
    this.#steps = steps;
  }
  prepare(): boolean {
    this.done += 1;
    return this.done < this.#steps;
  }
}

/** Prepares as an open connection does: the cache, then the change history. */
const prepareSearch = (
  work: Pick<FakeSearchWork, 'reads' | 'prepare'>,
  clock: FakeClock,
  prepareHistory: () => boolean,
) => new Idle(clock, () => work.reads).run(() => work.prepare() || prepareHistory());
const nothing = () => false;

describe('preparing searches', () => {
  it('starts when there are no requests, and ends when all is done', () => {
    const clock = new FakeClock();
    const work = new FakeSearchWork(3);
    prepareSearch(work, clock, nothing);
    for (let turn = 0; turn < 4; turn += 1) {
      work.reads += 1;
      clock.advance(500);
    }
    expect(work.done).toBe(0);
    clock.advance(600);
    expect(work.done).toBe(3);
    expect(clock.timers).toBe(0);
  });

  it('pauses as soon as a request arrives', () => {
    const clock = new FakeClock();
    const work = new FakeSearchWork(100);
    prepareSearch(work, clock, nothing);
    clock.advance(520);
    const doneBefore = work.done;
    expect(doneBefore).toBeGreaterThan(0);
    work.reads += 1;
    clock.advance(400);
    expect(work.done).toBe(doneBefore);
    clock.advance(200);
    expect(work.done).toBeGreaterThan(doneBefore);
  });

  it('continues with the change history when the cache is ready', () => {
    const clock = new FakeClock();
    const [work, history] = [new FakeSearchWork(3), new FakeSearchWork(4)];
    prepareSearch(work, clock, () => work.done >= 3 && history.prepare());
    clock.advance(1_000);
    // The cache's `prepare` runs first in each of six turns; its third step and the history's first share a turn.
    expect([work.done, history.done]).toEqual([6, 4]);
    expect(clock.timers).toBe(0);
  });

  it('stops when canceled, and when the cache cannot be read', () => {
    const clock = new FakeClock();
    prepareSearch(new FakeSearchWork(3), clock, nothing)();
    expect(clock.timers).toBe(0);
    const broken = {
      reads: 0,
      prepare(): boolean {
        throw new Error('disk image is malformed');
      },
    };
    prepareSearch(broken, clock, nothing);
    clock.advance(1_000);
    expect(clock.timers).toBe(0);
  });
});

function createPauses() {
  const clock = new FakeClock();
  const closed = new AbortController();
  let otherRequests = 0;
  const pause = new Idle(clock, () => otherRequests).pauseFunction(closed.signal);
  const state = { done: 0 };
  /** Starts a pause and lets its first turn pass. */
  const begin = async () => {
    const ended = pause().then(() => void (state.done += 1));
    await flushTurns();
    return ended;
  };
  return { clock, closed, state, begin, request: () => (otherRequests += 1) };
}

/** Waits until pending callbacks have run. */
async function flushTurns(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
}

describe('a pause between parts of a scan of all data', () => {
  it('continues at once without requests', async () => {
    const { state, begin } = createPauses();
    await begin();
    expect(state.done).toBe(1);
  });

  it('waits until there was no request for half a second', async () => {
    const { clock, state, begin, request } = createPauses();
    request();
    void begin();
    await flushTurns();
    expect(state.done).toBe(0);
    clock.advance(499);
    request();
    clock.advance(1);
    await flushTurns();
    expect(state.done).toBe(0);
    clock.advance(500);
    await flushTurns();
    expect(state.done).toBe(1);
  });

  it('waits at most ten seconds in all, however many requests there are', async () => {
    const { clock, state, begin, request } = createPauses();
    request();
    void begin();
    await flushTurns();
    for (let step = 0; step < 20; step += 1) {
      expect(state.done).toBe(0);
      request();
      clock.advance(500);
      await flushTurns();
    }
    expect(state.done).toBe(1);
    request();
    await begin();
    expect(state.done).toBe(2);
  });

  it('stops when its connection closes', async () => {
    const { closed, begin, request } = createPauses();
    request();
    const ended = expect(begin()).rejects.toThrow('closed');
    await flushTurns();
    closed.abort(new Error('closed'));
    await ended;
  });
});

it('starts work after the first screen, unless it is canceled', () => {
  const clock = new FakeClock();
  const done: string[] = [];
  afterFirstScreen(clock, () => done.push('loaded'));
  afterFirstScreen(clock, () => done.push('canceled'))();
  clock.advance(999);
  expect(done).toEqual([]);
  clock.advance(1);
  expect(done).toEqual(['loaded']);
  expect(clock.timers).toBe(0);
});
