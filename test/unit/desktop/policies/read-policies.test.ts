import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fixedBackupFolder, forbidsDailyBackups, idleMinutes, type Policies } from '#contract/policies';
import {
  ManagedPolicies,
  parsePolicies,
  POLICY_INTERVAL_MS,
  readPolicyFile,
  unusableFolders,
} from '#main/desktop/policies';

const STRICTEST = {
  ServiceAddresses: [],
  ReadOnly: true,
  ExportFiles: false,
  ExportTaxIds: false,
  RevealTaxIds: false,
  AutoLockMinutes: 1,
  DemoFirm: false,
  BackupFolder: 'none',
  BackupDays: 365,
  Proxy: 'fixed 127.0.0.1:9',
  Updates: 'off',
  UpdateAddress: '',
  HoldAtVersion: '0.0.0',
  LogFolder: '',
};
const owner = process.getuid?.();
let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'policies-'));
  file = path.join(folder, 'policy.json');
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true });
});
const write = (content: unknown, mode = 0o644) => {
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  fs.chmodSync(file, mode);
};

test('sets nothing when there is no policy file', () => {
  expect(readPolicyFile(file, owner)).toMatchObject({ policies: {}, isUnreadable: false });
  expect(readPolicyFile(path.join(folder, 'none', 'policy.json'), owner).policies).toEqual({});
});

/** Windows has no owner and no mode of a file; its policies are in the registry (readers.test.ts). */
const onPosix = test.skipIf(process.platform === 'win32');

onPosix('reads valid values, and reports and ignores an unknown name', () => {
  const values = { ServiceAddresses: ['https://api.harborview.example'], ReadOnly: false, DemoFirm: true };
  write({ ...values, Color: 'blue' });
  expect(readPolicyFile(file, owner)).toEqual({
    policies: values,
    invalid: [],
    unknown: ['Color'],
    isUnreadable: false,
    source: file,
  });
});

test.each([
  ['wrong type', 'ReadOnly', 'no'],
  ['number for a flag', 'DemoFirm', 1],
  ['null', 'ReadOnly', null],
  ['http address', 'ServiceAddresses', ['https://api.harborview.example', 'http://api.harborview.example']],
  ['address with a path', 'ServiceAddresses', ['https://api.harborview.example/v2']],
  ['zero minutes', 'AutoLockMinutes', 0],
  ['part of a minute', 'AutoLockMinutes', 2.5],
  ['proxy without a port', 'Proxy', 'fixed proxy.harborview.example'],
  ['proxy with a password', 'Proxy', 'fixed user:secret@proxy.harborview.example:8080'],
  ['proxy script over http', 'Proxy', 'pac http://harborview.example/proxy.pac'],
  ['unknown kind of proxy', 'Proxy', 'direct'],
  ['unknown choice', 'Updates', 'always'],
  ['http server', 'UpdateAddress', 'http://updates.harborview.example/'],
  ['version of two numbers', 'HoldAtVersion', '1.4'],
  ['no backup at all', 'BackupDays', 0],
  ['relative folder for backups', 'BackupFolder', '../backups'],
  ['list of folders for backups', 'BackupFolder', ['/srv/backups']],
  ['relative folder', 'LogFolder', 'logs'],
  [
    'too many addresses',
    'ServiceAddresses',
    Array.from({ length: 51 }, (_, index) => `https://h${index}.example`),
  ],
] as const)('applies the strictest value of one policy: %s', (_case, name, value) => {
  const { policies, invalid } = parsePolicies({ [name]: value });
  expect(policies).toEqual({ [name]: STRICTEST[name] });
  expect(invalid).toEqual([name]);
});

test.each([
  ['half a file', '{"ReadOnly": fal'],
  ['empty file', ''],
  ['a list', '[]'],
  ['10 MB', JSON.stringify({ ReadOnly: false, Filler: 'x'.repeat(10 * 1024 * 1024) })],
])('applies the strictest value of every policy for %s', (_case, content) => {
  write(content);
  expect(readPolicyFile(file, owner)).toMatchObject({ policies: STRICTEST, isUnreadable: true });
});

onPosix('trusts no file that another account could have written', () => {
  write({ ReadOnly: false }, 0o664);
  expect(readPolicyFile(file, owner).policies).toEqual(STRICTEST);
  write({ ReadOnly: false }, 0o646);
  expect(readPolicyFile(file, owner).policies).toEqual(STRICTEST);
  write({ ReadOnly: false });
  expect(readPolicyFile(file, (owner ?? 0) + 1).policies).toEqual(STRICTEST);
  fs.chmodSync(folder, 0o777);
  expect(readPolicyFile(file, owner).policies).toEqual(STRICTEST);
});

