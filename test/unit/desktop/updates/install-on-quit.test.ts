import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEFORE_UPDATE, copySavedWork } from '#main/desktop/updates/copy-saved-work';
import { InstallOnQuit } from '#main/desktop/updates/install-on-quit';
import { installerOf, USER_INSTALL_MARK } from '#main/desktop/updates/installers';
import { UpdateRecord } from '#main/desktop/updates/update-record';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'update install é-'))));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

const INSTALLER = 'the installer of version 0.2.0';
const FILE = {
  name: 'firm-desk-0.2.0-win-x64.exe',
  platform: 'win32',
  arch: 'x64',
  size: INSTALLER.length,
  sha256: createHash('sha256').update(INSTALLER).digest('hex'),
} as const;

function fixture(overrides: Partial<ConstructorParameters<typeof InstallOnQuit>[0]> = {}) {
  const file = path.join(folder, FILE.name);
  fs.writeFileSync(file, INSTALLER);
  const record = new UpdateRecord(path.join(folder, 'updates.json'));
  const steps: string[] = [];
  const deps = {
    ready: () => ({ version: '0.2.0', path: file, file: FILE }),
    installer: (installerFile: string, sha256: string) => ({ program: installerFile, args: ['/S', sha256] }),
    installed: '0.1.0',
    record,
    backUp: () => void steps.push('backed up'),
    start: ({ program, args }: { program: string; args: readonly string[] }) =>
      void steps.push(`started ${path.basename(program)} ${args.join(' ')}`),
    log: (event: string) => void steps.push(event),
    ...overrides,
  };
  return { file, record, steps, onQuit: new InstallOnQuit(deps) };
}

describe('installing on quit', () => {
  it('backs up, then starts the installer', () => {
    const { onQuit, steps, record } = fixture();
    onQuit.install();
    expect(steps).toEqual(['backed up', 'update.installing', `started ${FILE.name} /S ${FILE.sha256}`]);
    expect(record.attemptsOf('0.2.0')).toBe(1);
  });

  it('does nothing without a downloaded version, or where the app cannot replace itself', () => {
    for (const overrides of [{ ready: () => undefined }, { installer: null }]) {
      const { onQuit, steps } = fixture(overrides);
      onQuit.install();
      expect(steps).toEqual([]);
    }
  });

  it('does not run a file that was changed after it was verified', () => {
    const { onQuit, steps, file, record } = fixture();
    fs.writeFileSync(file, INSTALLER.replace('0.2.0', '0.2.1'));
    onQuit.install();
    expect(steps).toEqual(['update.altered']);
    expect(record.attemptsOf('0.2.0')).toBe(0);
  });

  it('does not keep the app from quitting if another program locks the downloaded file', () => {
    const { onQuit, steps, record } = fixture();
    vi.spyOn(fs, 'readFileSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('in use'), { code: 'EBUSY' });
    });
    onQuit.install();
    expect(steps).toEqual(['update.not-started']);
    expect(record.attemptsOf('0.2.0')).toBe(0);
  });

  it('installs nothing without a copy of saved work', () => {
    const { onQuit, steps, record } = fixture({
      backUp: () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    });
    onQuit.install();
    expect(steps).toEqual(['update.not-started']);
    expect(record.attemptsOf('0.2.0')).toBe(0);
  });

  it('logs at the next start whether the version was installed', () => {
    const { record, onQuit, steps } = fixture();
    onQuit.logLastAttempt();
    expect(steps).toEqual([]);
    record.addAttempt('0.2.0');
    onQuit.logLastAttempt();
    expect(record.attemptsOf('0.2.0')).toBe(1);
    const updated = fixture({ installed: '0.2.0' });
    updated.onQuit.logLastAttempt();
    expect([steps, updated.steps]).toEqual([['update.not-installed'], ['update.installed']]);
    expect(record.attemptsOf('0.2.0')).toBe(0);
  });

  it('starts a program without waiting for it, and survives one that is missing', async () => {
    const done = path.join(folder, 'done.txt');
    const script = `setTimeout(() => require('fs').writeFileSync(process.argv[1], process.argv[2]), 100)`;
    const { onQuit } = fixture({
      start: undefined,
      installer: (file) => ({ program: process.execPath, args: ['-e', script, done, file] }),
    });
    onQuit.install();
    expect(fs.existsSync(done)).toBe(false);
    await vi.waitFor(() => expect(fs.readFileSync(done, 'utf8')).toContain(FILE.name), { timeout: 10_000 });
    const missing = fixture({ start: undefined, installer: () => ({ program: '/none/pkexec', args: [] }) });
    missing.onQuit.install();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(missing.steps).toEqual(['backed up', 'update.installing']);
  });
});

