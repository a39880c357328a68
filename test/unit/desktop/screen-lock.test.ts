import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScreenLock } from '#main/desktop/screen-lock';
import type { IdleLock } from '#contract/calls/desktop';
import { idleMinutes } from '#contract/policies';

let power: EventEmitter & { getSystemIdleState: (seconds: number) => 'active' | 'idle' | 'locked' };
let idleSeconds = 0;
let locked = false;
let setting: IdleLock = 'never';
let events: string[];
let screen: ScreenLock;

beforeEach(() => {
  vi.useFakeTimers();
  [idleSeconds, locked, setting, events] = [0, false, 'never', []];
  power = Object.assign(new EventEmitter(), {
    getSystemIdleState: (seconds: number) =>
      locked ? ('locked' as const) : idleSeconds >= seconds ? ('idle' as const) : ('active' as const),
  });
  screen = new ScreenLock(
    power,
    () => idleMinutes(setting),
    (event) => events.push(event),
  );
  screen.watch();
});
afterEach(() => vi.useRealTimers());

it.each([
  ['lock-screen', 'unlock-screen'],
  ['suspend', 'resume'],
])('locks once on %s and unlocks on %s', (lock, unlock) => {
  power.emit(lock);
  power.emit(lock);
  vi.advanceTimersByTime(10_000); // the state `active` does not unlock what an event has locked
  expect(events).toEqual(['lock']);
  power.emit(unlock);
  expect(events).toEqual(['lock', 'unlock']);
});

it('detects a screen lock or unlock without an event within two seconds', () => {
  locked = true;
  vi.advanceTimersByTime(2_000);
  screen.handleUserReturn(); // a window that gets the focus behind the lock
  expect(events).toEqual(['lock']);
  locked = false;
  vi.advanceTimersByTime(2_000);
  expect(events).toEqual(['lock', 'unlock']);
});

it('counts an idle computer as locked after the configured minutes, not sooner', () => {
  idleSeconds = 14 * 60;
  vi.advanceTimersByTime(2_000);
  setting = '15';
  vi.advanceTimersByTime(2_000);
  expect(events).toEqual([]);
  idleSeconds = 15 * 60;
  vi.advanceTimersByTime(2_000);
  expect(events).toEqual(['lock']);
  idleSeconds = 0;
  vi.advanceTimersByTime(2_000);
  expect(events).toEqual(['lock', 'unlock']);
});

it('unlocks on user input in the window if no event did', () => {
  power.emit('suspend');
  screen.handleUserReturn();
  expect(events).toEqual(['lock', 'unlock']);
});
