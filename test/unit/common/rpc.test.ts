import { ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { asFailure, MOST_TEXT } from '../../../main/common/rpc';
import { fail } from '../../../preload/contract/failure';

const ask = (input: unknown, work: () => unknown = () => 'done') =>
  asFailure({ next: work }, input).catch((error: unknown) => {
    if (error instanceof ORPCError) return error.data as unknown;
    throw error;
  });

test('what is thrown inside crosses as a declared failure', async () => {
  expect(await ask({}, () => Promise.reject(fail('offline')))).toEqual({ kind: 'offline' });
  expect(await ask({}, () => Promise.reject(new Error('odd')))).toMatchObject({ kind: 'unexpected' });
});

test.each([
  ['in one text', { text: 'x'.repeat(10_000_000) }],
  ['in a list', { rows: Array.from({ length: 50 }, () => 'x'.repeat(100_000)) }],
  ['deep inside', { a: [{ b: { c: 'x'.repeat(MOST_TEXT) } }] }],
  ['in names', { ['x'.repeat(MOST_TEXT + 1)]: 1 }],
])('a message of more text than anybody writes is refused: %s', async (_where, input) => {
  let called = false;
  expect(await ask(input, () => (called = true))).toMatchObject({ kind: 'too-large' });
  expect(called).toBe(false);
});

test('a long paste is not refused', async () => {
  expect(await ask({ text: 'x'.repeat(1_000_000) })).toBe('done');
});