describe('the installer of this computer', () => {
  const installation = (overrides: Partial<Parameters<typeof installerOf>[0]> = {}) => ({
    platform: 'win32',
    program: path.join(folder, 'firm-desk.exe'),
    resources: folder,
    isRoot: false,
    packageList: path.join(folder, 'firm-desk.list'),
    ...overrides,
  });

  it('is the silent Windows installer for one user, and none for an MSI', () => {
    expect(installerOf(installation())).toBeNull();
    fs.writeFileSync(path.join(folder, USER_INSTALL_MARK), '');
    expect(installerOf(installation())?.('C:\\update.exe', FILE.sha256)).toEqual({
      program: 'C:\\update.exe',
      args: ['/S', '/currentuser', '--updated'],
    });
    expect(installerOf(installation({ platform: 'darwin' }))).toBeNull();
  });

  it('asks for the administrator on Linux, for a program that a Debian package installed', () => {
    const program = '/opt/Firm Desk/firm-desk';
    const linux = installation({ platform: 'linux', program, resources: '/opt/Firm Desk/resources' });
    expect(installerOf(linux)).toBeNull();
    fs.writeFileSync(linux.packageList, `/.\n/opt/Firm Desk\n${program}\n`);
    expect(installerOf(linux)).toBeNull(); // a package without its script
    const script = '/opt/Firm Desk/resources/install-update';
    fs.appendFileSync(linux.packageList, `${script}\n`);
    expect(installerOf(linux)?.('/home/a b/update.deb', FILE.sha256)).toEqual({
      program: '/bin/sh',
      args: ['-c', '"$@"; exit $?', 'sh', '/usr/bin/pkexec', script, '/home/a b/update.deb', FILE.sha256],
    });
    expect(installerOf({ ...linux, isRoot: true })?.('/update.deb', FILE.sha256)).toEqual({
      program: script,
      args: ['/update.deb', FILE.sha256],
    });
    expect(installerOf({ ...linux, program: '/home/a/firm-desk-unpacked/firm-desk' })).toBeNull();
  });

  // pkexec is killed when its parent process ends.
  it.runIf(process.platform === 'linux')(
    'asks for the administrator from a process that outlives the app',
    async () => {
      const [program, script] = ['/opt/firm-desk/firm-desk', '/opt/firm-desk/install-update'];
      const linux = installation({ platform: 'linux', program, resources: path.dirname(script) });
      fs.writeFileSync(linux.packageList, `${program}\n${script}\n`);
      const pkexec = path.join(folder, 'pkexec');
      const ended = path.join(folder, 'ended');
      const parent = path.join(folder, 'parent');
      const waitThenNameParent = 'while [ ! -e "$2" ]; do sleep 0.02; done; cat "/proc/$PPID/comm" > "$3"';
      fs.writeFileSync(pkexec, `#!/bin/sh\n${waitThenNameParent}\n`, { mode: 0o755 });
      const command = installerOf(linux)?.(ended, parent);
      const args = command?.args.map((arg) => (arg === '/usr/bin/pkexec' ? pkexec : arg)) ?? [];
      const app =
        'const [, ...command] = process.argv;' +
        'child_process.spawn(command[0], command.slice(1), { detached: true, stdio: "ignore" }).unref()';
      spawnSync(process.execPath, ['-e', app, command?.program ?? '', ...args]);
      fs.writeFileSync(ended, '');
      await vi.waitFor(() => expect(fs.readFileSync(parent, 'utf8')).toBe('sh\n'), { timeout: 10_000 });
    },
  );
});

