import { expect, test } from 'vitest';
import { fail, failureOf } from '../../../preload/contract/failure';

test('a failure crosses as it is; an unknown error keeps its cause', () => {
  expect(failureOf(fail('offline', { where: 'service.example' }))).toEqual({
    kind: 'offline',
    where: 'service.example',
  });
  expect(failureOf({ code: 'FAILED', data: { kind: 'busy' } })).toEqual({ kind: 'busy' });
  expect(failureOf(new RangeError('odd'))).toEqual({ kind: 'unexpected', cause: 'RangeError: odd' });
});
