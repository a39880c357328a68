import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The gate's treatment of a request. */
export type Verdict =
  | 'pass'
  /** Held until `open()`, then passed. */
  | 'hold'
  /** The connection is dropped without a response. */
  | 'drop'
  /** The service processes the request; the connection is dropped instead of the response. */
  | 'lose'
  | { status: number; body: string; type?: string }
  /** The service receives the request, with `passed` as its body if given; its response is replaced. */
  | { after: { status: number; body: string; type?: string }; passed?: string }
  /** The service receives the request, with `passed` as its body if given; its response is changed. */
  | { change: (response: ChangedResponse) => void; passed?: string }
  /** The gate responds with this function; the service receives nothing. */
  | ((response: ServerResponse) => Promise<void>);

/** A response on its way through the gate. */
export interface ChangedResponse {
  readonly headers: IncomingHttpHeaders;
  body: string;
}

/** A proxy in front of a service: passes everything, unless a test judges some requests otherwise. */
export class Gate {
  readonly requests: string[] = [];
  judge: (request: { method: string; path: string; page: number }) => Verdict = () => 'pass';
  /** Judges any request but a GET by its body, which is read completely first. Null: only `judge` decides. */
  judgeBody: ((request: { method: string; path: string; body: string }) => Verdict | undefined) | null = null;
  #held: (() => void)[] = [];
  #port = 0;
  readonly #server: http.Server;
  readonly #target: URL;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = http.createServer((request, response) => this.#arrive(request, response));
  }

  /** `port`: the preferred port; another one if it is in use. */
  static async before(target: string, port = 0): Promise<Gate> {
    const gate = new Gate(target);
    const listen = (listenPort: number) =>
      new Promise<void>((ready, failed) => {
        gate.#server.once('error', failed).listen(listenPort, '127.0.0.1', ready);
      });
    await listen(port).catch(() => listen(0));
    return gate;
  }

  /** The service's base address, through the gate. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#target.pathname}`;
  }

  get held(): number {
    return this.#held.length;
  }

  /** Releases every held request, and passes all later ones that `judgeBody` does not judge. */
  open(): void {
    this.judge = () => 'pass';
    for (const release of this.#held.splice(0)) release();
  }

  /** Listens again on the same port after `close`. */
  reopen(): Promise<void> {
    return new Promise((ready, failed) => {
      this.#server.once('error', failed).listen(this.#port, '127.0.0.1', ready);
    });
  }

  async close(): Promise<void> {
    this.#port = (this.#server.address() as AddressInfo | null)?.port ?? this.#port;
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #arrive(request: IncomingMessage, response: ServerResponse): void {
    if (this.judgeBody === null || request.method === 'GET') this.#decide(request, response);
    else {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#decide(request, response, Buffer.concat(chunks)));
    }
  }

  /** `body`: the body, if it was already read. */
  #decide(request: IncomingMessage, response: ServerResponse, body?: Buffer): void {
    const url = new URL(request.url ?? '/', this.#target);
    this.requests.push(`${request.method} ${url.pathname}${url.search}`);
    const method = request.method ?? '';
    const path = url.pathname.slice(this.#target.pathname.length);
    const page = Number(url.searchParams.get('pager.page') ?? 1);
    const verdict =
      (body && this.judgeBody?.({ method, path, body: body.toString() })) ??
      this.judge({ method, path, page });
    const forward = (
      replaceResponse?: () => void,
      passed = body,
      change?: (response: ChangedResponse) => void,
    ) => this.#forward(request, response, url, { body: passed, replaceResponse, change });
    const respond = ({ status, body: sent, type }: { status: number; body: string; type?: string }) =>
      void response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(sent);
    if (verdict === 'pass') forward();
    else if (verdict === 'hold') this.#held.push(forward);
    else if (verdict === 'drop') request.socket.destroy();
    else if (verdict === 'lose') forward(() => request.socket.destroy());
    else if (typeof verdict === 'function') void verdict(response);
    else if ('change' in verdict) {
      const { change, passed } = verdict;
      forward(undefined, passed === undefined ? body : Buffer.from(passed), change);
    } else if ('after' in verdict) {
      const { after, passed } = verdict;
      forward(() => respond(after), passed === undefined ? body : Buffer.from(passed));
    } else respond(verdict);
  }

  #forward(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    {
      body,
      replaceResponse,
      change,
    }: {
      body: Buffer | undefined;
      replaceResponse: (() => void) | undefined;
      change: ((response: ChangedResponse) => void) | undefined;
    },
  ): void {
    const forwarded = http.request(
      {
        host: this.#target.hostname,
        port: this.#target.port,
        path: url.pathname + url.search,
        method: request.method,
        headers: body ? { ...request.headers, 'content-length': body.length } : request.headers,
      },
      (upstream) => {
        if (replaceResponse) {
          upstream.resume();
          replaceResponse();
          return;
        }
        if (change) {
          void changeResponse(upstream, response, change);
          return;
        }
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    if (body) forwarded.end(body);
    else request.pipe(forwarded);
  }
}

async function changeResponse(
  upstream: IncomingMessage,
  response: ServerResponse,
  change: (response: ChangedResponse) => void,
): Promise<void> {
  const changed = { headers: { ...upstream.headers }, body: await text(upstream) };
  change(changed);
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = changed.headers;
  response.writeHead(upstream.statusCode ?? 502, headers).end(changed.body);
}
