import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppLock } from '#main/desktop/app-lock';
import { AppPin } from '#main/desktop/app-pin';
import { failureOf } from '#contract/failure';

const CODE = '7K3M-0001';
let root: string;
let codes: string[];
let events: string[];
let entries: Map<string, string>;
let pin: AppPin;
let logged: string[];
let promptTouchId: () => Promise<void>;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-lock-'));
  [codes, events, logged] = [[CODE], [], []];
  promptTouchId = () => Promise.resolve();
  entries = new Map();
  pin = new AppPin({
    read: (entry) => Promise.resolve(entries.get(entry) ?? null),
    write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
    remove: (entry) => Promise.resolve(void entries.delete(entry)),
  });
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const lockOf = ({ hasTouchId = false, systemUnlocks = false } = {}) =>
  new AppLock({
    file: path.join(root, 'app-lock'),
    codes: {
      hasUnlockingCode: () => codes.length > 0,
      hasAnyCode: (options) => codes.length > (options?.except === undefined ? 0 : 1),
      matchesAnyCode: (typed) => codes.includes(typed),
    },
    pin,
    system: { isOffered: () => hasTouchId, promptUser: () => promptTouchId() },
    systemUnlocks,
    log: (event) => logged.push(event),
    onLock: () => events.push('lock'),
    onUnlock: () => events.push('unlock'),
  });
const kindOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    return failureOf(error).kind;
  }
  return null;
};

it('is off until the user enters a recovery code; then locks, including at startup', () => {
  const lock = lockOf();
  expect(lock.lock()).toBe(false);
  expect(kindOf(() => lock.turnOn('another'))).toBe('recovery-refused');
  expect(lock.state.value.isOn).toBe(false);
  lock.turnOn(CODE);
  expect(lock.state.value).toMatchObject({ isOn: true, isLocked: false });
  expect([lock.lock(), lock.lock()]).toEqual([true, true]);
  expect(events).toEqual(['lock']);
  expect(lockOf().isLocked).toBe(true);
  void lock.turnOff();
  expect(lockOf().isLocked).toBe(false);
});

it('unlocks with a recovery code and with no other text', () => {
  const lock = lockOf();
  lock.turnOn(CODE);
  lock.lock();
  expect(kindOf(() => lock.unlock('another'))).toBe('recovery-refused');
  expect(lock.isLocked).toBe(true);
  lock.unlock(CODE);
  expect(lock.isLocked).toBe(false);
  expect(events).toEqual(['lock', 'unlock']);
  expect(logged).toEqual(['app-lock.on', 'app-lock.locked', 'app-lock.refused', 'app-lock.unlocked']);
});

it('unlocks if the system’s prompt succeeds, and stays locked if the user cancels it', async () => {
  const lock = lockOf({ hasTouchId: true });
  lock.turnOn(CODE);
  lock.lock();
  promptTouchId = () => Promise.reject(new Error('Canceled by user'));
  await expect(lock.unlockBySystem()).rejects.toMatchObject({ failure: { kind: 'canceled' } });
  expect(lock.isLocked).toBe(true);
  promptTouchId = () => Promise.resolve();
  await lock.unlockBySystem();
  expect(lock.isLocked).toBe(false);
});

it('unlocks nothing if the system cannot ask the user', async () => {
  const lock = lockOf();
  lock.turnOn(CODE);
  lock.lock();
  const promptUser = vi.fn(() => Promise.resolve());
  promptTouchId = promptUser;
  await expect(lock.unlockBySystem()).rejects.toThrow();
  expect(promptUser).not.toHaveBeenCalled();
  expect(lock.isLocked).toBe(true);
});

it('unlocks with the computer only if no program can fake that', () => {
  for (const systemUnlocks of [false, true]) {
    const lock = lockOf({ systemUnlocks });
    lock.turnOn(CODE);
    lock.lock();
    lock.handleSystemUnlock();
    expect(lock.isLocked).toBe(!systemUnlocks);
  }
});

it('turns off with the last recovery code, but stays locked if it is locked', () => {
  const lock = lockOf();
  lock.turnOn(CODE);
  lock.lock();
  codes = [];
  lock.updateState();
  expect(lock.isLocked).toBe(true);
  expect(lockOf().state.value).toMatchObject({ isOn: false, isLocked: false, hasCode: false });
  expect(lockOf().lock()).toBe(false);
});

it('unlocks if it locked while the connection with the last recovery code was removed', () => {
  const lock = lockOf();
  lock.turnOn(CODE);
  lock.lock();
  lock.handleRemoval();
  expect(lock.isLocked).toBe(true); // another connection has a code
  codes = [];
  lock.handleRemoval();
  expect(lock.state.value).toMatchObject({ isOn: false, isLocked: false });
  expect(events).toEqual(['lock', 'unlock']);
});

it('hides the page before it writes to the log', () => {
  const lock = lockOf();
  lock.turnOn(CODE);
  const write = vi.spyOn(logged, 'push').mockImplementation(() => events.push('log'));
  lock.lock();
  write.mockRestore();
  expect(events).toEqual(['lock', 'log']);
});

it('unlocks with the PIN, even after a restart, and stores only a salted hash in the keychain', async () => {
  const lock = lockOf();
  await expect(lock.setPin('482913')).rejects.toMatchObject({ failure: { kind: 'conflict' } });
  lock.turnOn(CODE);
  await lock.setPin('482913');
  const first = entries.get('app-lock/pin');
  expect(first).not.toContain('482913');
  expect(fs.readFileSync(path.join(root, 'app-lock'), 'utf8')).not.toContain('482913');
  await lock.setPin('482913');
  expect(entries.get('app-lock/pin')).not.toBe(first);
  const restarted = lockOf();
  expect(restarted.state.value).toMatchObject({ isLocked: true, pin: 'set' });
  expect(await restarted.unlockByPin('482914')).toEqual({ triesLeft: 4 });
  expect(restarted.isLocked).toBe(true);
  expect(await restarted.unlockByPin('482913')).toEqual({ triesLeft: 5 });
  expect(restarted.isLocked).toBe(false);
  await restarted.turnOff();
  expect(entries.size).toBe(0);
});

it('asks for the recovery code after five wrong PINs, at once and after a restart', async () => {
  const lock = lockOf();
  lock.turnOn(CODE);
  await lock.setPin('482913');
  lock.lock();
  const tries = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((digit) => lock.unlockByPin(`00000${digit}`)),
  );
  expect(tries.map(({ triesLeft }) => triesLeft)).toEqual([4, 3, 2, 1, 0, 0]);
  expect(lock.state.value).toMatchObject({ isLocked: true, pin: 'used-up' });
  const restarted = lockOf();
  expect(await restarted.unlockByPin('482913')).toEqual({ triesLeft: 0 });
  expect(restarted.state.value).toMatchObject({ isLocked: true, pin: 'used-up' });
  restarted.unlock(CODE);
  expect(restarted.isLocked).toBe(false);
  await vi.waitFor(() => expect(restarted.state.value.pin).toBe('set'));
  restarted.lock();
  await restarted.unlockByPin('482913');
  expect(restarted.isLocked).toBe(false);
});

it('reports how removing a connection with a recovery code affects the lock', () => {
  const lock = lockOf();
  expect(lock.effectOfRemoval('firm')).toBe('none');
  lock.turnOn(CODE);
  expect(lock.effectOfRemoval('firm')).toBe('turns-off');
  codes.push('another');
  expect(lock.effectOfRemoval('firm')).toBe('code-lost');
});
