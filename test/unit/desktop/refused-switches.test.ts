import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isTestable, refusedAtStart } from '#main/app/refused-switches';

const refusedOf = (...args: string[]) =>
  refusedAtStart({ args: ['firm-desk', ...args], env: {}, hasSwitch: () => false });

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
  '--enable-logging',
  '--no-sandbox',
  '--proxy-server=127.0.0.1:8080',
  '--disable-site-isolation-trials',
  '/remote-debugging-port=9222', // Windows form of a switch
])('refuses to start a release build with %s', (argument) => {
  expect(refusedOf('--user-data-dir=/tmp/a', argument)).toHaveLength(1);
});

describe('refuses everything that Chromium treats as a switch:', () => {
  it.each([' ', '\t', '\n', '\v', '\f', '\r', ' \t\n'])('after %j', (space) => {
    expect(refusedOf(`${space}--remote-debugging-port=9222`)).toEqual(['--remote-debugging-port']);
    expect(refusedOf(`${space}-log-net-log=/tmp/net.json`)).toEqual(['--log-net-log']);
  });

  it('a switch that Chromium has, wherever it came from', () => {
    const hasSwitch = (name: string) => name === 'proxy-server';
    expect(refusedAtStart({ args: ['firm-desk'], env: {}, hasSwitch })).toEqual(['--proxy-server']);
  });
});

test.each(['NODE_V8_COVERAGE', 'ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE'])(
  'refuses to start with the environment variable %s',
  (name) => {
    const env = { [name]: '/home/ann/secret' };
    expect(refusedAtStart({ args: ['firm-desk'], env, hasSwitch: () => false })).toEqual([name]);
  },
);

test('never repeats the value of a switch, and accepts other switches and files', () => {
  expect(refusedOf('--log-net-log=/home/ann/secret.json')).toEqual(['--log-net-log']);
  expect(
    refusedOf('--disable-gpu', '--user-data-dir=/remote-debugging-port', 'a.csv', '--', 'x --inspect'),
  ).toEqual([]);
});

test('enables testing only in a package built for tests', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'resources-'));
  expect(isTestable(folder)).toBe(false);
  fs.writeFileSync(path.join(folder, 'testable'), '');
  expect(isTestable(folder)).toBe(true);
});
