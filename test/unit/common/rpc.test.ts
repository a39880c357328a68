import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { eventIterator, oc, type ContractRouterClient } from '@orpc/contract';
import { implement, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { declareFailures, MAX_MESSAGE_TEXT } from '#common/rpc';
import { MAX_IMPORT_TEXT } from '#contract/calls/imports';
import { errors, fail, failureOf } from '#contract/failure';

const call = (input: unknown, work: () => unknown = () => 'done') =>
  declareFailures({ next: work }, input).catch((error: unknown) => {
    if (error instanceof ORPCError) return error.data as unknown;
    throw error;
  });

test('converts thrown errors to declared failures', async () => {
  expect(await call({}, () => Promise.reject(fail('offline')))).toEqual({ kind: 'offline' });
  expect(await call({}, () => Promise.reject(new Error('odd')))).toMatchObject({ kind: 'unexpected' });
});

test.each([
  ['in one text', { text: 'x'.repeat(40_000_000) }],
  ['in a list', { rows: Array.from({ length: 400 }, () => 'x'.repeat(100_000)) }],
  ['deep inside', { a: [{ b: { c: 'x'.repeat(MAX_MESSAGE_TEXT) } }] }], // the names count too
  ['in names', { ['x'.repeat(MAX_MESSAGE_TEXT + 1)]: 1 }],
])('refuses a message with too much text: %s', async (_where, input) => {
  let wasCalled = false;
  expect(await call(input, () => (wasCalled = true))).toMatchObject({ kind: 'too-large' });
  expect(wasCalled).toBe(false);
});

test.each([
  ['paste', { source: { from: 'text', text: 'x'.repeat(MAX_IMPORT_TEXT) } }],
  ['PDF of a summary', { summaryPdf: 'x'.repeat(20_000_000) }],
  ['report', { source: { rows: Array.from({ length: 100_000 }, () => Array<string>(20).fill('1,234.50')) } }],
])('accepts the longest %s', async (_what, input) => {
  expect(await call(input)).toBe('done');
});

/** Serves a stream of numbers over real ports, like the engine to the window. */
function serveNumbers(stream: (signal?: AbortSignal) => AsyncGenerator<number, void, void>) {
  const contract = { count: oc.errors(errors).output(eventIterator(z.number())) };
  const os = implement(contract).use(declareFailures);
  const handler = new RPCHandler(os.router({ count: os.count.handler(({ signal }) => stream(signal)) }));
  const { port1, port2 } = new MessageChannel();
  handler.upgrade(port1);
  for (const port of [port1, port2]) port.start();
  const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ port: port2 }));
  return { client, close: () => port1.close() };
}

test('converts errors thrown in a stream to declared failures', async () => {
  const { client, close } = serveNumbers(async function* () {
    yield await Promise.resolve(1);
    throw fail('disk-full');
  });
  const received: number[] = [];
  let problem: unknown;
  try {
    for await (const number of await client.count()) received.push(number);
  } catch (error) {
    problem = error;
  }
  close();
  expect(received).toEqual([1]);
  expect(failureOf(problem)).toEqual({ kind: 'disk-full' });
});

test('ends a stream at its source when the client stops reading', async () => {
  let markEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (markEnded = resolve));
  const { client, close } = serveNumbers(async function* (signal) {
    try {
      yield 1;
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    } finally {
      markEnded();
    }
  });
  for await (const number of await client.count()) {
    expect(number).toBe(1);
    break;
  }
  await ended;
  close();
});
