import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isStartedHidden } from '#main/app/hidden-start';
import { autostartEntry, BackgroundSetting, type Background } from '#main/desktop/background';
import { scheduleNotice } from '#main/app/schedule-notice';
import { missingFile } from '../cache/temp-cache';

function createSetting(isAvailable = true) {
  const file = path.join(path.dirname(missingFile()), 'background.json');
  const registered: boolean[] = [];
  const changes: Background[] = [];
  const loginItems = { isAvailable, set: (on: boolean) => registered.push(on) };
  const setting = new BackgroundSetting(file, loginItems, (change) => changes.push(change));
  return { file, registered, changes, setting };
}

describe('running in the background', () => {
  it('is off until it is turned on, and if its file is invalid', () => {
    const { file, setting } = createSetting();
    expect(setting.get()).toEqual({ tray: false, atLogin: false });
    fs.writeFileSync(file, '{"tray": "yes"}');
    expect(setting.get()).toEqual({ tray: false, atLogin: false });
  });

  it('registers the app to start with the computer once, and unregisters it without the tray', () => {
    const { setting, registered, changes } = createSetting();
    setting.set({ tray: true, atLogin: true });
    setting.set({ tray: true, atLogin: true });
    expect(registered).toEqual([true]);
    setting.set({ tray: false, atLogin: true });
    expect(registered).toEqual([true, false]);
    expect(setting.get()).toEqual({ tray: false, atLogin: false });
    expect(changes).toHaveLength(3);
  });

  it('never registers an app that is not installed', () => {
    const { setting, registered } = createSetting(false);
    setting.set({ tray: true, atLogin: true });
    expect(registered).toEqual([]);
    expect(setting.get()).toEqual({ tray: true, atLogin: false });
  });

  it('starts the program by its path, whatever that contains', () => {
    expect(autostartEntry('/opt/Firm Desk/firm-desk')).toContain(
      'Exec="/opt/Firm Desk/firm-desk" --hidden\n',
    );
    // The file's own escapes are read first, so each backslash of the quoting is written twice.
    expect(autostartEntry('/opt/a"b$c%d')).toContain(String.raw`Exec="/opt/a\\"b\\$c%%d" --hidden` + '\n');
    expect(autostartEntry('/opt/a\\b')).toContain(String.raw`Exec="/opt/a\\\\b" --hidden` + '\n');
  });
});

describe('a start with the computer', () => {
  const isHidden = (
    { isSwitched = false, wasOpenedAtLogin = false, setting = '' },
    platform: NodeJS.Platform,
  ): boolean => {
    const settingFile = missingFile();
    if (setting !== '') fs.writeFileSync(settingFile, setting);
    const app = {
      commandLine: { hasSwitch: () => isSwitched },
      getLoginItemSettings: () => ({ wasOpenedAtLogin }),
    };
    return isStartedHidden(app as never, settingFile, platform);
  };
  const AT_LOGIN = '{"tray":true,"atLogin":true}';

  it.each(['win32', 'darwin', 'linux'] as const)('is hidden with the switch on %s', (platform) => {
    expect(isHidden({ isSwitched: true }, platform)).toBe(true);
    expect(isHidden({}, platform)).toBe(false);
  });

  it('is hidden on macOS without the switch, but only if the user chose to start at login', () => {
    expect(isHidden({ wasOpenedAtLogin: true, setting: AT_LOGIN }, 'darwin')).toBe(true);
    for (const setting of ['', '{', '{"tray":true,"atLogin":false}'])
      expect(isHidden({ wasOpenedAtLogin: true, setting }, 'darwin')).toBe(false);
    expect(isHidden({ setting: AT_LOGIN }, 'darwin')).toBe(false); // opened by the user
    expect(isHidden({ wasOpenedAtLogin: true, setting: AT_LOGIN }, 'win32')).toBe(false);
  });
});

describe('the notification of a scheduled refresh', () => {
  const at = '2026-11-27T11:31:00Z';
  it('has counts without names, and omits optional counts that are zero', () => {
    const counts = { changes: 12, newFindings: 1, files: 2, exports: 1, problems: 1 };
    expect(scheduleNotice({ how: 'done', at, counts })).toEqual({
      title: 'Your data was refreshed',
      body: '12 changes, 1 new finding, 2 fee files saved, 1 export written, 1 export not written.',
    });
    expect(scheduleNotice({ how: 'done', at, counts: { ...counts, newFindings: null } }).body).toMatch(
      /^12 changes, new findings not counted, 2 fee files/,
    );
    const none = { changes: 0, newFindings: 0, files: 0, exports: 0, problems: 0 };
    expect(scheduleNotice({ how: 'done', at, counts: none })).toEqual({
      title: 'Your data was refreshed',
      body: '0 changes, 0 new findings.',
    });
  });

  it('says that it did not complete', () => {
    expect(scheduleNotice({ how: 'failed', at, failure: 'offline' })).toEqual({
      title: 'The scheduled refresh did not complete',
      body: 'Open Firm Desk to see why.',
    });
  });
});
