import { describe, expect, it } from 'vitest';
import { ListRefresher } from '../../../main/engine/connection/list-refresher';
import { FakeClock } from '../../support/fake-clock';

/** `steps`: the number of preparation steps before each publish. */
function createRefresher(steps = 0) {
  const clock = new FakeClock();
  const seen: number[] = [];
  const start = clock.now();
  let asked = 0;
  let left = steps;
  const takeUp = new ListRefresher({
    ready: () => left-- > 0,
    publish: () => {
      seen.push(clock.now() - start);
      left = steps;
    },
    intervalMs: () => 1_000,
    requestCount: () => asked,
    clock,
  });
  /** Makes `keys` requests with a pause before each. */
  const type = (keys: number, pauseMs: number): void => {
    for (let key = 0; key < keys; key += 1) {
      clock.advance(pauseMs);
      asked += 1;
    }
  };
  return { clock, seen, takeUp, type };
}

describe('open lists', () => {
  it("show a user's edit at once", () => {
    const { seen, takeUp } = createRefresher();
    takeUp.promptly();
    expect(seen).toEqual([0]);
  });

  it('show a thousand single edits in batches, including the last one', () => {
    const { clock, seen, takeUp } = createRefresher();
    for (let put = 0; put < 250; put += 1) {
      takeUp.promptly();
      clock.advance(10);
    }
    clock.advance(5_000);
    expect(seen).toEqual([0, 1_000, 2_000, 3_000]);
    expect(clock.timers).toBe(0);
  });

  it('show refreshed records after the interval, and at once when the refresh ends', () => {
    const { clock, seen, takeUp } = createRefresher();
    takeUp.soon();
    clock.advance(600);
    takeUp.soon();
    clock.advance(600);
    takeUp.soon();
    clock.advance(100);
    takeUp.now();
    clock.advance(5_000);
    expect(seen).toEqual([1_000, 1_300]);
  });

  it('do not change while the user types, until a pause', () => {
    const { clock, seen, takeUp, type } = createRefresher();
    takeUp.soon();
    type(10, 300);
    expect(seen).toEqual([]);
    clock.advance(2_000);
    expect(seen).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  it('are never older than ten seconds, even while the user types', () => {
    const { seen, takeUp, type } = createRefresher();
    takeUp.soon();
    type(40, 300);
    expect(seen).toEqual([10_000]);
  });

  it("show a user's edit at once, even while the user types", () => {
    const { clock, seen, takeUp, type } = createRefresher();
    takeUp.promptly();
    takeUp.soon();
    type(2, 300);
    takeUp.promptly();
    type(2, 300);
    clock.advance(5_000);
    expect(seen).toEqual([0, 1_000]);
  });

  it('do not change after the connection closes', () => {
    const { clock, seen, takeUp } = createRefresher();
    takeUp.soon();
    takeUp.stop();
    takeUp.promptly();
    takeUp.soon();
    clock.advance(5_000);
    expect(seen).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('are prepared in steps before publishing, including edits made during the steps', () => {
    const { clock, seen, takeUp } = createRefresher(3);
    const told: number[] = [];
    takeUp.now(() => told.push(seen.length));
    clock.advance(1);
    takeUp.promptly();
    takeUp.soon();
    expect([seen, told]).toEqual([[], []]);
    clock.advance(10);
    expect([seen, told]).toEqual([[3], [1]]);
    expect(clock.timers).toBe(0);
  });

  it('skip the preparation steps for an immediate publish', () => {
    const { clock, seen, takeUp } = createRefresher(3);
    const told: number[] = [];
    takeUp.finish();
    takeUp.now(() => told.push(seen.length));
    takeUp.finish();
    clock.advance(10);
    expect([seen, told]).toEqual([[0], [1]]);
  });

  it('publish nothing after the connection closed during preparation', () => {
    const { clock, seen, takeUp } = createRefresher(3);
    takeUp.now();
    takeUp.stop();
    clock.advance(10);
    expect(seen).toEqual([]);
  });
});
