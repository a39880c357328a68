import { expect, test } from 'vitest';
import { logLine } from '#main/desktop/log-line';

test('logs counts, durations and known words', () => {
  expect(
    logLine('refresh.resource', {
      resource: 'accounts',
      records: 100000,
      ms: 12.5,
      whole: true,
      failure: null,
    }),
  ).toBe('refresh.resource resource=accounts records=100000 ms=12.5 whole=true failure=null');
});

test.each([
  ['a name', 'Violet Juns'],
  ['a name of one word', 'Smith-Jones'],
  ['an API key of letters only', 'abcdefghijklmnop'],
  ['what looks like a code', 'ERR_'],
  ['an account number', 'DEMO3577'],
  ['a tax ID', '123-45-6789'],
  ['an API key', 'fdk_live_9aZ'],
  ['an email address', 'ann@firm.example'],
  ['a path', '/home/ann/clients'],
  ['a long text', 'a'.repeat(41)],
])('withholds %s', (_what, text) => {
  expect(logLine('app.start', { value: text })).toBe('app.start value=(withheld)');
  expect(logLine(text as 'app.start')).toBe('(withheld)');
});

test('logs the codes that support asks for', () => {
  expect(logLine('refresh.ended', { cause: 'net::ERR_CONNECTION_RESET', failure: 'offline' })).toBe(
    'refresh.ended cause=net::ERR_CONNECTION_RESET failure=offline',
  );
  expect(logLine('connection.failed', { kind: 'disk-full', cause: 'ENOSPC' })).toContain('cause=ENOSPC');
  expect(logLine('connection.failed', { cause: 'SQLITE_IOERR_WRITE' })).toContain('cause=SQLITE_IOERR_WRITE');
});

test('logs the outcome of a check for updates', () => {
  expect(logLine('update.checked', { kind: 'failed', reason: 'wrong-key' })).toBe(
    'update.checked kind=failed reason=wrong-key',
  );
  expect(logLine('update.checked', { kind: 'available' })).toBe('update.checked kind=available');
});
