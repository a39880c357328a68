import { describe, expect, it } from 'vitest';
import { yieldToRequests } from '#engine/records/yield-to-requests';
import { FakeClock } from '../../support/fake-clock';

function passing() {
  const clock = new FakeClock();
  const closed = new AbortController();
  let asked = 0;
  const others = yieldToRequests({ asked: () => asked, clock, closed: closed.signal });
  const state = { done: 0 };
  /** Starts a pause and lets its first turn pass. */
  const begin = async () => {
    const ended = others().then(() => void (state.done += 1));
    await flushTurns();
    return ended;
  };
  return { clock, closed, state, begin, ask: () => (asked += 1) };
}

/** Lets what was started run. */
async function flushTurns(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
}

describe('a pass over the firm', () => {
  it('continues at once without requests', async () => {
    const { state, begin } = passing();
    await begin();
    expect(state.done).toBe(1);
  });

  it('waits until there was no request for half a second', async () => {
    const { clock, state, begin, ask } = passing();
    ask();
    void begin();
    await flushTurns();
    expect(state.done).toBe(0);
    clock.advance(499);
    ask();
    clock.advance(1);
    await flushTurns();
    expect(state.done).toBe(0);
    clock.advance(500);
    await flushTurns();
    expect(state.done).toBe(1);
  });

  it('waits at most ten seconds in all, however many requests there are', async () => {
    const { clock, state, begin, ask } = passing();
    ask();
    void begin();
    await flushTurns();
    for (let step = 0; step < 20; step += 1) {
      expect(state.done).toBe(0);
      ask();
      clock.advance(500);
      await flushTurns();
    }
    expect(state.done).toBe(1);
    ask();
    await begin();
    expect(state.done).toBe(2);
  });

  it('ends with its connection', async () => {
    const { closed, begin, ask } = passing();
    ask();
    const ended = expect(begin()).rejects.toThrow('closed');
    await flushTurns();
    closed.abort(new Error('closed'));
    await ended;
  });
});
