import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failure';
import { formatMoment } from '../../../renderer/kit/format';
import { reasonsFor } from '../../../renderer/kit/failure-reasons';
import { wordsFor } from '../../../renderer/kit/failure-words';

const kinds = failure.shape.kind.options;

test.each(kinds)('%s has three sentences for people, without a status code or a technical word', (kind) => {
  const words = wordsFor({ kind });
  for (const text of [words.title, words.meaning, words.next]) {
    expect(text.length).toBeGreaterThan(5);
    expect(text).not.toMatch(/\b\d{3}\b|\bHTTP\b(?!:\/\/)|undefined|exception|SQL/i);
  }
  expect(words.next).toMatch(/[.]$/);
});

test('a service that wants to be left alone for a day is told with the time wherever only what to do next is shown', () => {
  const until = '2026-11-23T03:00:00Z';
  expect(wordsFor({ kind: 'busy', until }).next).toContain(formatMoment(until));
});

test('a refusal without a reason asks people to check what was entered only where its status speaks of that', () => {
  const next = (status: number) => wordsFor({ kind: 'refused', status }).next;
  expect([next(400), next(422)].every((text) => text.includes('Check what was entered'))).toBe(true);
  for (const status of [402, 405, 418, 421, 423, 451])
    expect(next(status)).toMatch(/^Try again in a few minutes\..*support/);
  expect(wordsFor({ kind: 'refused', status: 421, reasons: ['Wrong site'] }).next).toContain('Correct');
});

test('what was stopped here is not said to have been turned down by the service', () => {
  const detail = { code: 'long-list' as const, facts: { lines: 10_001, most: 10_000 } };
  for (const problem of [{ detail }, { reasons: ['flat_rate: too large'] }, {}]) {
    const { title, meaning, next } = wordsFor({ kind: 'refused', ...problem });
    expect(`${title} ${meaning} ${next}`).not.toMatch(/service|request/i);
    expect(meaning).toBe('Nothing was sent, and nothing was changed.');
  }
  expect(wordsFor({ kind: 'refused', status: 400, reasons: ['Wrong'] }).title).toContain('The service');
});

test('"not found" to a whole request for tax IDs is not said of any one of them', () => {
  for (const path of ['tax-id', 'tax-id/exchange']) {
    const where = `api.example.com/v2/account-management/${path}`;
    const { title, meaning } = wordsFor({ kind: 'not-found', status: 404, where });
    expect(title).toBe('The service did not process this request');
    expect(meaning).toContain('nothing about any one');
  }
});

test.each(['workspace-unreadable', 'credential-refused'] as const)(
  '%s for a lost key speaks of no damage, and of what unlocks the saved work',
  (kind) => {
    const words = wordsFor({ kind, detail: { code: 'key-lost' } });
    expect(`${words.meaning} ${words.next}`).not.toMatch(/damage|rescue/);
    expect(words.next).toContain('recovery phrase');
  },
);

test('a connection test that times out speaks of no earlier download', () => {
  const timeout = { kind: 'timeout', detail: { code: 'connection-test', facts: { seconds: 15 } } } as const;
  const { meaning, next } = wordsFor(timeout);
  expect(meaning).toBe('The connection could not be tested. Nothing was saved.');
  expect(next).toContain('service address');
  expect(reasonsFor(timeout)).toEqual(['No complete response arrived within 15 seconds.']);
});

test.each(['part-absent', 'not-found', 'not-the-service'] as const)(
  '%s at an address without a version says that the version is missing',
  (kind) => {
    const title = (where: string) => wordsFor({ kind, where }).title;
    expect(title('api.example.com/account-management/accounts')).toBe('The service address has no version');
    for (const where of ['api.example.com/v2/account-management/accounts', 'api.example.com', 'accounts'])
      expect(title(where)).not.toContain('version');
  },
);

test('names both hosts of a key that was entered for another host', () => {
  const detail = {
    code: 'other-host' as const,
    facts: { host: 'planted.example', before: 'api.example.com' },
  };
  const { title, next } = wordsFor({ kind: 'credential-refused', detail });
  expect(title).toBe('This connection now leads to planted.example');
  expect(next).toMatch(/^If planted\.example is your firm’s service/);
  expect(reasonsFor({ detail })).toEqual(['The saved key or password was entered for api.example.com.']);
});
