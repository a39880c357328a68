import { describe, expect, it } from 'vitest';
import { TakeUp } from '../../../main/engine/connection/take-up';
import { FakeClock } from '../../support/fake-clock';

function watched() {
  const clock = new FakeClock();
  const seen: number[] = [];
  const start = clock.now();
  const takeUp = new TakeUp({ take: () => seen.push(clock.now() - start), every: () => 1_000, clock });
  return { clock, seen, takeUp };
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
});
