import { expect, test } from 'vitest';
import { failure } from '#contract/failure';
import { formatDateTime } from '../../../renderer/ui/format';
import { reasonsFor } from '../../../renderer/ui/failure-reasons';
import { failureMessage } from '../../../renderer/ui/failure-messages';

const kinds = failure.shape.kind.options;

test.each(kinds)('has a title, meaning and next step in plain words for %s', (kind) => {
  const message = failureMessage({ kind });
  for (const text of [message.title, message.meaning, message.next]) {
    expect(text.length).toBeGreaterThan(5);
    expect(text).not.toMatch(/\b\d{3}\b|\bHTTP\b(?!:\/\/)|undefined|exception|SQL/i);
  }
  expect(message.next).toMatch(/[.]$/);
});

test('says what was not done because the data changed', () => {
  const meaning = (where?: string) =>
    failureMessage({ kind: 'changed-since', ...(where && { where }) }).meaning;
  expect(meaning()).toMatch(/ Nothing was sent\.$/);
  expect(meaning('signature')).toMatch(/ Nothing was signed\.$/);
  expect(meaning('evidence')).toMatch(/ Nothing was saved\.$/);
  expect(meaning('decision')).toMatch(/ Nothing was recorded\.$/);
});

test('mentions a fee file only if one is too large, not too many records or too long a message', () => {
  const title = (where?: string) => failureMessage({ kind: 'too-large', ...(where && { where }) }).title;
  expect(title('SWB_fees.csv')).toBe('The file is too large to reconcile');
  for (const where of ['billingGroups', 'message', undefined])
    expect(title(where)).toBe('This is too much at once');
});

test('names the time of the next try when the service asks for a wait', () => {
  const until = '2026-11-23T03:00:00Z';
  expect(failureMessage({ kind: 'busy', until }).next).toContain(formatDateTime(until));
});

test('advises checking the input for an unexplained refusal only if its status implies it', () => {
  const next = (status: number) => failureMessage({ kind: 'refused', status }).next;
  expect([next(400), next(422)].every((text) => text.includes('Check what was entered'))).toBe(true);
  for (const status of [402, 405, 418, 421, 423, 451])
    expect(next(status)).toMatch(/^Try again in a few minutes\..*support/);
  expect(failureMessage({ kind: 'refused', status: 421, reasons: ['Wrong site'] }).next).toContain('Correct');
});

test('does not blame the service for a request that was stopped locally', () => {
  const detail = { code: 'long-list' as const, facts: { lines: 10_001, maximum: 10_000 } };
  for (const problem of [{ detail }, { reasons: ['flat_rate: too large'] }, {}]) {
    const { title, meaning, next } = failureMessage({ kind: 'refused', ...problem });
    expect(`${title} ${meaning} ${next}`).not.toMatch(/service|request/i);
    expect(meaning).toBe('Nothing was sent, and nothing was changed.');
  }
  expect(failureMessage({ kind: 'refused', status: 400, reasons: ['Wrong'] }).title).toContain('The service');
});

test('does not blame one tax ID for a "not found" answer to the whole request', () => {
  for (const path of ['tax-id', 'tax-id/exchange']) {
    const where = `api.example.com/v2/account-management/${path}`;
    const { title, meaning } = failureMessage({ kind: 'not-found', status: 404, where });
    expect(title).toBe('The service did not process this request');
    expect(meaning).toContain('doesn’t mean that a tax ID or token is unknown');
  }
});

test.each(['workspace-unreadable', 'credential-refused'] as const)(
  '%s for a lost key mentions no damage, but names what unlocks the saved work',
  (kind) => {
    const message = failureMessage({ kind, detail: { code: 'key-lost' } });
    expect(`${message.meaning} ${message.next}`).not.toMatch(/damage|rescue/);
    expect(message.next).toContain('recovery code');
  },
);

test('a connection test that times out mentions no earlier download', () => {
  const timeout = { kind: 'timeout', detail: { code: 'connection-test', facts: { seconds: 15 } } } as const;
  const { meaning, next } = failureMessage(timeout);
  expect(meaning).toBe('The connection could not be tested. Nothing was saved.');
  expect(next).toContain('service address');
  expect(reasonsFor(timeout)).toEqual(['No complete response arrived within 15 seconds.']);
});

test('names the database that could not verify an approval, its state and when it was last read', () => {
  const asOf = '2026-11-21T08:14:00Z';
  const message = (facts: Record<string, string> = {}) =>
    failureMessage({ kind: 'not-allowed', detail: { code: 'approval-offline', facts } });
  expect(message({ host: 'db.example.com', problem: 'unreachable', asOf })).toMatchObject({
    meaning: `Your team requires a second person for this, and the team’s database on db.example.com can’t be reached. It was last read on ${formatDateTime(asOf)}. Nothing was sent or signed.`,
    next: expect.stringContaining('network or VPN') as unknown,
  });
  const otherMessage = message({ problem: 'wrong-password' });
  expect(otherMessage.meaning).toContain('the team’s database can’t be used. Nothing was sent');
  expect(otherMessage.next).toContain('Settings');
});

test('a period that cannot be signed yet says that lists are missing', () => {
  const failure = { kind: 'not-allowed', detail: { code: 'lists-incomplete' } } as const;
  expect(failureMessage(failure).meaning).toContain('not all of them are here yet');
  expect(reasonsFor(failure)).toEqual(['Not all lists are on this computer yet.']);
});

test.each(['part-absent', 'not-found', 'not-the-service'] as const)(
  '%s at an address without a version reports the missing version',
  (kind) => {
    const title = (where: string) => failureMessage({ kind, where }).title;
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
  const { title, next } = failureMessage({ kind: 'credential-refused', detail });
  expect(title).toBe('This connection now points to planted.example');
  expect(next).toMatch(/^If planted\.example is your firm’s service/);
  expect(reasonsFor({ detail })).toEqual(['The saved key or password was entered for api.example.com.']);
});
