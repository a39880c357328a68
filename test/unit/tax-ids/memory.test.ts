import { setTimeout as sleep } from 'node:timers/promises';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SHOWN_MS } from '../../../preload/contract/calls/tax-ids';
import { REASON, TaxBench } from './bench';

const COUNT = 300;
let bench: TaxBench;
beforeEach(() => {
  bench = new TaxBench();
});
afterEach(() => bench.end());

const isMajor = (detail: unknown): boolean =>
  (detail as { kind?: number }).kind === constants.NODE_PERFORMANCE_GC_MAJOR;

/** How many of the values are in this process's memory: they are made of parts, so that no source has them. */
async function found(): Promise<number> {
  const parts = ['41', '7-3'];
  const pattern = new RegExp(`${parts.join('')}[0-9]-[0-9]{4}`, 'g');
  const seen = new Set<string>();
  let rest = '';
  for await (const chunk of v8.getHeapSnapshot()) {
    const text = rest + String(chunk);
    for (const [one] of text.matchAll(pattern)) seen.add(one.slice(-6));
    rest = text.slice(-20);
  }
  return seen.size;
}

/** The service has these values as numbers only, and writes them out with each answer. */
function withCanaries(): string[] {
  const tokens = Array.from({ length: COUNT }, (_, at) => `tok_${at}`);
  const book = bench.book as Map<string, { value: number; type: string }>;
  for (const [at, token] of tokens.entries()) book.set(token, { value: 417_300_000 + at, type: 'ssn' });
  return tokens;
}

it.each([
  ['when its time is over', () => bench.clock.advance(SHOWN_MS)],
  ['at a lock', () => bench.taxIds.lock()],
])(
  'no value that was shown is in memory %s',
  async (_when, forget) => {
    const { session } = await bench.exchanged(...withCanaries());
    await bench.taxIds.reveal(session, 'all', REASON);
    expect(await found()).toBeGreaterThan(COUNT * 0.9); // the control: they are found while they are held
    forget();
    await sleep(200);
    await vi.waitFor(async () => expect(await found()).toBeLessThanOrEqual(1), { timeout: 30_000 });
  },
  120_000,
);

it('no value that was looked up and never shown is in memory', async () => {
  await bench.exchanged(...withCanaries());
  await sleep(200);
  await vi.waitFor(async () => expect(await found()).toBeLessThanOrEqual(1), { timeout: 30_000 });
}, 120_000);

it('what was forgotten is collected at once, and nothing is where nothing was held', async () => {
  let rounds = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('detail' in entry && isMajor(entry.detail)) rounds += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  const { session } = await bench.exchanged(bench.token(1));
  await bench.taxIds.reveal(session, 'all', REASON);
  await sleep(200); // the look-up has dropped its value, and the collector has run for it
  rounds = 0;
  bench.taxIds.lock();
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(0));
  await sleep(200);
  rounds = 0;
  bench.taxIds.lock();
  bench.taxIds.close(session);
  await sleep(200);
  expect(rounds).toBe(0);
  observer.disconnect();
});
