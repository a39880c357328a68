import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { POLICIES } from '#contract/policies';
import { logFolder, readPolicies, readPolicyFile, readPolicyKey } from '#main/desktop/policies';
import { parsePropertyList } from '#main/desktop/property-list';
import { registryJson, type RegistryValue } from '#main/desktop/registry';

const STRICTEST = Object.fromEntries(
  Object.entries(POLICIES).map(([name, { strictest }]) => [name, strictest]),
);
/** Written by Python's plistlib: nine keys, with values of every type that a policy can have, and other numbers. */
const BINARY = Buffer.from(
  'YnBsaXN0MDDZAQIDBAUGBwgJCgsMDQ4PEBEUXxAPQXV0b0xvY2tNaW51dGVzU0JpZ1tFeHBvcnRGaWxlc1lMb2dGb2xkZXJUTG9uZ1hS' +
    'ZWFkT25seVRSZWFsXxAQU2VydmljZUFkZHJlc3Nlc1RXaWRlEAoTAAABAAAAAAAIbQAvAHYAYQByAC8AbABvAGcALwBCAPwAcgBvXxAo' +
    'eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eAkjP/gAAAAAAACiEhNfEB5odHRwczovL2FwaS5oYXJib3J2aWV3' +
    'LmV4YW1wbGVfEB9odHRwczovL2F1dGguaGFyYm9ydmlldy5leGFtcGxlEQEsAAgAGwAtADEAPQBHAEwAVQBaAG0AcgB0AH0AfgCZAMQA' +
    'xQDOANEA8gEUAAAAAAAAAgEAAAAAAAAAFQAAAAAAAAAAAAAAAAAAARc=',
  'base64',
);
const VALUES = {
  ReadOnly: true,
  ExportFiles: false,
  AutoLockMinutes: 10,
  ServiceAddresses: ['https://api.harborview.example', 'https://auth.harborview.example'],
  LogFolder: '/var/log/Büro',
  Wide: 300,
  Big: 2 ** 40,
  Real: 1.5,
  Long: 'x'.repeat(40),
};

test('reads a binary property list', () => {
  expect(parsePropertyList(BINARY)).toEqual(VALUES);
});

