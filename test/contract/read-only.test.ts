import { expect, test, vi } from 'vitest';
import { Service } from '#engine/service/client';
import { endpoints, type EndpointName } from '#engine/service/endpoints';
import { JsonText } from '#engine/service/calls';
import type { Endpoint } from '#engine/service/endpoint';

const fetched = vi.fn(() => Promise.resolve(new Response('{"data":[]}')));
const service = new Service({
  fetch: fetched,
  baseUrl: 'https://service.example/v2',
  authUrl: 'https://service.example/v2',
  credential: { kind: 'api-key', key: 'a-key-of-the-firm' },
  readOnly: true,
});

const named = Object.entries(endpoints) as [EndpointName, Endpoint][];
const writes = named.filter(([, { effect }]) => effect === 'write').map(([name]) => name);

/** Calls an endpoint with a request that its schema need not accept: the call must fail before that. */
const call = (name: EndpointName, request: unknown): Promise<unknown> =>
  service.call(name as 'accounts.list', request as never);

test('finds writes of every method in the endpoint table', () => {
  const methods = new Set(writes.map((name) => endpoints[name].method));
  expect([...methods].sort()).toEqual(['DELETE', 'POST', 'PUT']);
  expect(writes).toContain('roiRequests.send');
});

test.each(writes)('refuses %s on a read-only connection before anything is sent', async (name) => {
  fetched.mockClear();
  await expect(call(name, { path: { id: 1 }, body: bodyOf(name) })).rejects.toMatchObject({
    failure: { kind: 'read-only' },
  });
  expect(fetched).not.toHaveBeenCalled();
});

test('still allows reading', async () => {
  fetched.mockClear();
  await service.call('accounts.list', { pager: { limit: 1, page: 1 } });
  expect(fetched).toHaveBeenCalledOnce();
});

/** Returns some body for a call that has one; no schema is applied to it. */
function bodyOf(name: EndpointName): unknown {
  const { body } = endpoints[name] as Endpoint;
  if (body === null) return undefined;
  return new JsonText('[]');
}
