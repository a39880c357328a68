import { expect, test } from 'vitest';
import { fail, failure, failureOf, wordsFor } from '../../../preload/contract/failure';

const kinds = failure.shape.kind.options;

test.each(kinds)('%s has three sentences for people, without a status code or a technical word', (kind) => {
  const words = wordsFor({ kind });
  for (const text of [words.title, words.meaning, words.next]) {
    expect(text.length).toBeGreaterThan(5);
    expect(text).not.toMatch(/\b\d{3}\b|HTTP|undefined|exception|SQL/i);
  }
  expect(words.next).toMatch(/[.]$/);
});

test('a failure crosses as it is; an unknown error keeps its cause', () => {
  expect(failureOf(fail('offline', { where: 'service.example' }))).toEqual({
    kind: 'offline',
    where: 'service.example',
  });
  expect(failureOf({ code: 'FAILED', data: { kind: 'busy' } })).toEqual({ kind: 'busy' });
  expect(failureOf(new RangeError('odd'))).toEqual({ kind: 'unexpected', cause: 'RangeError: odd' });
});
