import { nativeTheme } from 'electron';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idleLockSetting } from '#main/desktop/screen-lock';
import { themeSetting } from '#main/desktop/theme';
import { expectWritable } from '#main/app/data-folder';
import { notWritable, startFailureMessage } from '#main/app/start-failure';
import { readWindowState, persistWindowState } from '#main/app/window-state';
import { failureOf } from '#contract/failure';

vi.mock('electron', () => ({ nativeTheme: {}, app: {}, dialog: {}, screen: {} }));

let root: string;
beforeEach(() => void (root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-folder-'))));
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const failureIn = (work: () => void) => {
  try {
    work();
  } catch (error) {
    return failureOf(notWritable(error));
  }
  throw new Error('It did not fail.');
};

it('reports an unwritable data folder with its path, the reason and the remedy', () => {
  const folder = path.join(root, 'deep', 'data');
  expectWritable(folder);
  expect(fs.readdirSync(folder)).toEqual([]); // the probe file is deleted
  const file = path.join(root, 'a file');
  fs.writeFileSync(file, '');
  const failure = failureIn(() => expectWritable(path.join(file, 'data')));
  const cause = process.platform === 'win32' ? 'ENOENT' : 'ENOTDIR';
  expect(failure).toMatchObject({ kind: 'file-not-saved', cause });
  const message = startFailureMessage(failure, folder);
  expect(message).toContain(`cannot write to ${folder} (${cause}). Nothing was changed.`);
  expect(message).toMatch(/start Firm Desk again\.$/);
});

it('starts with the default if a folder is in place of a small settings file', () => {
  expect(themeSetting(root).get()).toBe('system');
  expect(idleLockSetting(root).get()).toBe('never');
  expect(readWindowState(root)).toMatchObject({ width: 1440, height: 900, maximized: false });
});

it('keeps the theme if the chosen one cannot be saved', () => {
  const setting = themeSetting(root);
  expect(() => setting.set('dark')).toThrow();
  expect(nativeTheme.themeSource).toBe('system');
});

it('moves and closes a window whose position cannot be saved', () => {
  const bounds = { x: 1, y: 2, width: 1200, height: 800 };
  const window = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    isMaximized: () => false,
    getNormalBounds: () => bounds,
  });
  vi.useFakeTimers();
  persistWindowState(window as never, root, false);
  window.emit('move');
  expect(() => vi.advanceTimersByTime(1_000)).not.toThrow();
  expect(() => window.emit('close')).not.toThrow();
  vi.useRealTimers();
  expect(fs.readdirSync(path.dirname(root)).filter((name) => name.startsWith(path.basename(root)))).toEqual([
    path.basename(root),
  ]); // no partial file is left behind
});

it('stays maximized if it is first shown long after the start, or never', () => {
  const file = path.join(root, 'window.json');
  const startHidden = () => {
    let isMaximized = false;
    const window = Object.assign(new EventEmitter(), {
      isDestroyed: () => false,
      isMaximized: () => isMaximized,
      maximize: () => void (isMaximized = true),
      getNormalBounds: () => ({ x: 1, y: 2, width: 1200, height: 800 }),
    });
    persistWindowState(window as never, file, true);
    return window;
  };
  const isStoredMaximized = () =>
    (JSON.parse(fs.readFileSync(file, 'utf8')) as { maximized: boolean }).maximized;
  startHidden().emit('close');
  expect(isStoredMaximized()).toBe(true);
  const window = startHidden();
  window.emit('show');
  expect(window.isMaximized()).toBe(true);
  window.emit('close');
  expect(isStoredMaximized()).toBe(true);
});
