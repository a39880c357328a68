import { beforeEach, expect, it } from 'vitest';
import { Locks } from '../../../main/app/locks';

let told: string[];
let screen: boolean;
let app: boolean;
/** True if the user turned the app lock on. */
let isOn: boolean;
let locks: Locks;

beforeEach(() => {
  told = [];
  screen = app = isOn = false;
  locks = new Locks({
    isScreenLocked: () => screen,
    isAppLocked: () => app,
    lockApp: () => (app = isOn),
    tellEngine: (state) => Promise.resolve(void told.push(state)),
    endValues: () => told.push('values ended'),
    closeWindow: () => told.push('window closed'),
    openWindow: () => told.push('window opened'),
  });
});

it('a locked screen ends plain values, and the engine reveals none', () => {
  screen = true;
  locks.screenChanged('lock');
  expect(told).toEqual(['screen-locked', 'values ended']);
  screen = false;
  locks.screenChanged('unlock');
  expect(told.slice(2)).toEqual(['open']);
});

it('an app lock that is on follows the screen, and outlasts it', () => {
  isOn = screen = true;
  locks.screenChanged('lock');
  expect(locks.state).toBe('app-locked');
  locks.pageReplaced();
  expect(told.slice(2)).toEqual(['values ended', 'window closed', 'app-locked']);
  screen = false;
  locks.screenChanged('unlock');
  expect(told.at(-1)).toBe('app-locked');
  app = false;
  locks.appUnlocked();
  expect(told.slice(-2)).toEqual(['open', 'window opened']);
});

it('does not close the window if the app was unlocked before its page was replaced', () => {
  locks.pageReplaced();
  expect(told).toEqual([]);
});

it.each([
  [false, false, []],
  [true, false, ['screen-locked']],
  [false, true, ['app-locked']],
  [true, true, ['app-locked']],
])('a new engine learns the locks: screen %s, app %s', (screenLocked, appLocked, states) => {
  screen = screenLocked;
  app = appLocked;
  locks.engineStarted();
  expect(told).toEqual(states);
});
