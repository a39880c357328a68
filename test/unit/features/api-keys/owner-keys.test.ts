import { afterEach, expect, it } from 'vitest';
import { FailureError } from '#contract/failure';
import { createApiKey, listApiKeys } from '#engine/features/api-keys/owner-keys';
import { json, listBody, startMisbehaving, type Behavior } from '#test/support/misbehaving-service';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** Creates the owner of a firm whose service accepts every sign-in. */
async function ownerOf(behave: Behavior) {
  const server = await startMisbehaving((response, request, count) =>
    request.path.endsWith('/oauth2/token')
      ? json({ ExpiresIn: 3600, IdToken: 'token' })(response, request, count)
      : behave(response, request, count),
  );
  close = () => server.close();
  return { ...server, username: 'owner', password: 'secret word' };
}

it('lists all keys of the firm with the date under either name, without their values', async () => {
  const keys = Array.from({ length: 5 }, (_, index) => ({
    id: index + 1,
    name: `Key ${index + 1}`,
    [index === 0 ? 'created_at_utc' : 'created_dt_utc']: '2026-03-04T10:11:00Z',
    key: 'must-not-be-kept',
  }));
  const owner = await ownerOf((response, request, count) => {
    request.query.set('pager.limit', '2'); // the service allows two keys per page, so there are three pages
    json(listBody(keys, request))(response, request, count);
  });
  const listed = await listApiKeys(globalThis.fetch, owner);
  expect(listed.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(listed.slice(0, 2)).toEqual([
    { id: 1, name: 'Key 1', created_at_utc: '2026-03-04T10:11:00Z' },
    { id: 2, name: 'Key 2', created_dt_utc: '2026-03-04T10:11:00Z' },
  ]);
});

it.each(['abc', 'line\nbreak-in-it', 'schlüssel-der-firma'])(
  'refuses a created key that cannot be used to sign in: %j',
  async (key) => {
    const owner = await ownerOf(json({ id: 1, name: 'Firm Desk', key }));
    const creation = createApiKey(globalThis.fetch, { ...owner, keyName: 'Firm Desk' });
    await expect(creation).rejects.toBeInstanceOf(FailureError);
    await expect(creation).rejects.toMatchObject({ failure: { kind: 'credential-unusable' } });
  },
);

it.each([
  ['reports an unusable key', 'created', { kind: 'credential-unusable', detail: { code: 'key-created' } }],
  ['reports the refusal', 'did not create', { kind: 'refused' }],
] as const)('%s if a refused request %s a key of that name', async (_report, outcome, failure) => {
  const keys = [{ id: 1, name: 'Firm Desk', created_at_utc: '2026-03-04T10:11:00Z' }];
  let posts = 0;
  const owner = await ownerOf((response, request, count) => {
    if (request.method === 'GET') return json(listBody(keys, request))(response, request, count);
    posts += 1;
    if (outcome === 'created')
      keys.push({ id: 2, name: 'Firm Desk', created_at_utc: '2026-11-23T10:11:00Z' });
    return json({ message: 'No.' }, 422)(response, request, count);
  });
  const creation = createApiKey(globalThis.fetch, { ...owner, keyName: 'Firm Desk' });
  await expect(creation).rejects.toMatchObject({ failure });
  expect(posts).toBe(1);
});

it('creates a key at a service that does not list keys', async () => {
  const owner = await ownerOf((response, request, count) =>
    request.method === 'GET'
      ? json({ message: 'Not Found' }, 404)(response, request, count)
      : json({ id: 1, name: 'Firm Desk', key: 'canary-key-1234' })(response, request, count),
  );
  const creation = await createApiKey(globalThis.fetch, { ...owner, keyName: 'Firm Desk' });
  expect(creation).toEqual({ key: 'canary-key-1234' });
});