onPosix('trusts neither a link nor a folder in place of the file', () => {
  const target = path.join(folder, 'target.json');
  fs.writeFileSync(target, '{}');
  fs.symlinkSync(target, file);
  expect(readPolicyFile(file, owner).policies).toEqual(STRICTEST);
  fs.rmSync(file);
  fs.mkdirSync(file);
  expect(readPolicyFile(file, owner).policies).toEqual(STRICTEST);
});

onPosix('detects within 15 minutes, or on waking, that a policy appears, changes or is damaged', () => {
  vi.useFakeTimers();
  const ended = new AbortController();
  const readings: unknown[] = [];
  const managed = new ManagedPolicies(() => readPolicyFile(file, owner));
  managed.watch(ended.signal, ({ policies }) => readings.push(policies));
  for (const content of [{ ReadOnly: false }, { ReadOnly: false }, { ReadOnly: true }, '{']) {
    write(content);
    vi.advanceTimersByTime(POLICY_INTERVAL_MS);
  }
  expect(readings).toEqual([{ ReadOnly: false }, { ReadOnly: true }, STRICTEST]);
  write({ DemoFirm: false });
  managed.readAgain(); // the computer woke up
  managed.readAgain();
  expect(readings.slice(3)).toEqual([{ DemoFirm: false }]);
  ended.abort();
  fs.rmSync(file);
  vi.advanceTimersByTime(POLICY_INTERVAL_MS);
  expect(managed.snapshot.policies).toEqual({ DemoFirm: false });
});

test('names the policies whose folder is missing or is a file, and creates none', async () => {
  const backups = path.join(folder, 'backups');
  const logs = path.join(folder, 'logs');
  const policies = { BackupFolder: backups, LogFolder: logs };
  expect(await unusableFolders({}, 'ann')).toEqual([]);
  expect(await unusableFolders({ BackupFolder: '', LogFolder: '' }, 'ann')).toEqual([]);
  expect(await unusableFolders({ BackupFolder: 'none' }, 'ann')).toEqual([]);
  expect(await unusableFolders(policies, 'ann')).toEqual(['BackupFolder', 'LogFolder']);
  expect(fs.readdirSync(folder)).toEqual([]);
  fs.mkdirSync(backups);
  fs.mkdirSync(logs);
  expect(await unusableFolders(policies, 'ann')).toEqual([]);
  fs.writeFileSync(file, '');
  expect(await unusableFolders({ BackupFolder: file, LogFolder: file }, 'ann')).toEqual([
    'BackupFolder',
    'LogFolder',
  ]);
});

test('checks a folder once at a time, as a share that does not respond blocks a thread', async () => {
  let endCall: (error: Error) => void = () => undefined;
  const share = new Promise<fs.Dir>((_resolve, reject) => (endCall = reject));
  const opendir = vi.spyOn(fs.promises, 'opendir').mockReturnValue(share);
  const policies = { BackupFolder: folder };
  const unusable = [unusableFolders(policies, 'ann'), unusableFolders(policies, 'ann')];
  expect(opendir).toHaveBeenCalledOnce();
  endCall(new Error('no route to the host'));
  expect(await Promise.all(unusable)).toEqual([['BackupFolder'], ['BackupFolder']]);
  opendir.mockRestore();
  expect(await unusableFolders(policies, 'ann')).toEqual([]);
});

test.each([
  [{}, false, undefined],
  [{ BackupFolder: '' }, false, undefined],
  [{ BackupFolder: '/srv/backups' }, false, '/srv/backups'],
  [{ BackupFolder: 'none' }, true, undefined],
  [STRICTEST, true, undefined],
] as const)(
  'daily backups under %j: forbidden is %s, the folder is %s',
  (policies, isForbidden, expectedFolder) => {
    expect(forbidsDailyBackups(policies as Policies)).toBe(isForbidden);
    expect(fixedBackupFolder(policies as Policies)).toBe(expectedFolder);
  },
);

test('reports a name in another case as unknown in a file', () => {
  expect(parsePolicies({ readonly: false })).toMatchObject({ policies: {}, unknown: ['readonly'] });
});

test('limits unknown names to what fits on a screen', () => {
  const names = Array.from({ length: 30 }, (_, index) => [`Name${index}${'x'.repeat(10_000)}`, 1]);
  const { unknown } = parsePolicies(Object.fromEntries(names));
  expect(unknown).toHaveLength(20);
  expect(unknown[0]).toHaveLength(60);
});

test.each([
  ['never', undefined, null],
  ['never', 7, 7],
  ['5', 7, 5],
  ['15', 7, 7],
  ['30', undefined, 30],
] as const)('a setting of %s minutes under AutoLockMinutes %s locks after %s', (setting, bound, minutes) => {
  const policies = bound === undefined ? {} : { AutoLockMinutes: bound };
  expect(idleMinutes(setting, policies)).toBe(minutes);
});
