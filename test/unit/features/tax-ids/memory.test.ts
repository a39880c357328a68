import { setTimeout as sleep } from 'node:timers/promises';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REVEAL_MS } from '#contract/features/tax-ids/schemas';
import { fail } from '#contract/failure';
import { REASON, TaxIdHarness } from './harness';

const COUNT = 300;
let harness: TaxIdHarness;
beforeEach(() => {
  harness = new TaxIdHarness();
});
afterEach(() => harness.close());

const isMajor = (detail: unknown): boolean =>
  (detail as { kind?: number }).kind === constants.NODE_PERFORMANCE_GC_MAJOR;

/**
 * Returns how many of the values are in this process's memory. They are built from parts, so that no source
 * text contains them.
 */
async function countInMemory(): Promise<number> {
  const parts = ['41', '7-3'];
  const pattern = new RegExp(`${parts.join('')}[0-9]-[0-9]{4}`, 'g');
  const seen = new Set<string>();
  let carriedOver = '';
  for await (const chunk of v8.getHeapSnapshot()) {
    const text = carriedOver + String(chunk);
    for (const [match] of text.matchAll(pattern)) seen.add(match.slice(-6));
    carriedOver = text.slice(-20); // a value may span two chunks
  }
  return seen.size;
}

/** Returns the values to be tokenized, as typed. */
const typedValues = () =>
  Array.from({ length: COUNT }, (_, index) => `417-3${Math.floor(index / 100)}-${1_000 + index}`).join('\n');

it.each([
  ['whose token arrived', () => Promise.resolve()],
  ['whose request failed', () => Promise.reject(fail('service-broken'))],
])(
  'leaves no typed value in memory after the computer locks: %s',
  async (_when, response) => {
    let resume: () => void = () => undefined;
    let tokens = 0;
    harness.tokenOf = () => `tok_${(tokens += 1)}`;
    harness.beforeResponse = () => new Promise<void>((resolve) => (resume = resolve)).then(response);
    const { session } = await harness.taxIds.tokenize({
      kind: 'text',
      text: typedValues(),
      typeWithoutDashes: 'ssn',
    });
    expect(await countInMemory()).toBeGreaterThan(COUNT * 0.9); // the control: values are found while they are held
    resume();
    await harness.settled(session);
    harness.sentRequests.length = 0; // the harness's own record of the values
    harness.taxIds.lock();
    await sleep(200);
    await vi.waitFor(async () => expect(await countInMemory()).toBe(0), { timeout: 30_000 });
  },
  120_000,
);

it('runs the process with values only during a request or while values are shown', async () => {
  const { session } = await harness.exchangeList(harness.token(1), harness.token(2));
  expect([harness.started, harness.running.size]).toEqual([1, 0]); // for the lookup, and ended
  await harness.taxIds.copy(session, 'all', REASON);
  expect([harness.started, harness.running.size]).toEqual([2, 0]);
  await harness.revealRows(session, [0]);
  await harness.revealRows(session, [1]);
  expect([harness.started, harness.running.size]).toEqual([3, 1]);
  harness.taxIds.hide(session);
  expect(harness.running.size).toBe(0);
  await harness.revealRows(session, 'all');
  harness.clock.advance(REVEAL_MS);
  expect([harness.started, harness.running.size]).toEqual([4, 0]);
  expect(harness.overwritten).toBe(4); // the network memory of their responses
});

it('collects typed values at once, and skips collection if none were held', async () => {
  let rounds = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('detail' in entry && isMajor(entry.detail)) rounds += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  harness.beforeResponse = () => Promise.reject(fail('service-broken'));
  const { session } = await harness.taxIds.tokenize({
    kind: 'text',
    text: typedValues(),
    typeWithoutDashes: 'ssn',
  });
  await harness.settled(session);
  harness.taxIds.lock();
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(0));
  await sleep(200);
  rounds = 0;
  harness.taxIds.lock();
  harness.taxIds.close(session);
  await sleep(200);
  expect(rounds).toBe(0);
  observer.disconnect();
});
