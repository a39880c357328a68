import { expect, test } from 'vitest';
import { fail, failureOf } from '#contract/failure';

test('passes a failure unchanged, and keeps the cause of an unknown error', () => {
  expect(failureOf(fail('offline', { where: 'service.example' }))).toEqual({
    kind: 'offline',
    where: 'service.example',
  });
  expect(failureOf({ code: 'FAILED', data: { kind: 'busy' } })).toEqual({ kind: 'busy' });
  expect(failureOf(new RangeError('odd'))).toEqual({ kind: 'unexpected', cause: 'RangeError: odd' });
});

test('recognizes a full disk, and one that cannot be written or read, by the code of the error', () => {
  const disk = (code: string) => Object.assign(new Error('disk'), { code });
  for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])
    expect(failureOf(disk(code))).toEqual({ kind: 'disk-full', cause: code });
  // A quota or a removed drive: SQLite does not distinguish them.
  expect(failureOf(disk('SQLITE_IOERR_WRITE'))).toEqual({
    kind: 'disk-not-written',
    cause: 'SQLITE_IOERR_WRITE',
  });
  for (const code of ['SQLITE_IOERR_READ', 'SQLITE_CANTOPEN', 'EIO'])
    expect(failureOf(disk(code))).toEqual({ kind: 'disk-not-read', cause: code });
});
