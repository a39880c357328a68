import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTestable, refusedSwitch } from '../../../main/window/refused-switches';

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--remote-allow-origins=*',
  '--inspect=0',
  '--inspect-brk',
  '--log-net-log=/tmp/net.json',
  '--ssl-key-log-file=/tmp/keys',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=abc',
  '--load-extension=/tmp/x',
  '--disable-web-security',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--utility-cmd-prefix=strace',
  '--JS-Flags=--expose-gc',
  '--v=1',
  '--vmodule=*/net/*=2',
  '/remote-debugging-port=9222', // as Windows writes switches
])('a release does not start with %s', (argument) => {
  expect(refusedSwitch(['firm-desk', '--user-data-dir=/tmp/a', argument])).toBeTypeOf('string');
});

test('the value of a switch is never repeated, and other switches and files are none of them', () => {
  expect(refusedSwitch(['--log-net-log=/home/ann/secret.json'])).toBe('log-net-log');
  expect(
    refusedSwitch(['firm-desk', '--no-sandbox', '--user-data-dir=/remote-debugging-port', 'a.csv', '--']),
  ).toBeUndefined();
});

test('only a package made for tests is testable', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'resources-'));
  expect(isTestable(folder)).toBe(false);
  fs.writeFileSync(path.join(folder, 'testable'), '');
  expect(isTestable(folder)).toBe(true);
});
