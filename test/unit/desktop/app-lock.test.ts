import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppLock } from '../../../main/desktop/app-lock';
import { failureOf } from '#contract/failure';

const PHRASE = '7K3M-0001';
let root: string;
let phrases: string[];
let told: string[];
let logged: string[];
let finger: () => Promise<void>;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-lock-'));
  [phrases, told, logged] = [[PHRASE], [], []];
  finger = () => Promise.resolve();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const lockOf = ({ asks = false, unlocks = false } = {}) =>
  new AppLock({
    file: path.join(root, 'app-lock'),
    phrases: { hasAny: () => phrases.length > 0, fitsAny: (typed) => phrases.includes(typed) },
    system: { offered: () => asks, ask: () => finger() },
    systemUnlocks: unlocks,
    log: (event) => logged.push(event),
    onLock: () => told.push('lock'),
    onUnlock: () => told.push('unlock'),
  });
const kindOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    return failureOf(error).kind;
  }
  return null;
};

it('is off until the user proves to have a phrase, and then locks, also at startup', () => {
  const lock = lockOf();
  expect(lock.lock()).toBe(false);
  expect(kindOf(() => lock.turnOn('another'))).toBe('recovery-refused');
  expect(lock.state.value.on).toBe(false);
  lock.turnOn(PHRASE);
  expect(lock.state.value).toMatchObject({ on: true, locked: false });
  expect([lock.lock(), lock.lock()]).toEqual([true, true]);
  expect(told).toEqual(['lock']);
  expect(lockOf().isLocked).toBe(true);
  lock.turnOff();
  expect(lockOf().isLocked).toBe(false);
});

it('unlocks with a phrase and with no other text', () => {
  const lock = lockOf();
  lock.turnOn(PHRASE);
  lock.lock();
  expect(kindOf(() => lock.unlock('another'))).toBe('recovery-refused');
  expect(lock.isLocked).toBe(true);
  lock.unlock(PHRASE);
  expect(lock.isLocked).toBe(false);
  expect(told).toEqual(['lock', 'unlock']);
  expect(logged).toEqual(['app-lock.on', 'app-lock.locked', 'app-lock.refused', 'app-lock.unlocked']);
});

it('unlocks only by fingerprint or password where the system can ask for them', async () => {
  const lock = lockOf({ asks: true });
  lock.turnOn(PHRASE);
  lock.lock();
  finger = () => Promise.reject(new Error('Canceled by user'));
  await expect(lock.unlockBySystem()).rejects.toMatchObject({ failure: { kind: 'canceled' } });
  expect(lock.isLocked).toBe(true);
  finger = () => Promise.resolve();
  await lock.unlockBySystem();
  expect(lock.isLocked).toBe(false);
});

it('unlocks nothing if the system cannot ask the user', async () => {
  const lock = lockOf();
  lock.turnOn(PHRASE);
  lock.lock();
  const asked = vi.fn(() => Promise.resolve());
  finger = asked;
  await expect(lock.unlockBySystem()).rejects.toThrow();
  expect(asked).not.toHaveBeenCalled();
  expect(lock.isLocked).toBe(true);
});

it('unlocks with the computer only where no program can fake that', () => {
  for (const unlocks of [false, true]) {
    const lock = lockOf({ unlocks });
    lock.turnOn(PHRASE);
    lock.lock();
    lock.systemUnlocked();
    expect(lock.isLocked).toBe(!unlocks);
  }
});

it('turns off with the last phrase, but stays locked if it is locked', () => {
  const lock = lockOf();
  lock.turnOn(PHRASE);
  lock.lock();
  phrases = [];
  lock.review();
  expect(lock.isLocked).toBe(true);
  expect(lockOf().state.value).toMatchObject({ on: false, locked: false, hasPhrase: false });
  expect(lockOf().lock()).toBe(false);
});
