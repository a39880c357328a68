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
  for (const code of [
    'SQLITE_IOERR_WRITE', // a quota or a removed drive: SQLite does not distinguish them
    'SQLITE_IOERR_SHMOPEN', // SQLite could not truncate the WAL's index
    'SQLITE_IOERR_DELETE',
    'SQLITE_IOERR_DIR_FSYNC',
    'EROFS', // Linux mounts a failing disk read-only
  ])
    expect(failureOf(disk(code))).toEqual({ kind: 'disk-not-written', cause: code });
  for (const code of ['SQLITE_IOERR_READ', 'SQLITE_CANTOPEN', 'EIO'])
    expect(failureOf(disk(code))).toEqual({ kind: 'disk-not-read', cause: code });
});
