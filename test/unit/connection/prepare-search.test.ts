import { describe, expect, it } from 'vitest';
import { prepareSearch } from '#engine/connection/prepare-search';
import { FakeClock } from '../../support/fake-clock';

/** Has `left` steps of work, and counts the reads. */
class FakeSearchWork {
  reads = 0;
  done = 0;
  constructor(private readonly left: number) {}
  prepare(): boolean {
    this.done += 1;
    return this.done < this.left;
  }
}

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
    const before = work.done;
    expect(before).toBeGreaterThan(0);
    work.reads += 1;
    clock.advance(400);
    expect(work.done).toBe(before);
    clock.advance(200);
    expect(work.done).toBeGreaterThan(before);
  });

  it('continues with the change history when the cache is ready', () => {
    const clock = new FakeClock();
    const [work, more] = [new FakeSearchWork(3), new FakeSearchWork(4)];
    prepareSearch(work, clock, () => work.done >= 3 && more.prepare());
    clock.advance(1_000);
    expect([work.done, more.done]).toEqual([6, 4]);
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
