import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { netFetch } from '#engine/service/net-fetch';
import { collectGarbage } from '../../support/collect-garbage';

/** A fake of Electron's net.request. */
class FakeNetRequest extends EventEmitter {
  readonly options: object;
  readonly headers: Record<string, string> = {};
  body: string | undefined;
  aborted = false;
  answer: Readable | undefined;
  constructor(options: object) {
    super();
    this.options = options;
    netRequests.push(this);
  }
  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  end(body?: Buffer): void {
    this.body = body?.toString();
  }
  abort(): void {
    this.aborted = true;
    this.answer?.destroy();
  }
  respond(statusCode: number, response = Readable.from([Buffer.from('body')])): void {
    this.answer = response;
    this.emit(
      'response',
      Object.assign(response, { statusCode, statusMessage: 'words', headers: { via: 'a' } }),
    );
  }
}
const netRequests: FakeNetRequest[] = [];
vi.mock('electron', () => ({ net: { request: (options: object) => new FakeNetRequest(options) } }));
beforeEach(() => void netRequests.splice(0));
afterEach(() => expect(netRequests).toHaveLength(1)); // never sent again

const ADDRESS = 'https://service.example/v2';
async function startRequest(
  init: RequestInit = {},
): Promise<{ request: FakeNetRequest; response: Promise<Response> }> {
  const { signal, ...rest } = init;
  const response = netFetch(new Request(ADDRESS, { method: 'POST', ...rest }), signal ? { signal } : {});
  response.catch(() => undefined); // checked by the test
  const request = await vi.waitFor(() => netRequests[0] ?? expect.unreachable());
  return { request, response };
}

it('sends the request with the given options, and returns the response', async () => {
  const { request, response } = await startRequest({
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    headers: { authorization: 'Bearer key', connection: 'close' },
    body: '{"a":1}',
  });
  expect(request.options).toMatchObject({
    method: 'POST',
    url: ADDRESS,
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });
  expect(request.headers).toMatchObject({ authorization: 'Bearer key', connection: 'close' });
  expect(request.body).toBe('{"a":1}');
  request.respond(200);
  const answer = await response;
  expect(answer.status).toBe(200);
  expect(answer.headers.get('via')).toBe('a');
  expect(await answer.text()).toBe('body');
});

it('reads nothing before the caller does, and does not copy the bytes', async () => {
  const chunk = Buffer.alloc(100_000, 7);
  let readCount = 0;
  const body = new Readable({
    read() {
      readCount += 1;
      this.push(readCount < 50 ? chunk : null);
    },
  });
  const { request, response } = await startRequest();
  request.respond(200, body);
  const reader = (await response).body?.getReader();
  await new Promise(setImmediate);
  expect(readCount).toBe(0);
  const first = await reader?.read();
  expect(first?.value?.buffer).toBe(chunk.buffer);
  await new Promise(setImmediate);
  expect(readCount).toBeLessThan(4);
});

it('closes the connection when the reader cancels', async () => {
  const { request, response } = await startRequest();
  request.respond(200);
  await (await response).body?.cancel();
  expect(request.aborted).toBe(true);
});

it.each([204, 304])('a %i response has no body', async (status) => {
  const { request, response } = await startRequest();
  request.respond(status);
  expect((await response).body).toBeNull();
});

it('returns a redirect with its target without following it', async () => {
  const { request, response } = await startRequest({ redirect: 'manual' });
  expect(request.options).toMatchObject({ redirect: 'manual' });
  request.emit('redirect', 307, 'POST', 'https://elsewhere.example/');
  const answer = await response;
  expect(answer.status).toBe(307);
  expect(answer.headers.get('location')).toBe('https://elsewhere.example/');
  expect(answer.body).toBeNull();
  expect(request.aborted).toBe(true);
});

it('fails for an invalid status, and closes the connection', async () => {
  const { request, response } = await startRequest();
  request.respond(700);
  await expect(response).rejects.toThrow(RangeError);
  expect(request.aborted).toBe(true);
});

it('rejects with the error of a failed request', async () => {
  const { request, response } = await startRequest();
  request.emit('error', new Error('net::ERR_CONNECTION_REFUSED'));
  await expect(response).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
});

it('fails on reading a body that was truncated before it was read', async () => {
  const { request, response } = await startRequest();
  request.respond(200, new Readable({ read: () => undefined }));
  const answer = await response;
  request.answer?.destroy(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));
  await new Promise(setImmediate);
  await expect(answer.text()).rejects.toThrow('net::ERR_CONTENT_LENGTH_MISMATCH');
});

it('can be aborted during the response', async () => {
  const abort = new AbortController();
  const { request, response } = await startRequest({ signal: abort.signal });
  request.respond(200, new Readable({ read: () => undefined }));
  const reading = (await response).text();
  await collectGarbage(); // aborting must not depend on an object that was collected
  abort.abort();
  await expect(reading).rejects.toThrow();
  expect(request.aborted).toBe(true);
});

it('can be aborted before the response', async () => {
  const abort = new AbortController();
  const { request, response } = await startRequest({ signal: abort.signal });
  abort.abort();
  await expect(response).rejects.toThrow('abort');
  expect(request.aborted).toBe(true);
});