describe('the copy of saved work before an update', () => {
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  const copied = (id: string) => path.join(folder, id, BEFORE_UPDATE);

  it('has the work and history of every connection, and nothing that can be fetched again', () => {
    write('a/workspace.db', 'work of a');
    write('a/history.db', 'history of a');
    write('a/cache.db', 'accounts');
    write('b/workspace.db', 'work of b');
    write('b/workspace.db-wal', 'its last change');
    write('empty/connection.json', '{}');
    copySavedWork(folder);
    expect(fs.readdirSync(copied('a')).sort()).toEqual(['history.db', 'workspace.db']);
    expect(fs.readFileSync(path.join(copied('b'), 'workspace.db-wal'), 'utf8')).toBe('its last change');
    expect(fs.existsSync(copied('empty'))).toBe(false);
    copySavedWork(path.join(folder, 'none'));
  });

  it('is made if a virus scanner holds it for a moment', () => {
    write('a/workspace.db', 'work of a');
    const { renameSync } = fs;
    const rename = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (rename.mock.calls.length > 2) renameSync(from, to);
      else throw Object.assign(new Error('in use'), { code: 'EPERM' });
    });
    copySavedWork(folder);
    expect(fs.readdirSync(copied('a'))).toEqual(['workspace.db']);
  });

  it('replaces the copy of an earlier update, and keeps it if the disk is full', () => {
    write('a/workspace.db', 'work before 0.2.0');
    copySavedWork(folder);
    write('a/workspace.db', 'work before 0.3.0');
    const copyFile = vi.spyOn(fs, 'copyFileSync').mockImplementation(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    expect(() => copySavedWork(folder)).toThrow('no space');
    expect(fs.readFileSync(path.join(copied('a'), 'workspace.db'), 'utf8')).toBe('work before 0.2.0');
    expect(fs.readdirSync(path.join(folder, 'a')).sort()).toEqual([BEFORE_UPDATE, 'workspace.db']);
    copyFile.mockRestore();
    copySavedWork(folder);
    expect(fs.readFileSync(path.join(copied('a'), 'workspace.db'), 'utf8')).toBe('work before 0.3.0');
    expect(fs.readdirSync(path.join(folder, 'a')).sort()).toEqual([BEFORE_UPDATE, 'workspace.db']);
  });

  it('of an earlier update stays if the new one cannot take its place', () => {
    write('a/workspace.db', 'work before 0.2.0');
    copySavedWork(folder);
    write('a/workspace.db', 'work before 0.3.0');
    const { renameSync } = fs;
    const rename = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (String(from).endsWith('.part')) throw Object.assign(new Error('in use'), { code: 'EPERM' });
      renameSync(from, to);
    });
    expect(() => copySavedWork(folder)).toThrow('in use');
    rename.mockRestore();
    expect(fs.readFileSync(path.join(copied('a'), 'workspace.db'), 'utf8')).toBe('work before 0.2.0');
    expect(fs.readdirSync(path.join(folder, 'a')).sort()).toEqual([BEFORE_UPDATE, 'workspace.db']);
  });

  it('of an earlier update is restored if the app ended while it was replaced', () => {
    write('a/workspace.db', 'work before 0.3.0');
    write(`a/${BEFORE_UPDATE}.old/workspace.db`, 'work before 0.2.0');
    const copyFile = vi.spyOn(fs, 'copyFileSync').mockImplementation(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    expect(() => copySavedWork(folder)).toThrow('no space');
    copyFile.mockRestore();
    expect(fs.readFileSync(path.join(copied('a'), 'workspace.db'), 'utf8')).toBe('work before 0.2.0');
  });
});
