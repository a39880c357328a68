import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the service responds to a request; `count` is the number of earlier requests. */
export type Behavior = (response: ServerResponse, request: ReceivedRequest, count: number) => unknown;

export interface MisbehavingService {
  readonly origin: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly requests: ReceivedRequest[];
  /** Changes the behavior for later requests. */
  behave(next: Behavior): void;
  close(): Promise<void>;
}

/** Starts a server on loopback whose responses a test controls, down to the bytes. */
export async function startMisbehaving(first: Behavior): Promise<MisbehavingService> {
  let behavior = first;
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const url = new URL(request.url ?? '/', 'http://service.invalid');
      const arrived: ReceivedRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      };
      const count = requests.push(arrived) - 1;
      await behavior(response, arrived, count);
    })().catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v2`,
    authUrl: `${origin}/auth/v2`,
    requests,
    behave(next) {
      behavior = next;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Responds with JSON and a status. */
export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behavior =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Responds with a gateway's HTML page. */
export const gatewayPage =
  (status: number, text = '<!DOCTYPE html><html><body>Bad Gateway</body></html>'): Behavior =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(text);

/** Responds with any body under any content type. */
export const rawResponse =
  (text: string, status = 200, type = 'text/plain'): Behavior =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(text);

/** Ends by closing the connection, without a length: missing bytes raise no error. */
export const closeDelimited =
  (text: string, type = 'application/json'): Behavior =>
  (response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n${text}`);
  };

/** Announces `missing` more bytes than it sends before it drops the connection. */
export const incompleteResponse =
  (text: string, missing = 10): Behavior =>
  (response) => {
    const length = Buffer.byteLength(text) + missing;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
    response.write(text, () => response.destroy());
  };

/** Drops the connection without a response. */
export const hangUp: Behavior = (response) => response.destroy();

/** Accepts the request and never responds. */
export const neverResponds: Behavior = () => undefined;

/** Applies the behaviors in turn, counted from the service's first request, then always the last one. */
export const responsesInSequence =
  (...turns: readonly [Behavior, ...Behavior[]]): Behavior =>
  (response, request, count) =>
    (turns[Math.min(count, turns.length - 1)] ?? turns[0])(response, request, count);

/** Returns the body of a list response with the pager of spec 4.1; `overrides` change its envelope. */
export function listBody(
  items: readonly unknown[],
  request: ReceivedRequest,
  overrides: Readonly<Record<string, unknown>> = {},
) {
  const limit = Number(request.query.get('pager.limit') ?? 10_000);
  const page = Number(request.query.get('pager.page') ?? 1);
  const pages = Math.max(1, Math.ceil(items.length / limit));
  return {
    object: 'list',
    has_next: page < pages,
    has_previous: page > 1,
    current_page: page,
    total_pages: pages,
    page_size_limit: limit,
    total_items: items.length,
    data: items.slice((page - 1) * limit, page * limit),
    ...overrides,
  };
}
