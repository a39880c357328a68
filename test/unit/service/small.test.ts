import { describe, expect, it } from 'vitest';
import { addressOf } from '#engine/service/address';
import { wholeRecord } from '#engine/service/bodies';
import { endpoints } from '#engine/service/endpoints';
import { redact } from '#engine/service/redact';
import { retryDelay } from '#engine/service/retry';

describe('addressOf', () => {
  const root = 'https://service.example/api/v2/';

  it('joins root, path and query, and describes the endpoint without values', () => {
    const { url, where } = addressOf(root, '/tax-id/{taxid}', { taxid: '12-345/6' }, { 'pager.limit': 5 });
    expect(url.href).toBe('https://service.example/api/v2/tax-id/12-345%2F6?pager.limit=5');
    expect(where).toBe('service.example/api/v2/tax-id/{taxid}');
  });

  it('refuses values that would leave the path', () => {
    for (const taxid of ['..', '.', ''])
      expect(() => addressOf(root, '/tax-id/{taxid}', { taxid })).toThrow();
    expect(() => addressOf(root, '/tax-id/{taxid}')).toThrow();
  });
});

describe('redact', () => {
  it('removes tax IDs, tokens, keys, addresses and the credential in use', () => {
    const text = redact(
      'GET https://host.example/v2/tax-id/987654321 as Bearer abc.def for 123-45-6789, 12-3456789, 123456789, ' +
        'ada@example.com with eyJhbGciOi.eyJzdWIi.c2ln and pass word one',
      { secrets: ['pass word one'] },
    );
    for (const secret of ['987654321', 'abc.def', '6789', '3456789', 'ada@', 'eyJ', 'pass word']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('host.example');
  });

  it('removes tax IDs with any separator and digits of any width', () => {
    for (const taxId of ['123–45−6789', '123\u200b456789', '１２３-４５-６７８９', '12‑3456789'])
      expect(redact(`no person ${taxId} here`)).toBe('no person ••• here');
  });

  it.each<[string, string[], string]>([
    ['Password hunter2 was refused', ['hunter2'], 'Password ••• was refused'],
    ['{"password":"hunter2"}', ['hunter2'], '{"password":"•••"}'],
    ['key=s3cr_hunter2&x', ['hunter2'], 'key=s3cr_•••&x'],
    ['xx!pass!yy', ['!pass!'], 'xx•••yy'],
    ['a$1+b (c)', ['$1+b'], 'a••• (c)'],
    ['the passport of the firm', ['pass'], 'the passport of the firm'],
    ['xa-long-enough-secretx', ['a-long-enough-secret'], 'x•••x'],
  ])('hides whole secrets: %s', (text, secrets, shown) => {
    expect(redact(text, { secrets })).toBe(shown);
  });

  it.each<[string, string, string]>([
    ['This is for the owner only', 'owner', 'This is for the owner only'],
    ['The owners decide', 'owner', 'The owners decide'],
    ['User owner may not do this', 'owner', 'User ••• may not do this'],
    ['username: Owner', 'owner', 'username: •••'],
    ['{"username":"owner"}', 'owner', '{"username":"•••"}'],
    ['No user "owner" found', 'owner', 'No user "•••" found'],
    ['jdoe7 may not do this', 'jdoe7', '••• may not do this'],
    ['ada.king may not do this', 'ada.king', '••• may not do this'],
  ])('hides a user name that is a word only where the user is meant: %s', (text, userName, shown) => {
    expect(redact(text, { secrets: [], userName })).toBe(shown);
  });

  it('keeps what the user needs', () => {
    expect(redact('weight must be\n an integer, account 216897')).toBe(
      'weight must be an integer, account 216897',
    );
    expect(redact('net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH_AND_MORE')).toContain('MISMATCH_AND_MORE');
    expect(redact(`ERR_${'aB3'.repeat(12)}`)).not.toContain('aB3aB3');
    expect(redact('x '.repeat(400)).length).toBeLessThanOrEqual(300);
  });
});

describe('retryDelay', () => {
  it('doubles up to half a minute, with a random part', () => {
    expect([0, 1, 2, 10].map((repeats) => retryDelay(repeats, null, 0.5))).toEqual([500, 1000, 2000, 30_000]);
    expect(retryDelay(0, null, 0)).toBe(375);
    expect(retryDelay(0, null, 1)).toBe(625);
  });

  it("obeys Retry-After, and calculates a date relative to the response's Date", () => {
    const delayAfter = (retryAfter: string, date = 'Fri, 02 Jan 2026 03:04:05 GMT') =>
      retryDelay(1, new Headers({ 'retry-after': retryAfter, date }), 0.5);
    expect(delayAfter('3')).toBe(3000);
    expect(delayAfter('0')).toBe(0);
    expect(delayAfter('9999')).toBe(9_999_000);
    expect(delayAfter('Fri, 02 Jan 2026 03:04:09 GMT')).toBe(4_000);
    expect(delayAfter('Fri, 02 Jan 2026 03:04:01 GMT')).toBe(0);
    expect(delayAfter('Fri, 02 Jan 2026 03:04:09 GMT', 'soon')).toBe(1000);
    expect(delayAfter('soon')).toBe(1000);
  });
});

describe('request bodies', () => {
  it('a filter accepts the documented fields, exact or with conditions, and no others', () => {
    const accepts = (body: unknown): boolean => endpoints['accounts.filter'].body.safeParse(body).success;
    expect(accepts({})).toBe(true);
    expect(accepts({ status: 'closed', household_id: null, is_taxable: true })).toBe(true);
    expect(accepts({ number: { conditions: [{ value: '00', op: 'contains' }] } })).toBe(true);
    expect(accepts({ status: 'open' })).toBe(false);
    expect(accepts({ nickname: 'x' })).toBe(false);
    expect(endpoints['relatedPersons.filter'].body.safeParse({ account_ids: [1, 2] }).success).toBe(true);
  });

  it('a complete record keeps unknown fields', () => {
    const record = { id: '7', payment_source: 'X', surprise: { a: null } };
    expect(wholeRecord.parse(record)).toEqual(record);
  });
});
