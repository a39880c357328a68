import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  closeDelimited,
  incompleteResponse,
  hangUp,
  responsesInSequence,
  json,
  listBody,
  gatewayPage,
  rawResponse,
  neverResponds,
} from '../../support/misbehaving-service';
import { startClient, failureIn, code, LISTED_ACCOUNTS, goodResponse } from './client';

describe('a busy or broken service', () => {
  it('waits for as long as Retry-After says', async () => {
    const { service, clock, server } = await startClient(
      responsesInSequence(json({ message: 'slow down' }, 429, { 'retry-after': '7' }), goodResponse),
    );
    const call = service.call('accounts.list');
    expect(await clock.advanceToTimer()).toBe(7_000);
    expect((await call).records).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it("waits until Retry-After's date, relative to the response's Date header", async () => {
    const { service, clock } = await startClient((response, request, count) => {
      // A service whose clock is a year ahead of ours.
      const now = clock.now() + 365 * 86_400_000;
      const date = new Date(now).toUTCString();
      const waits = [new Date(now + 30_000).toUTCString(), '110', 'tomorrow'];
      if (count < 3) json({}, 429, { date, 'retry-after': waits[count] ?? '' })(response, request, count);
      else goodResponse(response, request, count);
    });
    const call = service.call('accounts.filter', { body: {} });
    expect(await clock.advanceToTimer()).toBe(30_000);
    expect(await clock.advanceToTimer()).toBe(110_000);
    expect(await clock.advanceToTimer()).toBe(2_000); // the third of our default waits
    await call;
  });

  it.each([429, 503])(
    'does not wait for a Retry-After of one day (%i), but reports reason and time',
    async (status) => {
      const { service, clock, server } = await startClient(
        json({ message: 'nightly maintenance' }, status, { 'retry-after': '86400' }),
      );
      expect(await failureIn(service.call('accounts.list'))).toMatchObject({
        kind: 'busy',
        status,
        reasons: ['nightly maintenance'],
        until: new Date(clock.now() + 86_400_000).toISOString(),
      });
      expect(server.requests).toHaveLength(1);
      expect(clock.timers).toBe(0);
    },
  );

  it('makes five attempts, with increasing waits', async () => {
    const { service, clock, server } = await startClient(
      json({ message: 'try later', event_id: 'E-77' }, 503),
    );
    const call = failureIn(service.call('accounts.list'));
    expect([
      await clock.advanceToTimer(),
      await clock.advanceToTimer(),
      await clock.advanceToTimer(),
      await clock.advanceToTimer(),
    ]).toEqual([500, 1_000, 2_000, 4_000]);
    expect(await call).toMatchObject({
      kind: 'service-broken',
      status: 503,
      reasons: ['try later', 'Event E-77'],
    });
    expect(server.requests).toHaveLength(5);
  });

  it('can be canceled while waiting for a retry', async () => {
    const { service, clock } = await startClient(json({}, 429, { 'retry-after': '60' }));
    const abort = new AbortController();
    const call = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await clock.untilOneTimer();
    abort.abort();
    expect((await call).kind).toBe('canceled');
    expect(clock.timers).toBe(0);
  });

  it('does not repeat a request after a 504, which the service sends after three minutes', async () => {
    const { service, server } = await startClient(gatewayPage(504));
    expect(await failureIn(service.page('accounts.list', { page: 1, limit: 10_000 }))).toMatchObject({
      kind: 'timeout',
      status: 504,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('reading a response', () => {
  it('distinguishes statuses', async () => {
    const kinds: Record<number, string> = {};
    for (const status of [400, 403, 404, 409, 429, 501]) {
      const { service } = await startClient(json({ message: 'no' }, status));
      kinds[status] = (await failureIn(service.call('advisorCodes.create', { body: code }))).kind;
    }
    expect(kinds).toEqual({
      400: 'refused',
      403: 'not-allowed',
      404: 'not-found',
      409: 'conflict',
      429: 'busy',
      501: 'unknown-outcome',
    });
  });

  it('treats a gateway\'s "too large" page as a write that was not accepted', async () => {
    const { service } = await startClient(gatewayPage(413));
    const failure = await failureIn(service.call('advisorCodes.create', { body: code }));
    expect(failure).toMatchObject({ kind: 'refused', status: 413 });
  });

  it('reads reasons from message and validation_errors', async () => {
    const { service } = await startClient(
      json({ message: 'Invalid', validation_errors: ['name is missing', 'weight is text', 7] }, 400),
    );
    const failure = await failureIn(service.call('advisorCodes.create', { body: code }));
    expect(failure.reasons).toEqual(['Invalid', 'name is missing', 'weight is text']);
  });

  it('recognizes a web page as not the service, except with a 502, and takes no reason', async () => {
    for (const behave of [
      gatewayPage(200),
      gatewayPage(404),
      rawResponse('<html>hello</html>', 200, 'application/json'),
    ]) {
      const { service } = await startClient(behave);
      const failure = await failureIn(service.call('accounts.list'));
      expect(failure.kind).toBe('not-the-service');
      expect(failure.reasons).toBeUndefined();
    }
    const { service, clock } = await startClient(gatewayPage(502));
    const call = failureIn(service.call('accounts.list'));
    for (let wait = 0; wait < 4; wait++) await clock.advanceToTimer();
    expect(await call).toMatchObject({ kind: 'service-broken', status: 502 });
    expect((await call).reasons).toBeUndefined();
  });

  it("recognizes another product's JSON as not the service, unless it has a message", async () => {
    const { service } = await startClient(json({ greeting: 'hello' }));
    expect((await failureIn(service.call('apiKeys.list'))).kind).toBe('not-the-service');
    const other = await startClient(json({ message: 'hello' }));
    expect(await failureIn(other.service.call('apiKeys.list'))).toMatchObject({
      kind: 'odd-answer',
      reasons: ['hello'],
    });
  });

  it('keeps records, API keys and tokens with odd values as far as they can be read', async () => {
    const rows = [
      { id: 1, name: 1234 },
      { id: 2, name: { odd: true } },
      { name: 'no id' },
      'junk',
      { id: '3', name: 'C' },
    ];
    const listed = await startClient((response, request, count) =>
      json(listBody(rows, request))(response, request, count),
    );
    const named = [
      { id: 1, name: '1234' },
      { id: 2, name: null },
      { id: '3', name: 'C' },
    ];
    const { records } = await listed.service.call('firms.list');
    expect(records.map(({ raw }) => JSON.parse(raw) as unknown)).toEqual(rows);
    expect(records.map(({ fits }) => fits)).toEqual([true, false, true, false, true]);
    expect(await listed.service.call('apiKeys.list')).toEqual(named);
    const exchanged = await startClient(
      json([{ tax_id_token: 7, original_value: 'a', type: 5 }, { original_value: {} }]),
    );
    expect(await exchanged.service.call('taxIds.exchange', { body: { tax_id_tokens: ['7', 'x'] } })).toEqual([
      { tax_id_token: '7', original_value: 'a', type: '5' },
      { original_value: null },
    ]);
    const bare = await startClient(json(['123-45-6789', 987654321]));
    expect(await bare.service.call('taxIds.exchange', { body: { tax_id_tokens: ['7', 'x'] } })).toEqual([
      { original_value: '123-45-6789' },
      { original_value: 987_654_321 },
    ]);
    // A token belongs to its value by position, which an odd token keeps.
    const tokens = await startClient(json(['t1', 22, null, 't4']));
    expect(await tokens.service.call('taxIds.tokenize', { body: ['1', '2', '3', '4'] })).toEqual([
      't1',
      '22',
      '',
      't4',
    ]);
  });

  it('only marks records whose types do not match', async () => {
    const odd = [
      { id: '007', name: 42, number: 12345, status: 'dormant', surprise: { a: 1 } },
      { id: 2, benchmarks_ids: 'none', required_cash: { amount: 3 } },
      'not even a record',
    ];
    const { service } = await startClient((response, request, count) =>
      json(listBody(odd, request))(response, request, count),
    );
    const { records } = await service.call('accounts.list');
    expect(records.map(({ fits }) => fits)).toEqual([true, false, false]);
    expect(records[0]?.record).toMatchObject({ id: '007', surprise: { a: 1 } });
    expect(records.map(({ raw }) => JSON.parse(raw) as unknown)).toEqual(odd);
    expect(records[1]).toMatchObject({ drift: ['benchmarks_ids', 'required_cash'] });
  });

  it('keeps all digits while reading', async () => {
    const text = '{"has_next":false,"total_items":1,"data":[{"id":9007199254740993, "required_cash":0.10}]}';
    const { service } = await startClient(rawResponse(text, 200, 'application/json'));
    const { records } = await service.call('accounts.list');
    expect(records[0]?.raw).toBe('{"id":9007199254740993, "required_cash":0.10}');
  });
});

describe('truncated responses', () => {
  const completeBody = JSON.stringify({
    object: 'list',
    has_next: false,
    total_items: 1,
    data: LISTED_ACCOUNTS,
  });

  it('notices each kind of truncation, and reads again', async () => {
    const { service, clock, server } = await startClient(
      responsesInSequence(
        closeDelimited(completeBody.slice(0, -3)),
        closeDelimited(''),
        incompleteResponse(completeBody.slice(0, 20)),
        hangUp,
        goodResponse,
      ),
    );
    const call = service.call('accounts.list');
    for (let wait = 0; wait < 4; wait++) await clock.advanceToTimer();
    expect((await call).records).toHaveLength(1);
    expect(server.requests).toHaveLength(5);
  });

  it('notices a truncation that looks like an end', async () => {
    const { service, clock } = await startClient(
      responsesInSequence(closeDelimited('{"has_next":false,"data":[{"id":1}'), goodResponse),
    );
    const call = service.call('accounts.list');
    await clock.advanceToTimer();
    expect((await call).records).toHaveLength(1);
  });

  it('reports repeated truncation', async () => {
    const { service, clock } = await startClient(closeDelimited(completeBody.slice(0, -3)));
    const call = failureIn(service.page('accounts.list', { page: 1, limit: 10 }));
    for (let wait = 0; wait < 4; wait++) await clock.advanceToTimer();
    expect((await call).kind).toBe('cut-short');
  });

  it('reports a truncated download to its reader', async () => {
    const { service } = await startClient((response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': 100 });
      response.write('PK', () => setImmediate(() => response.destroy()));
    });
    const response = await service.download('feeUploadFiles.download', { path: { id: 3 } });
    expect((await failureIn(response.arrayBuffer())).kind).toBe('cut-short');
  });

  it('stops a compressed download that grows beyond 512 MB', async () => {
    // A gzip stream may consist of many members, so one compressed block is repeated.
    const block = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const { service } = await startClient((response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-encoding': 'gzip' });
      let blocksLeft = 80;
      const writeNext = (): void => {
        if (response.destroyed) return;
        if (blocksLeft-- > 0) response.write(block, writeNext);
        else response.end();
      };
      writeNext();
    });
    const response = await service.download('feeUploadFiles.download', { path: { id: 3 } });
    let bytes = 0;
    const download = (async () => {
      for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).byteLength;
    })();
    expect((await failureIn(download)).kind).toBe('too-big');
    expect(bytes).toBeLessThanOrEqual(512 * 1024 * 1024);
  });

  it('refuses a download that is a message instead of an archive', async () => {
    const { service } = await startClient(json({ message: 'no such file' }));
    expect((await failureIn(service.download('feeUploadFiles.download', { path: { id: 3 } }))).kind).toBe(
      'not-the-service',
    );
  });
});

describe('a silent service', () => {
  it('ends a read at its timeout, without a retry', async () => {
    const { service, clock, server } = await startClient(neverResponds);
    const call = failureIn(service.page('accounts.list', { page: 1, limit: 10 }));
    await clock.until(() => clock.timers === 2); // of the idle and of the total limit
    clock.advance(200_000);
    expect((await call).kind).toBe('timeout');
    expect(clock.timers).toBe(0);
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  it('ends a read that stalls in the middle of a response', async () => {
    let began!: () => void;
    const beginning = new Promise<void>((resolve) => (began = resolve));
    const { service, clock } = await startClient((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[', () => began());
    });
    const call = failureIn(service.page('accounts.list', { page: 1, limit: 10 }));
    await beginning;
    const start = clock.now();
    clock.advance(100_000);
    // The chunk may arrive before or after the clock advanced: two idle limits are enough in any case. The total limit,
    // 15 minutes, is not reached.
    const end = setInterval(() => {
      if (clock.now() - start < 600_000) clock.advance(200_000);
    }, 5);
    onTestFinished(() => clearInterval(end));
    expect((await call).kind).toBe('timeout');
  });

  it('ends a read when the caller cancels', async () => {
    const { service, clock, server } = await startClient(neverResponds);
    const abort = new AbortController();
    const call = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await clock.until(() => clock.timers === 2);
    abort.abort();
    expect((await call).kind).toBe('canceled');
    expect(server.requests.length).toBeLessThanOrEqual(1);
    expect((await failureIn(service.call('accounts.list', { signal: abort.signal }))).kind).toBe('canceled');
  });
});
