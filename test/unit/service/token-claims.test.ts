import { describe, expect, it } from 'vitest';
import { readClaims } from '#engine/service/token-claims';

const tokenOf = (payload: unknown): string =>
  `header.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`;

const NOTHING = {
  userId: null,
  profileId: null,
  firmId: null,
  isFirmUser: null,
  isClientUser: null,
  firmIds: null,
  issuedAt: null,
  expiresAt: null,
};

describe('the claims of an ID token', () => {
  it('reads the claims of the specification, under any vendor prefix', () => {
    const token = tokenOf({
      iat: 1_795_000_000,
      exp: 1_795_003_600,
      'vendor:user': {
        user_id: 5001,
        profile_id: '7001',
        firm_id: 39,
        is_firm_user: true,
        is_client_user: false,
        firm_ids: [39, '41'],
      },
    });
    expect(readClaims(token)).toEqual({
      userId: '5001',
      profileId: '7001',
      firmId: '39',
      isFirmUser: true,
      isClientUser: false,
      firmIds: ['39', '41'],
      issuedAt: '2026-11-18T11:06:40.000Z',
      expiresAt: '2026-11-18T12:06:40.000Z',
    });
  });

  it('returns null for claims that are missing or of another type', () => {
    expect(readClaims(tokenOf({ 'x:user': {} }))).toEqual(NOTHING);
    expect(
      readClaims(
        tokenOf({
          iat: 'soon',
          exp: 1e300,
          'x:user': { user_id: { deep: 1 }, is_firm_user: 'yes', firm_ids: [null, {}, 7] },
        }),
      ),
    ).toEqual({ ...NOTHING, firmIds: ['7'] });
  });

  it('distinguishes no firms from firms that are missing or cannot be read', () => {
    const firmsOf = (user: object) => readClaims(tokenOf({ 'x:user': user }))?.firmIds;
    expect(firmsOf({ firm_ids: [] })).toEqual([]);
    expect(firmsOf({})).toBeNull();
    expect(firmsOf({ firm_ids: null })).toBeNull();
    expect(firmsOf({ firm_ids: '39' })).toBeNull();
    expect(firmsOf({ firm_ids: [{}] })).toBeNull();
  });

  it('never returns a text that is long enough to be a token', () => {
    const claims = readClaims(
      tokenOf({ 'x:user': { user_id: 'e'.repeat(41), firm_ids: ['f'.repeat(500)] } }),
    );
    expect(claims).toEqual(NOTHING);
  });

  it.each([
    ['an opaque token', 'jhk_abcdef'],
    ['no JSON', 'a.!!!!.b'],
    ['a payload that is not an object', tokenOf('text')],
    ['a payload without a user claim', tokenOf({ iat: 1 })],
    ['a user claim that is a text', tokenOf({ 'x:user': 'owner' })],
  ])('returns null for %s', (_what, token) => {
    expect(readClaims(token)).toBeNull();
  });
});
