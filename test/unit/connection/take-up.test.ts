import { describe, expect, it } from 'vitest';
import { TakeUp } from '../../../main/engine/connection/take-up';
import { FakeClock } from '../../support/fake-clock';

/** `steps`: how often it is got a little readier for each take-up. */
function watched(steps = 0) {
  const clock = new FakeClock();
  const seen: number[] = [];
  const start = clock.now();
  let asked = 0;
  let left = steps;
  const takeUp = new TakeUp({
    ready: () => left-- > 0,
    take: () => {
      seen.push(clock.now() - start);
      left = steps;
    },
    every: () => 1_000,
    asked: () => asked,
    clock,
  });
  /** Somebody asks for something after each of so many pauses. */
  const type = (keys: number, pauseMs: number): void => {
    for (let key = 0; key < keys; key += 1) {
      clock.advance(pauseMs);
      asked += 1;
    }
  };
  return { clock, seen, takeUp, type };
}

describe('lists that are open', () => {
  it('show at once what somebody put', () => {
    const { seen, takeUp } = watched();
    takeUp.promptly();
    expect(seen).toEqual([0]);
  });

  it('show a thousand records put one by one every now and then, and the last of them', () => {
    const { clock, seen, takeUp } = watched();
    for (let put = 0; put < 250; put += 1) {
      takeUp.promptly();
      clock.advance(10);
    }
    clock.advance(5_000);
    expect(seen).toEqual([0, 1_000, 2_000, 3_000]);
    expect(clock.timers).toBe(0);
  });

  it('take up what a refresh stores when their time has come, and at once when it is over', () => {
    const { clock, seen, takeUp } = watched();
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

  it('hold still under the hands of somebody who types, until they pause', () => {
    const { clock, seen, takeUp, type } = watched();
    takeUp.soon();
    type(10, 300);
    expect(seen).toEqual([]);
    clock.advance(2_000);
    expect(seen).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  it('are never older than ten seconds, however long somebody types', () => {
    const { seen, takeUp, type } = watched();
    takeUp.soon();
    type(40, 300);
    expect(seen).toEqual([10_000]);
  });

  it('show at once what somebody put, though they type', () => {
    const { clock, seen, takeUp, type } = watched();
    takeUp.promptly();
    takeUp.soon();
    type(2, 300);
    takeUp.promptly();
    type(2, 300);
    clock.advance(5_000);
    expect(seen).toEqual([0, 1_000]);
  });

  it('take up nothing once the connection closes', () => {
    const { clock, seen, takeUp } = watched();
    takeUp.soon();
    takeUp.stop();
    takeUp.promptly();
    takeUp.soon();
    clock.advance(5_000);
    expect(seen).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('are got ready little by little first, and what is put meanwhile is among it', () => {
    const { clock, seen, takeUp } = watched(3);
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

  it('are not waited for where somebody has to be told at once', () => {
    const { clock, seen, takeUp } = watched(3);
    const told: number[] = [];
    takeUp.finish();
    takeUp.now(() => told.push(seen.length));
    takeUp.finish();
    clock.advance(10);
    expect([seen, told]).toEqual([[0], [1]]);
  });

  it('take nothing up any more once their connection is closed', () => {
    const { clock, seen, takeUp } = watched(3);
    takeUp.now();
    takeUp.stop();
    clock.advance(10);
    expect(seen).toEqual([]);
  });
});
