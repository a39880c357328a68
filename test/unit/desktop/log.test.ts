import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openLog } from '#main/desktop/log';
import { addCleanup } from '../../support/cleanups';

vi.mock('electron', () => ({ shell: {} }));
/** Set before electron-log is loaded, which keeps the console's methods. */
const printed = vi.hoisted(() => vi.spyOn(console, 'error'));

function tempLogFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-log-'));
  addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'logs');
}

test('creates its folders, timestamps each line, and is readable by its owner only', () => {
  const logs = tempLogFolder();
  openLog(logs).log('app.start', { packaged: false });
  const file = path.join(logs, 'firm-desk.log');
  expect(readFileSync(file, 'utf8')).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d app\.start packaged=false\r?\n$/,
  );
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('rotates the log at one megabyte and keeps one previous log', () => {
  const logs = tempLogFolder();
  mkdirSync(logs);
  writeFileSync(path.join(logs, 'firm-desk.old.log'), 'from an earlier rotation');
  writeFileSync(path.join(logs, 'firm-desk.log'), 'x'.repeat(1_048_577));
  openLog(logs).log('app.start');
  expect(readFileSync(path.join(logs, 'firm-desk.log'), 'utf8')).toMatch(/ app\.start\r?\n$/);
  expect(statSync(path.join(logs, 'firm-desk.log')).size).toBeLessThan(100);
  expect(statSync(path.join(logs, 'firm-desk.old.log')).size).toBe(1_048_577);
  expect(readdirSync(logs)).toHaveLength(2);
});

test('ignores an unwritable log silently', () => {
  const logs = tempLogFolder();
  writeFileSync(logs, 'a file where the folder should be');
  const { log } = openLog(logs);
  expect(() => log('app.start')).not.toThrow();
  expect(() => log('app.start')).not.toThrow();
  expect(printed).not.toHaveBeenCalled();
});
