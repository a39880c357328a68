import { beforeEach, expect, it } from 'vitest';
import { Locks } from '#main/app/locks';

let events: string[];
let screen: boolean;
let app: boolean;
/** True if the user turned the app lock on. */
let isOn: boolean;
let locks: Locks;

beforeEach(() => {
  events = [];
  screen = app = isOn = false;
  locks = new Locks({
    isScreenLocked: () => screen,
    isAppLocked: () => app,
    lockApp: () => (app = isOn),
    notifyEngine: (state) => Promise.resolve(void events.push(state)),
    endTaxIdProcesses: () => events.push('values ended'),
    disconnectWindow: () => events.push('window disconnected'),
    connectWindow: () => events.push('window connected'),
  });
});

it('ends tax ID processes and notifies the engine when the screen is locked', () => {
  screen = true;
  locks.onScreenChange('lock');
  expect(events).toEqual(['screen-locked', 'values ended']);
  screen = false;
  locks.onScreenChange('unlock');
  expect(events.slice(2)).toEqual(['open']);
});

it('locks the app with the screen, and keeps it locked after the screen is unlocked', () => {
  isOn = screen = true;
  locks.onScreenChange('lock');
  expect(locks.state).toBe('app-locked');
  locks.onPageReplaced();
  expect(events.slice(2)).toEqual(['values ended', 'window disconnected', 'app-locked']);
  screen = false;
  locks.onScreenChange('unlock');
  expect(events.at(-1)).toBe('app-locked');
  app = false;
  locks.onAppUnlocked();
  expect(events.slice(-2)).toEqual(['open', 'window connected']);
});

it('does not disconnect the window if the app was unlocked before its page was replaced', () => {
  locks.onPageReplaced();
  expect(events).toEqual([]);
});

it.each([
  [false, false, []],
  [true, false, ['screen-locked']],
  [false, true, ['app-locked']],
  [true, true, ['app-locked']],
])('notifies a new engine of the locks: screen %s, app %s', (screenLocked, appLocked, states) => {
  screen = screenLocked;
  app = appLocked;
  locks.onEngineStarted();
  expect(events).toEqual(states);
});
