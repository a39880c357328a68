import { describe, expect, it } from 'vitest';
import { Service } from '#engine/service/client';
import {
  closeDelimited,
  hangUp,
  json,
  gatewayPage,
  rawResponse,
  neverResponds,
  type Behavior,
} from '../../support/misbehaving-service';
import { apiKey, startTestService, startClient, failureIn, code, goodResponse } from './client';

describe('a write', () => {
  const outcomes: [string, Behavior][] = [
    ['a dropped connection', hangUp],
    ['a 502 from a gateway', gatewayPage(502)],
    ['a 500 from the service', json({ message: 'boom' }, 500)],
    ['a truncated answer', closeDelimited('{"id":1,"co')],
    ['a web page as the answer', gatewayPage(200)],
  ];
  for (const [name, behave] of outcomes) {
    it(`sends a write once and reports an unknown outcome after ${name}`, async () => {
      const { service, server } = await startClient(behave);
      const failure = await failureIn(service.call('advisorCodes.create', { body: code }));
      expect(failure.kind).toBe('unknown-outcome');
      expect(server.requests).toHaveLength(1);
    });
  }

  it('sends writes, tax IDs and downloads over new connections, so no lower layer resends them', async () => {
    const modes: string[] = [];
    const server = await startTestService(goodResponse);
    const service = new Service({
      ...server,
      credential: apiKey,
      fetch: (request) => {
        modes.push(`${request.method} ${request.credentials}`);
        return globalThis.fetch(request);
      },
    });
    await service.call('accounts.list');
    await service.call('billingGroups.createFromHouseholds');
    // Requests with the credentials mode `include` use separate connections (SEND_ONCE in transport.ts).
    expect(modes).toEqual(['GET omit', 'POST include']);
    expect(server.requests.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
    server.behave(json(['token']));
    await service.call('taxIds.tokenize', { body: ['123456789'] });
    await service.call('taxIds.exchange', { body: { tax_id_tokens: ['token'] } }).catch(() => undefined);
    await service.download('feeUploadFiles.download', { path: { id: 1 } }).catch(() => undefined);
    expect(modes.slice(2)).toEqual(['POST include', 'POST include', 'POST include']);
  });

  it('reports an unknown outcome for a write stopped in flight', async () => {
    const { service, clock, server } = await startClient(neverResponds);
    const abort = new AbortController();
    const body = [{ id: 1 }];
    const call = failureIn(service.call('accounts.putMany', { body, signal: abort.signal }));
    await clock.until(() => clock.timers === 2);
    abort.abort();
    expect((await call).kind).toBe('unknown-outcome');
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  it('reports a known outcome for a refused write', async () => {
    const { service } = await startClient(json({ message: 'no' }, 400));
    expect((await failureIn(service.call('advisorCodes.create', { body: code }))).kind).toBe('refused');
  });

  it('accepts JSON, text or an empty body as the response to a write', async () => {
    const responses: Behavior[] = [
      json({ message: 'OK', id: 7 }),
      json({ n: '1', ids: [7] }, 201),
      json({ object: 'list', data: { id: 7 }, total_items: 1 }),
      rawResponse('OK'),
      (response) => response.writeHead(204).end(),
    ];
    const removed = [];
    for (const behave of responses) {
      const { service } = await startClient(behave);
      removed.push(await service.call('advisorCodes.remove', { path: { id: 7 } }));
    }
    expect(removed).toEqual([
      { ids: ['7'], n: 1, messages: ['OK'] },
      { ids: ['7'], n: 1, messages: [] },
      { ids: ['7'], n: 1, messages: [] },
      { ids: [], n: null, messages: [] },
      { ids: [], n: null, messages: [] },
    ]);
    const { service } = await startClient((response) => response.writeHead(201).end());
    expect(await service.call('advisorCodes.create', { body: code })).toMatchObject({ raw: '', fits: false });
  });
});

describe('an address', () => {
  it('reports a wrong address before the first answer, and "not answering" later', async () => {
    const { service, server } = await startClient(goodResponse);
    const { baseUrl, authUrl } = server;
    const newClient = new Service({ fetch: globalThis.fetch, baseUrl, authUrl, credential: apiKey });
    await service.call('accounts.list');
    await server.close();
    expect((await failureIn(newClient.call('accounts.list'))).kind).toBe('wrong-address');
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('not-answering');
  });
});
