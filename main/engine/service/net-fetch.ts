import { net } from 'electron';
import { Readable } from 'node:stream';
import type { Fetch } from './transport';

/** Statuses without a body; a Response must not be given one. */
const NO_BODY = [101, 204, 205, 304];

/**
 * Fetches over Chromium's network stack (system proxy and certificates), like `net.fetch`, but streams the
 * body as it arrives. `net.fetch` copies each chunk once more and keeps the connection open after its reader
 * stops.
 */
export const netFetch: Fetch = async (input, init) => {
  const request = new Request(input, init);
  const { method, url, credentials, cache, referrerPolicy, redirect } = request;
  // Uses the caller's signal: the new Request's signal follows it only until the Request is collected, after
  // which nothing would end a stalled body.
  const signal = init?.signal ?? input.signal;
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  signal.throwIfAborted();
  const netRequest = net.request({ method, url, credentials, cache, referrerPolicy, redirect });
  for (const [name, value] of request.headers) netRequest.setHeader(name, value);
  const incoming = await new Promise<object>((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason as Error);
      netRequest.abort();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    netRequest.on('error', reject);
    netRequest.on('response', resolve);
    netRequest.on('redirect', (statusCode: number, _method: string, location: string) => {
      netRequest.abort(); // a redirect that is not followed has no body
      resolve({ statusCode, statusMessage: '', headers: { location } });
    });
    if (body) netRequest.end(body);
    else netRequest.end();
  });
  try {
    return responseOf(method, incoming, () => netRequest.abort());
  } catch (error) {
    netRequest.abort(); // a Response cannot represent a status of 700
    throw error;
  }
};

/** Electron's responses are streams, despite their type. */
type Incoming = Readable & Pick<Electron.IncomingMessage, 'statusCode' | 'statusMessage' | 'headers'>;

function responseOf(method: string, incoming: object, abort: () => void): Response {
  const response = incoming as Incoming;
  const { statusCode: status, statusMessage: statusText } = response;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, [value].flat().join(', '));
  const hasNoBody = NO_BODY.includes(status) || method === 'HEAD' || !(response instanceof Readable);
  return new Response(hasNoBody ? null : streamOf(response, abort), { status, statusText, headers });
}

/** Reads from the network only on demand, so that a paused reader applies backpressure. */
function streamOf(incoming: Readable, abort: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  incoming.on('error', () => undefined); // errors before the first read are reported to the reader later
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>;
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await chunks.next();
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel: abort,
    },
    { highWaterMark: 0 },
  );
}
