import { net } from 'electron';
import { Readable } from 'node:stream';
import type { Fetch } from './transport';

/** Statuses whose answers have no body; a Response must not be given one then. */
const NO_BODY = [101, 204, 205, 304];

/**
 * Fetch over Chromium's network stack (system proxy, certificates of the system), as `net.fetch` is: the same request
 * with the same options, but a body that is handed on as it arrives. `net.fetch` copies each piece of it once more, and
 * leaves the connection open when its reader loses interest.
 */
export const netFetch: Fetch = async (input, init) => {
  const request = new Request(input, init);
  const { method, url, credentials, cache, referrerPolicy, redirect } = request;
  // The caller's own: that of the new Request follows it only until the Request is collected, and then nothing ends
  // a body that has stalled.
  const signal = init?.signal ?? input.signal;
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  signal.throwIfAborted();
  const asked = net.request({ method, url, credentials, cache, referrerPolicy, redirect });
  for (const [name, value] of request.headers) asked.setHeader(name, value);
  const incoming = await new Promise<object>((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason as Error);
      asked.abort();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    asked.on('error', reject);
    asked.on('response', resolve);
    asked.on('redirect', (statusCode: number, _method: string, location: string) => {
      asked.abort(); // a redirect that nobody follows has no body
      resolve({ statusCode, statusMessage: '', headers: { location } });
    });
    if (body) asked.end(body);
    else asked.end();
  });
  try {
    return answerOf(method, incoming, () => asked.abort());
  } catch (error) {
    asked.abort(); // no Response can tell of a status of 700
    throw error;
  }
};

/** Electron's answers are streams, whatever their type says. */
type Incoming = Readable & Pick<Electron.IncomingMessage, 'statusCode' | 'statusMessage' | 'headers'>;

function answerOf(method: string, incoming: object, abort: () => void): Response {
  const answer = incoming as Incoming;
  const { statusCode: status, statusMessage: statusText } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, [value].flat().join(', '));
  const none = NO_BODY.includes(status) || method === 'HEAD' || !(answer instanceof Readable);
  return new Response(none ? null : streamOf(answer, abort), { status, statusText, headers });
}

/** Nothing is taken from the network before somebody asks for it, so that a reader that pauses holds the sender up. */
function streamOf(incoming: Readable, abort: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  incoming.on('error', () => undefined); // before anybody reads, too: the reader is told then
  const pieces = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>;
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel: abort,
    },
    { highWaterMark: 0 },
  );
}
