import { expect, test } from 'vitest';
import { logLine } from '../../../main/desktop/log-line';

test('counts, durations and known words pass', () => {
  expect(
    logLine('sync.done', { resource: 'accounts', records: 100000, ms: 12.5, whole: true, failure: null }),
  ).toBe('sync.done resource=accounts records=100000 ms=12.5 whole=true failure=null');
});

test.each([
  ['a name', 'Violet Juns'],
  ['an account number', 'DEMO3577'],
  ['a tax id', '123-45-6789'],
  ['an API key', 'fdk_live_9aZ'],
  ['an e-mail address', 'ann@firm.example'],
  ['a path', '/home/ann/clients'],
  ['a long text', 'a'.repeat(41)],
])('%s is withheld', (_what, text) => {
  const line = logLine('event', { value: text });
  expect(line).toBe('event value=(withheld)');
  expect(logLine(text)).toBe('(withheld)');
});
