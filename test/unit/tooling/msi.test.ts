import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasWixl, makeMsi, UPGRADE_CODE, wixSource } from '../../../scripts/lib/msi.mjs';

const FILES = [
  'firm-desk.exe',
  'resources/app.asar',
  'resources/app.asar.unpacked/a & b.node',
  'locales/é.pak',
];
const source = (version: string, files = FILES) => wixSource({ version, files, icon: '/icon.ico' });
const guidOf = (text: string, file: string) =>
  new RegExp(`Guid="([^"]+)"[^>]*>\\s*<File [^>]*Source="${file}"`).exec(text)?.[1];

it('never changes the upgrade code', () => {
  expect(UPGRADE_CODE).toBe('EA9CBF63-6F27-4F0A-9C0E-4C7F7E3F7D6B');
});

it('gives each version its product code, and each file one component in all versions', () => {
  const [older, newer] = [source('0.1.0'), source('0.2.0', FILES.slice(0, 2))];
  const product = (text: string) => /Product Id="([^"]+)"/.exec(text)?.[1];
  expect(product(older)).not.toBe(product(newer));
  expect(guidOf(older, 'firm-desk.exe')).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
  expect(guidOf(older, 'resources/app.asar')).toBe(guidOf(newer, 'resources/app.asar'));
  expect(source('0.1.0', FILES.toReversed())).toBe(older);
});

it('refuses a version that an MSI cannot compare, and a folder without the program', () => {
  expect(() => source('0.1.0-beta.1')).toThrow('three numbers');
  expect(() => source('0.1.0', ['resources/app.asar'])).toThrow('no firm-desk.exe');
});

describe.runIf(hasWixl())('an MSI that wixl builds from a placeholder program', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'msi test é-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const table = (file: string, name: string): string[][] =>
    execFileSync('msiinfo', ['export', file, name], { encoding: 'utf8' })
      .split(/\r?\n/)
      .slice(3)
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));

  const packagedFolder = () => {
    const packaged = path.join(folder, 'win-unpacked');
    for (const name of FILES) {
      fs.mkdirSync(path.dirname(path.join(packaged, name)), { recursive: true });
      fs.writeFileSync(path.join(packaged, name), `content of ${name}`);
    }
    return packaged;
  };

  it('is identical to another of the same files, and has another package code if one differs', async () => {
    const installers: Buffer[] = [];
    const codes: string[] = [];
    const packaged = packagedFolder();
    for (const [index, content] of ['the same', 'the same', 'another'].entries()) {
      const file = path.join(folder, `${index}.msi`);
      fs.writeFileSync(path.join(packaged, 'firm-desk.exe'), content);
      fs.utimesSync(path.join(packaged, 'resources'), index, index);
      await makeMsi({ folder: packaged, file, version: '0.1.0', epoch: '1700000000' });
      installers.push(fs.readFileSync(file));
      const summary = execFileSync('msiinfo', ['suminfo', file], { encoding: 'utf8', env: { TZ: 'UTC' } });
      codes.push(/\{[0-9A-F-]{36}\}/.exec(summary)?.[0] ?? 'none');
      expect(summary.match(/Tue Nov 14 22:13:20 2023/g)).toHaveLength(2);
    }
    expect(installers[1]?.equals(installers[0] ?? Buffer.alloc(0))).toBe(true);
    expect(codes[1]).toBe(codes[0]);
    expect(codes[2]).not.toBe(codes[0]);
  });

  it('has every file, upgrades older versions and refuses to replace a newer one', async () => {
    const packaged = packagedFolder();
    const file = path.join(folder, 'firm-desk.msi');
    await makeMsi({ folder: packaged, file, version: '0.1.0' });

    const properties = Object.fromEntries(table(file, 'Property')) as Record<string, string>;
    expect(properties).toMatchObject({
      ProductName: 'Firm Desk',
      ProductVersion: '0.1.0',
      UpgradeCode: `{${UPGRADE_CODE}}`,
      ALLUSERS: '1',
    });
    // Code, lowest and highest version, language, attributes (2: only detects them), features, property.
    expect(table(file, 'Upgrade')).toEqual([
      [`{${UPGRADE_CODE}}`, '', '0.1.0', '', '1', '', 'WIX_UPGRADE_DETECTED'],
      [`{${UPGRADE_CODE}}`, '0.1.0', '', '', '2', '', 'WIX_DOWNGRADE_DETECTED'],
    ]);
    // The folder is found again in the 64-bit registry (16) of the computer (2), as it was written (2).
    expect(table(file, 'RegLocator')).toEqual([
      ['InstallFolder', '2', 'Software\\Firm Desk', 'InstallFolder', '18'],
    ]);
    expect(table(file, 'AppSearch')).toEqual([['INSTALLDIR', 'InstallFolder']]);
    expect(table(file, 'Registry').map(([, , , name, value]) => [name, value])).toEqual([
      ['MsiVersion', '0.1.0'],
      ['InstallFolder', '[INSTALLDIR]'],
    ]);
    const [condition] = table(file, 'LaunchCondition');
    expect(condition).toEqual([
      'NOT WIX_DOWNGRADE_DETECTED',
      'A newer version of Firm Desk is installed. Remove it first to install this one.',
    ]);
    expect(table(file, 'File').map(([, , name]) => name)).toEqual(
      expect.arrayContaining(FILES.map((name) => path.posix.basename(name))),
    );
    expect(table(file, 'File')).toHaveLength(FILES.length);
    expect(table(file, 'Shortcut').map(([, place, name]) => [place, name])).toEqual([
      ['ProgramMenuFolder', 'Firm Desk'],
    ]);
    // Only what was installed is removed: no table names a folder of a user.
    expect(table(file, 'RemoveFile')).toEqual([]);
    expect(JSON.stringify(table(file, 'Directory'))).not.toMatch(/AppData|LocalAppData|Personal/);
  });
});
