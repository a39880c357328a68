import { describe, expect, it } from 'vitest';
import { failureOf, type Failure } from '#contract/failure';
import { REQUEST_LIMITS, send, type Fetch, type LimitsKind } from '#engine/service/transport';
import { collectGarbage } from '../../support/collect-garbage';
import { FakeClock } from '../../support/fake-clock';

/** A body that sends the given bytes and records its cancellation. */
class ControlledBody {
  canceled = false;
  #controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  readonly stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      this.#controller = controller;
    },
    cancel: () => {
      this.canceled = true;
    },
  });
  send(bytes: number, value = 0): void {
    this.#controller.enqueue(new Uint8Array(bytes).fill(value));
  }
  end(): void {
    this.#controller.close();
  }
}

/**
 * Sends a request, waits for the response's headers, then collects garbage, which detaches the `Request` from the
 * caller's abort signal.
 */
async function receiveHeaders(
  limits: LimitsKind,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
) {
  const clock = new FakeClock();
  const body = new ControlledBody();
  const fetch: Fetch = () => Promise.resolve(new Response(body.stream, { headers }));
  const incoming = await send(fetch, clock, {
    request: new Request('https://service.example/v2/list'),
    where: 'service.example/v2/list',
    limits: REQUEST_LIMITS[limits],
    signal,
  });
  await collectGarbage();
  return { clock, body, incoming };
}

const kindIn = (reading: Promise<unknown>): Promise<Failure['kind']> =>
  reading.then(
    () => expect.unreachable(),
    (error: unknown) => failureOf(error).kind,
  );
const drain = async (stream: ReadableStream | null): Promise<void> => {
  await new Response(stream).arrayBuffer();
};

describe('a body that stalls after its headers', () => {
  it('is ended by the idle timeout', async () => {
    const { clock, body, incoming } = await receiveHeaders('list');
    const reading = kindIn(incoming.bytes());
    body.send(10);
    await clock.until(() => clock.timers === 2);
    clock.advance(REQUEST_LIMITS.list.idle);
    expect(await reading).toBe('timeout');
    expect(body.canceled).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('is ended at once when aborted', async () => {
    const abort = new AbortController();
    const { clock, body, incoming } = await receiveHeaders('list', abort.signal);
    const reading = kindIn(incoming.bytes());
    abort.abort();
    expect(await reading).toBe('canceled');
    expect(body.canceled).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('times out, and can be aborted, when it is read as a download', async () => {
    const silent = await receiveHeaders('download');
    const first = kindIn(drain(silent.incoming.stream()));
    await silent.clock.until(() => silent.clock.timers === 2);
    silent.clock.advance(REQUEST_LIMITS.download.idle);
    expect(await first).toBe('timeout');

    const abort = new AbortController();
    const stopped = await receiveHeaders('download', abort.signal);
    const second = kindIn(drain(stopped.incoming.stream()));
    abort.abort();
    expect(await second).toBe('canceled');
    expect(stopped.body.canceled).toBe(true);
  });
});

it('ends the watchdog of a download without a body', async () => {
  const clock = new FakeClock();
  const incoming = await send(() => Promise.resolve(new Response(null)), clock, {
    request: new Request('https://service.example/v2/file'),
    where: 'service.example/v2/file',
    limits: REQUEST_LIMITS.download,
  });
  expect(incoming.stream()).toBeNull();
  expect(clock.timers).toBe(0);
});

it.each([
  ['announced', { 'content-length': String(70 * 1024 * 1024) }, 1],
  ['sent', {}, 33 * 1024 * 1024],
  ['decoded', { 'content-encoding': 'gzip', 'content-length': '100' }, 33 * 1024 * 1024],
])('cancels a body over the limit: too many bytes %s', async (_, headers, chunk) => {
  const { clock, body, incoming } = await receiveHeaders('list', undefined, headers);
  const reading = kindIn(incoming.bytes());
  // The limit of a list is 64 MB, which only two of the larger chunks exceed.
  body.send(chunk);
  body.send(chunk);
  expect(await reading).toBe('too-big');
  expect(body.canceled).toBe(true);
  expect(clock.timers).toBe(0);
});

it('frees the connection of each of 20 responses that announce more than 64 MB', async () => {
  let free = 6; // as many as Chromium opens to one host
  const fetch: Fetch = () => {
    if (free === 0) throw new Error('No connection is free.');
    free -= 1;
    const body = new ReadableStream({ cancel: () => void (free += 1) });
    const headers = { 'content-length': String(70 * 1024 * 1024) };
    return Promise.resolve(new Response(body, { headers }));
  };
  const clock = new FakeClock();
  for (let refusal = 0; refusal < 20; refusal++) {
    const incoming = await send(fetch, clock, {
      request: new Request('https://service.example/v2/list'),
      where: 'service.example/v2/list',
      limits: REQUEST_LIMITS.list,
    });
    expect(await kindIn(incoming.bytes())).toBe('too-big');
  }
  expect(free).toBe(6);
  expect(clock.timers).toBe(0);
});

it('continues a download past the idle timeout while data flows, until it is aborted', async () => {
  const abort = new AbortController();
  const { clock, body, incoming } = await receiveHeaders('download', abort.signal);
  const reader = incoming.stream()?.getReader();
  let bytes = 0;
  const seconds = REQUEST_LIMITS.download.idle / 1_000;
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    body.send(500_000);
    bytes += (await reader?.read())?.value?.byteLength ?? 0;
  }
  expect(bytes).toBe(seconds * 500_000);
  await collectGarbage();
  const next = reader?.read();
  abort.abort();
  expect(await kindIn(Promise.resolve(next))).toBe('canceled');
  expect(body.canceled).toBe(true);
});

describe('a body in chunks', () => {
  const CHUNK_BYTES = 50_000;
  const VALUES = [1, 2, 3, 4];

  it.each([
    ['without a length', undefined],
    ['of the declared length', CHUNK_BYTES * VALUES.length],
    ['longer than declared', CHUNK_BYTES],
    ['with a negative length', -5],
    ['with a length that is not a number', 'many'],
  ])('%s is assembled as received', async (_, length) => {
    const headers = length === undefined ? undefined : { 'content-length': String(length) };
    const { body, incoming } = await receiveHeaders('list', undefined, headers);
    for (const value of VALUES) body.send(CHUNK_BYTES, value);
    body.end();
    const allBytes = Buffer.concat(VALUES.map((value) => Buffer.alloc(CHUNK_BYTES, value)));
    expect(allBytes.equals(new Uint8Array(await incoming.bytes()))).toBe(true);
  });
});
