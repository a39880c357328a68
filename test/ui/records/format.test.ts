import { afterEach, describe, expect, test, vi } from 'vitest';
import { countOf, EMPTY, formatDate, formatDateTime, formatValue } from '../../../renderer/ui/format';

afterEach(() => void vi.unstubAllEnvs());

describe('value formatting', () => {
  test.each([
    ['id', 216897, '216897'],
    ['id', '007', '007'],
    ['integer', 12345, '12,345'],
    ['number', '0.10', '0.10'],
    ['number', 1234.5, '1,234.5'],
    ['money', 1234.5, '$1,234.50'],
    ['money', '0.125', '$0.125'],
    ['money', '90071992547409931.07', '$90,071,992,547,409,931.07'],
    ['money', -3, '-$3.00'],
    ['integer', '00012345', '12,345'],
    ['number', 1e21, '1e+21'],
    ['money', 'n/a', 'n/a'],
    ['percent', 0.25, '0.25%'],
    ['percent', '0.5', '0.50%'],
    ['percent', 0.125, '0.125%'],
    ['boolean', true, 'Yes'],
    ['boolean', 0, 'No'],
    ['boolean', 'false', 'No'],
    ['boolean', 'maybe', 'maybe'],
    ['date', '2026-11-21T23:30:00-08:00', 'Nov 21, 2026'],
    ['date', 'soon', 'soon'],
    ['ids', '[1,2]', '1, 2'],
    ['ids', [1, null, 3], '1, 3'],
    ['texts', 'plain', 'plain'],
    ['objects', [{ a: 1 }, { a: 2 }], '2 entries'],
    ['objects', '[{"a":1}]', '1 entry'],
    ['text', 12, '12'],
  ] as const)('formats %s %j as %s', (kind, value, expected) =>
    expect(formatValue({ kind }, value)).toBe(expected),
  );

  test.each([null, undefined, '', []])('shows nothing (%j) as a dash', (value) => {
    for (const kind of ['text', 'money', 'date', 'ids', 'boolean'] as const)
      expect(formatValue({ kind }, value)).toBe(EMPTY);
  });

  test('shows codes by label and marks unknown ones', () => {
    const labels = { C: 'Custodian', '': 'None' };
    expect(formatValue({ kind: 'choice', labels: labels }, 'C')).toBe('Custodian');
    expect(formatValue({ kind: 'choice', labels: labels }, 'Z')).toBe('Unknown (Z)');
    expect(formatValue({ kind: 'choice', labels: labels }, '')).toBe('None');
    expect(formatValue({ kind: 'choice', labels: labels }, null)).toBe(EMPTY);
  });

  test('never shifts a calendar date by a time zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
      vi.stubEnv('TZ', zone);
      expect(formatDate('2026-01-01T00:00:00Z')).toBe('Jan 1, 2026');
    }
  });

  test('shows a timestamp in local time and assumes UTC if it has no zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatDateTime('2026-11-21T13:14:00Z')).toBe('Nov 21, 2026, 8:14 AM');
    expect(formatDateTime('2026-11-21 13:14:00')).toBe('Nov 21, 2026, 8:14 AM');
    expect(formatDateTime('2026-11-21T13:14:00.123456')).toBe('Nov 21, 2026, 8:14 AM');
  });

  test('does not shift a timestamp without a time', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatDateTime('2026-11-21')).toBe('Nov 21, 2026');
  });

  test.each(['whenever', 'Batch 7', '12', '2026-02-30T00:00:00Z', '2026-11-21T99:99'])(
    'returns what is not a timestamp unchanged: %s',
    (text) => {
      expect(formatDateTime(text)).toBe(text);
    },
  );

  test('matches a noun to its count', () => {
    expect(countOf(1, 'account', 'accounts')).toBe('1 account');
    expect(countOf(12345, 'account', 'accounts')).toBe('12,345 accounts');
  });
});