test('reads an XML property list', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>ReadOnly</key><true/> <key>DemoFirm</key><false/> <key>AutoLockMinutes</key><integer>10</integer>
      <key>ServiceAddresses</key><array><string>https://a.example</string><string>b &amp; c</string></array>
      <key>When</key><date>2026-11-27T00:00:00Z</date> <key>__proto__</key><dict/>
    </dict></plist>`;
  expect(JSON.stringify(parsePropertyList(Buffer.from(xml)))).toBe(
    '{"ReadOnly":true,"DemoFirm":false,"AutoLockMinutes":10,"ServiceAddresses":["https://a.example","b & c"],"When":null,"__proto__":{}}',
  );
});

test('reads a text in a CDATA section', () => {
  const xml = '<plist><dict><key>Proxy</key><string>a<![CDATA[ & <b>]]></string></dict></plist>';
  expect(parsePropertyList(Buffer.from(xml))).toEqual({ Proxy: 'a & <b>' });
});

/** Returns a binary list with one object, whose table of offsets follows it. */
function binaryList(object: readonly number[]): Buffer {
  const body = Buffer.from([...Buffer.from('bplist00'), ...object]);
  const trailer = Buffer.alloc(32);
  trailer[6] = 1; // bytes of an offset
  trailer[7] = 1; // bytes of a reference
  trailer.writeBigUInt64BE(1n, 8); // number of objects
  trailer.writeBigUInt64BE(BigInt(body.length), 24); // position of the table of offsets
  return Buffer.concat([body, Buffer.from([8]), trailer]);
}

test.each([
  ['a negative length', [0x5f, 0x13, ...Array.from({ length: 8 }, () => 0xff)]],
  ['a length of 16 bytes', [0xaf, 0x14, ...Array.from({ length: 16 }, () => 0)]],
])('refuses %s in a binary list instead of reading it as empty', (_case, object) => {
  expect(() => parsePropertyList(binaryList(object))).toThrow('length');
});

test('rejects a truncated binary list, and terminates on every changed one', () => {
  for (let length = 0; length < BINARY.length; length += 1)
    expect(() => parsePropertyList(BINARY.subarray(0, length)), `${length} bytes`).toThrow();
  for (let index = 8; index < BINARY.length; index += 1)
    for (const bit of [1, 0x80]) {
      const changed = Buffer.from(BINARY);
      changed[index] = (changed[index] ?? 0) ^ bit;
      try {
        parsePropertyList(changed); // a changed list may still be valid; the parser only has to terminate
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
});

test('refuses a binary list that contains itself', () => {
  // One array of one reference, to itself.
  expect(() => parsePropertyList(binaryList([0xa1, 0x00]))).toThrow('structure');
});

test.each([
  ['half a list', '<plist version="1.0"><dict><key>ReadOnly</key>'],
  ['a key without a value', '<plist version="1.0"><dict><key>ReadOnly</key></dict></plist>'],
  ['an entity that expands', '<!DOCTYPE x [<!ENTITY a "b">]><plist><string>&a;</string></plist>'],
  ['too many levels', `<plist>${'<array>'.repeat(50)}${'</array>'.repeat(50)}</plist>`],
  ['a list that is not a dictionary', '<plist><array/></plist>'],
  ['an empty file', ''],
])('applies the strictest policies for a damaged property list: %s', (_case, xml) => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'plist-'));
  const file = path.join(folder, 'policies.plist');
  fs.writeFileSync(file, xml, { mode: 0o644 });
  const snapshot = readPolicyFile(file, process.getuid?.(), parsePropertyList);
  expect(snapshot).toMatchObject({ policies: STRICTEST, isUnreadable: true, source: file });
  fs.rmSync(folder, { recursive: true });
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const dword = (number: number) => {
  const data = Buffer.alloc(4);
  data.writeUInt32LE(number);
  return data;
};
/** A key with values of these types: 1 REG_SZ, 2 REG_EXPAND_SZ, 4 REG_DWORD, 7 REG_MULTI_SZ. */
const KEY: RegistryValue[] = [
  { name: 'ReadOnly', type: 4, data: dword(1) },
  { name: 'DemoFirm', type: 4, data: dword(0) },
  { name: 'AutoLockMinutes', type: 4, data: dword(1) },
  { name: 'ServiceAddresses', type: 7, data: utf16('https://a.example\0https://b.example\0\0') },
  { name: 'Proxy', type: 1, data: utf16('fixed proxy.example:8080\0') },
  { name: 'LogFolder', type: 2, data: utf16('D:\\Büro\\Log\0') },
];

test('reads the Windows policy key', () => {
  expect(readPolicyKey(() => KEY)).toEqual({
    policies: {
      ReadOnly: true,
      DemoFirm: false,
      AutoLockMinutes: 1,
      ServiceAddresses: ['https://a.example', 'https://b.example'],
      Proxy: 'fixed proxy.example:8080',
      LogFolder: 'D:\\Büro\\Log',
    },
    invalid: [],
    unknown: [],
    isUnreadable: false,
    source: 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Firm Desk',
  });
  expect(registryJson([{ name: 'ServiceAddresses', type: 7, data: utf16('\0\0') }])).toEqual({
    ServiceAddresses: [],
  });
});

test.each([
  ['a number for a flag', 'ReadOnly', 4, dword(2)],
  ['a string for a flag', 'ReadOnly', 1, utf16('1\0')],
  ['binary data', 'ServiceAddresses', 3, Buffer.from('[]')],
  ['a string for a list', 'ServiceAddresses', 1, utf16('https://a.example\0')],
  ['a truncated number', 'AutoLockMinutes', 4, Buffer.from([7])],
  ['a 64-bit number', 'AutoLockMinutes', 11, Buffer.alloc(8)],
] as const)(
  'applies the strictest value of a policy for an invalid registry value: %s',
  (_case, name, type, data) => {
    const { policies, invalid } = readPolicyKey(() => [{ name, type, data }]);
    expect(policies).toEqual({ [name]: POLICIES[name].strictest });
    expect(invalid).toEqual([name]);
  },
);

test('ignores the case of policy names in the registry, and reports unknown names unchanged', () => {
  const snapshot = readPolicyKey(() => [
    { name: 'readonly', type: 4, data: dword(1) },
    { name: 'DEMOFIRM', type: 4, data: dword(0) },
    { name: 'autoLockMinutes', type: 4, data: dword(500) },
    { name: 'Color', type: 1, data: utf16('blue\0') },
  ]);
  expect(snapshot).toMatchObject({
    policies: { ReadOnly: true, DemoFirm: false, AutoLockMinutes: POLICIES.AutoLockMinutes.strictest },
    invalid: ['AutoLockMinutes'],
    unknown: ['Color'],
  });
});

test('distinguishes a missing policy key from an unreadable one', () => {
  expect(readPolicyKey(() => null)).toMatchObject({ policies: {}, isUnreadable: false });
  const denied = () => {
    throw new Error('access denied');
  };
  expect(readPolicyKey(denied)).toMatchObject({ policies: STRICTEST, isUnreadable: true });
});

test.runIf(process.platform === 'win32')('reads the registry of this computer', () => {
  const key = 'HKLM\\Software\\Policies\\Firm Desk';
  const reg = (...args: string[]) => execFileSync('reg.exe', args);
  expect(readPolicyKey()).toMatchObject({ policies: {}, isUnreadable: false });
  const add = (name: string, type: string, data: string) =>
    reg('add', key, '/v', name, '/t', type, '/d', data, '/f');
  try {
    add('ReadOnly', 'REG_DWORD', '1');
    add('ServiceAddresses', 'REG_MULTI_SZ', 'https://a.example\\0https://b.example');
    add('LogFolder', 'REG_SZ', 'D:\\Büro');
    expect(readPolicies(null)).toMatchObject({
      policies: {
        ReadOnly: true,
        ServiceAddresses: ['https://a.example', 'https://b.example'],
        LogFolder: 'D:\\Büro',
      },
      invalid: [],
    });
  } finally {
    reg('delete', key, '/f');
  }
});

test.skipIf(process.platform === 'win32')(
  'keeps no log in a folder that another user can write to, or behind a link',
  () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'log-folder-'));
    fs.mkdirSync(path.join(folder, 'shared'));
    fs.chmodSync(path.join(folder, 'shared'), 0o777);
    expect(logFolder(folder, 'shared')).toBeNull();
    fs.mkdirSync(path.join(folder, 'mine'), { mode: 0o700 });
    expect(logFolder(folder, 'mine')).toBe(path.join(folder, 'mine'));
    fs.symlinkSync(path.join(folder, 'mine'), path.join(folder, 'link'));
    expect(logFolder(folder, 'link')).toBeNull();
    fs.rmSync(folder, { recursive: true });
  },
);

test("keeps the log in a user's own folder, and in the usual one if that cannot be written", () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'log-folder-'));
  expect(logFolder(path.join(folder, 'Büro log'), 'ann')).toBeNull(); // else its first user would own it
  expect(fs.existsSync(path.join(folder, 'Büro log'))).toBe(false);
  fs.mkdirSync(path.join(folder, 'Büro log'));
  expect(logFolder(path.join(folder, 'Büro log'), 'ann/../bob')).toBe(
    path.join(folder, 'Büro log', 'ann_.._bob'),
  );
  fs.writeFileSync(path.join(folder, 'file'), '');
  expect(logFolder(path.join(folder, 'file'), 'ann')).toBeNull();
  expect(logFolder('', 'ann')).toBeNull();
  expect(logFolder(undefined, 'ann')).toBeNull();
  fs.rmSync(folder, { recursive: true });
});
