import { describe, expect, it } from 'vitest';
import { redact } from '#engine/service/redact';

describe('redact', () => {
  it('removes tax IDs, tokens, keys, addresses and the credential in use', () => {
    const text = redact(
      'GET https://host.example/v2/tax-id/987654321 as Bearer abc.def for 123-45-6789, 12-3456789, 123456789, ' +
        `ada@example.com with eyJhbGciOi.eyJzdWIi.c2ln, key ${'k3Y'.repeat(11)} and pass word one`,
      { secrets: ['pass word one'] },
    );
    for (const secret of ['987654321', 'abc.def', '6789', '3456789', 'ada@', 'eyJ', 'k3Y', 'pass word']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('host.example');
  });

  it('removes each of several email addresses, even without a space between them', () => {
    expect(redact('<ada@example.com>, bob.x+y@mail.example.com and a@b.c+d@e.f')).toBe('<•••>, ••• and •••');
  });

  it('takes no quadratic time for a long text without spaces', () => {
    expect(redact(`${'a.'.repeat(100_000)}x@y`)).toHaveLength(300); // quadratic time would exceed the time limit of a test
  });

  it('keeps only the host of an address', () => {
    expect(redact('no answer from https://ada:p!ss@host.example:8443/v2?q=1 in time')).toBe(
      'no answer from host.example:8443 in time',
    );
    expect(redact('at http://ada:secret@localhost/v2')).toBe('at localhost');
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
  ])('hides secrets, short ones only as whole words: %s', (text, secrets, redacted) => {
    expect(redact(text, { secrets })).toBe(redacted);
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
  ])('hides a user name that is a word only where the user is meant: %s', (text, userName, redacted) => {
    expect(redact(text, { secrets: [], userName })).toBe(redacted);
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
