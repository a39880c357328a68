import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS, DemoFirmClient, type DemoJson, type DemoPage } from './demo-firm-client';

const KEYS = '/auth-management/api-keys';
let demo: DemoFirmClient;
let now = new Date('2026-11-20T12:00:00Z');
beforeAll(async () => (demo = await DemoFirmClient.start({ accounts: 20, clock: () => now })));
afterAll(() => demo.close());

const signIn = async (): Promise<DemoJson> => {
  const { username, password } = demo.service;
  const response = await demo.grant({ username, password, grant_type: 'password' });
  expect(response.status).toBe(200);
  return (await response.json()) as DemoJson;
};
const advanceSeconds = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));
const statusWith = async (bearer: unknown): Promise<number> =>
  (await demo.send('GET', ACCOUNTS, undefined, String(bearer))).status;

describe('the password grant', () => {
  test('returns tokens with the claims of the specification', async () => {
    const response = await signIn();
    expect(response).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
    const claims = decodeJwt(String(response['IdToken']));
    const seconds = now.getTime() / 1000;
    expect([claims.iat, claims.exp]).toEqual([seconds, seconds + 3600]);
    expect(claims['x:user']).toEqual({
      user_id: expect.any(Number) as number,
      profile_id: expect.any(Number) as number,
      firm_id: 39,
      is_firm_user: true,
      is_client_user: false,
      firm_ids: [39, 41, 44],
    });
    expect(decodeJwt(String(response['RefreshToken'])).exp).toBe(seconds + 30 * 86_400);
  });

  test('accepts an ID token for an hour, and a refresh token for thirty days', async () => {
    const { IdToken: first, RefreshToken: refresh } = await signIn();
    expect(await statusWith(first)).toBe(200);
    expect(await statusWith(refresh)).toBe(401);
    advanceSeconds(3599);
    expect(await statusWith(first)).toBe(200);
    advanceSeconds(2);
    const expired = await demo.send('GET', ACCOUNTS, undefined, String(first));
    expect([expired.status, await expired.json()]).toEqual([401, { message: 'Unauthorized' }]);
    const renew = (): Promise<Response> =>
      demo.grant({ refresh_token: String(refresh), grant_type: 'refresh_token' });
    const renewed = (await (await renew()).json()) as DemoJson;
    expect(renewed).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
    expect(await statusWith(renewed['IdToken'])).toBe(200);
    advanceSeconds(30 * 86_400);
    expect((await renew()).status).toBe(401);
  });

  test('refuses wrong passwords, fields, grants, content types and ID tokens for refresh', async () => {
    const { username, password } = demo.service;
    const status = async (fields: Record<string, string>): Promise<number> =>
      (await demo.grant(fields)).status;
    expect(await status({ username, password: 'wrong', grant_type: 'password' })).toBe(401);
    expect(await status({ username: 'wrong', password, grant_type: 'password' })).toBe(401);
    expect(await status({ username, grant_type: 'password' })).toBe(400);
    expect(await status({ username, password, grant_type: 'client_credentials' })).toBe(400);
    expect(await status({ grant_type: 'refresh_token' })).toBe(400);
    const { IdToken } = await signIn();
    expect(await status({ grant_type: 'refresh_token', refresh_token: String(IdToken) })).toBe(401);
    const asText = await fetch(`${demo.service.authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: new URLSearchParams({ username, password, grant_type: 'password' }).toString(),
    });
    expect(asText.status).toBe(400);
  });

  test('refuses forged tokens', async () => {
    const { IdToken } = await signIn();
    const [head, claims] = String(IdToken).split('.');
    expect(await statusWith(`${head}.${claims}.AAAA`)).toBe(401);
    expect(await statusWith(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`)).toBe(401);
  });
});

describe('API keys', () => {
  test('are created with an ID token, used, listed without their value, and deleted', async () => {
    const { IdToken } = await signIn();
    const token = String(IdToken);
    const response = await demo.send('POST', KEYS, { name: 'Key of Amara', description: 'test' }, token);
    const key = (await response.json()) as DemoJson;
    expect(key).toMatchObject({
      object: 'auth_management.apikey',
      name: 'Key of Amara',
      description: 'test',
    });
    expect(await statusWith(key['key'])).toBe(200);
    const listing = await demo.send('GET', KEYS, undefined, token);
    const text = await listing.text();
    expect(text).not.toContain(String(key['key']));
    expect(text).not.toContain(demo.service.apiKey);
    expect((JSON.parse(text) as DemoPage).data.map((row) => row['name'])).toContain('Key of Amara');
    const path = `${KEYS}/${String(key['id'])}`;
    expect(await demo.requestOk('GET', path)).not.toHaveProperty('key');
    expect(await demo.requestOk('DELETE', path)).toEqual({ message: 'OK', id: key['id'] });
    expect(await statusWith(key['key'])).toBe(401);
    expect((await demo.send('DELETE', path)).status).toBe(404);
  });

  test('are paged like every list: the envelope counts all keys', async () => {
    const { IdToken } = await signIn();
    for (const name of ['One', 'Two', 'Three']) await demo.send('POST', KEYS, { name }, String(IdToken));
    const { total_items: total } = await demo.get(KEYS);
    expect(total).toBeGreaterThan(2);
    const first = await demo.get(`${KEYS}?pager.limit=2`);
    expect(first).toMatchObject({ total_items: total, total_pages: Math.ceil(total / 2), has_next: true });
    expect(first.data).toHaveLength(2);
  });

  test('require a name, and cannot create other keys', async () => {
    const { IdToken } = await signIn();
    expect((await demo.send('POST', KEYS, { name: ' ' }, String(IdToken))).status).toBe(400);
    expect((await demo.send('POST', KEYS, { name: 'x' })).status).toBe(401);
  });
});
