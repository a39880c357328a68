import { describe, expect, it } from 'vitest';
import { ListRefresher } from '#engine/connection/list-refresher';
import { Idle } from '#engine/idle';
import { FakeClock } from '../../support/fake-clock';

/** `steps`: the number of preparation steps before each publish. */
function createRefresher(steps = 0) {
  const clock = new FakeClock();
  const publishTimes: number[] = [];
  const start = clock.now();
  let listRequests = 0;
  let stepsLeft = steps;
  const refresher = new ListRefresher({
    prepareStep: () => stepsLeft-- > 0,
    publish: () => {
      publishTimes.push(clock.now() - start);
      stepsLeft = steps;
    },
    intervalMs: () => 1_000,
    idle: new Idle(clock, () => listRequests),
    clock,
  });
  /** Makes `keys` list requests, as typing does, with a pause before each. */
  const type = (keys: number, pauseMs: number): void => {
    for (let key = 0; key < keys; key += 1) {
      clock.advance(pauseMs);
      listRequests += 1;
    }
  };
  return { clock, publishTimes, refresher, type };
}

describe('open lists', () => {
  it("show a user's edit at once", () => {
    const { publishTimes, refresher } = createRefresher();
    refresher.updateSoon();
    expect(publishTimes).toEqual([0]);
  });

  it('show 250 single edits in four batches, including the last one', () => {
    const { clock, publishTimes, refresher } = createRefresher();
    for (let edit = 0; edit < 250; edit += 1) {
      refresher.updateSoon();
      clock.advance(10);
    }
    clock.advance(5_000);
    expect(publishTimes).toEqual([0, 1_000, 2_000, 3_000]);
    expect(clock.timers).toBe(0);
  });

  it('show refreshed records after the interval, and at once when the refresh ends', () => {
    const { clock, publishTimes, refresher } = createRefresher();
    refresher.schedule();
    clock.advance(600);
    refresher.schedule();
    clock.advance(600);
    refresher.schedule();
    clock.advance(100);
    refresher.updateNow();
    clock.advance(5_000);
    expect(publishTimes).toEqual([1_000, 1_300]);
  });

  it('do not change while the user types, until a pause', () => {
    const { clock, publishTimes, refresher, type } = createRefresher();
    refresher.schedule();
    type(10, 300);
    expect(publishTimes).toEqual([]);
    clock.advance(2_000);
    expect(publishTimes).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  it('are never older than ten seconds, even while the user types', () => {
    const { publishTimes, refresher, type } = createRefresher();
    refresher.schedule();
    type(40, 300);
    expect(publishTimes).toEqual([10_000]);
  });

  it("show a user's next edit after the interval, even while the user types", () => {
    const { clock, publishTimes, refresher, type } = createRefresher();
    refresher.updateSoon();
    refresher.schedule();
    type(2, 300);
    refresher.updateSoon();
    type(2, 300);
    clock.advance(5_000);
    expect(publishTimes).toEqual([0, 1_000]);
  });

  it("show a user's edit after the interval if the computer's clock was set back", () => {
    const { clock, publishTimes, refresher } = createRefresher();
    refresher.updateSoon();
    clock.setBack(3_600_000);
    refresher.updateSoon();
    clock.advance(1_000);
    expect(publishTimes).toEqual([0, -3_599_000]);
  });

  it('do not change after the connection closes', () => {
    const { clock, publishTimes, refresher } = createRefresher();
    refresher.schedule();
    refresher.stop();
    refresher.updateSoon();
    refresher.schedule();
    clock.advance(5_000);
    expect(publishTimes).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('are prepared in steps before publishing, including edits made during the steps', () => {
    const { clock, publishTimes, refresher } = createRefresher(3);
    const counts: number[] = [];
    refresher.updateNow(() => counts.push(publishTimes.length));
    clock.advance(1);
    refresher.updateSoon();
    refresher.schedule();
    expect([publishTimes, counts]).toEqual([[], []]);
    clock.advance(10);
    expect([publishTimes, counts]).toEqual([[3], [1]]);
    expect(clock.timers).toBe(0);
  });

  it('skip the preparation steps for an immediate publish', () => {
    const { clock, publishTimes, refresher } = createRefresher(3);
    const counts: number[] = [];
    refresher.finish();
    refresher.updateNow(() => counts.push(publishTimes.length));
    refresher.finish();
    clock.advance(10);
    expect([publishTimes, counts]).toEqual([[0], [1]]);
  });

  it('publish nothing after the connection closed during preparation', () => {
    const { clock, publishTimes, refresher } = createRefresher(3);
    refresher.updateNow();
    refresher.stop();
    clock.advance(10);
    expect(publishTimes).toEqual([]);
  });
});
