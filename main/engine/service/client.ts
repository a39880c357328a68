import type { Credential } from '#contract/connection';
import { fail, failureOf, FailureError, type Failure } from '#contract/failure';
import { hasScope } from './failure-facts';
import type { Identity } from '#contract/calls/identity';
import type { ExchangeAccess } from '#contract/features/tax-ids/values-page';
import type { Reachability, RequestWait } from '#contract/calls/live';
import { lazy } from '#contract/lazy';
import { addressOf } from './address';
import type {
  CallArguments,
  CallName,
  DownloadName,
  PageResponse,
  PagedName,
  PageRequest,
  CallResult,
} from './calls';
import { pause, systemClock, type Clock } from './clock';
import { ReachabilityTracker } from './reachability';
import { Credentials, isSendable } from './credentials';
import { isRetryable, type Endpoint } from './endpoint';
import { endpoints, type EndpointName } from './endpoints';
import { isFailure, isOfService } from './failures';
import { redact } from './redact';
import { bodyOf, checkedBody, headersOf, pagerOf, type CallInput } from './request';
import {
  responseProblemOf,
  expectMatchingResponse,
  expectList,
  withWriteOutcome,
  hasNoContent,
  StatusError,
} from './response';
import { requestedDelay, MAX_RETRY_AFTER_MS, retryDelay, MAX_RETRIES } from './retry';
import { Waits } from './waits';
import { readClaims } from './token-claims';
import {
  SEND_ONCE,
  REQUEST_LIMITS,
  send,
  TransportError,
  type Fetch,
  type IncomingResponse,
  type LimitsByKind,
} from './transport';

export interface ServiceOptions {
  /** Electron's net.fetch in the app (system proxy, OS certificates), globalThis.fetch elsewhere. */
  readonly fetch: Fetch;
  /** The service's address, with its version: https://…/v2. */
  readonly baseUrl: string;
  /** The address for sign-in and API keys. */
  readonly authUrl: string;
  /** Null if the keychain no longer has it: every call then fails with `credential-refused`. */
  readonly credential: Credential | null;
  readonly clock?: Clock;
  /** Called when a call fails because the credential is refused or missing, and a renewal did not help. */
  readonly onUnauthorized?: (problem: Failure) => void;
  /** Called when the result of a request changes whether the service counts as reachable. */
  readonly onReachability?: (reachability: Reachability) => void;
  /** Called when the reason or time of waiting changes; null: not waiting. */
  readonly onWaiting?: (waiting: RequestWait | null) => void;
  /** Refuses every write before anything is sent. */
  readonly readOnly?: boolean | undefined;
  /** Refuses every request, even a sign-in, before anything is sent. */
  readonly isBlocked?: boolean | undefined;
  /** True if this address has responded before; an unknown host then means no network, not a wrong address. */
  readonly hasResponded?: boolean;
  /** Timeouts; REQUEST_LIMITS by default. */
  readonly limits?: LimitsByKind | undefined;
  /** Random part of the retry delay, 0 to 1. */
  readonly random?: () => number;
}

const UNSENDABLE: Failure = { kind: 'credential-unusable', cause: 'stopped before sending' };

/** A message that comes in place of a page is short; longer bodies are checked by the parser of pages. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Loading ky and Node's fetch takes a sixth of the engine's start. */
const http = lazy(async () => {
  const { default: ky } = await import('ky');
  return ky.create({
    timeout: false, // transport.ts limits idle and total time on the given clock, even while the body arrives
    throwHttpErrors: false, // response.ts reads an error's body within the same limits
    // Never followed: on 302 and 307 the credential and body would go to another origin. The response
    // contains the target.
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });
});

/** The response that ky gets for an attempt whose body was already read. */
const emptyResponse = (): Response => new Response(null, { status: 204 });

/**
 * Rethrows the failure of a sign-in: a write that needs it was not sent, or was rejected with a 401. The status is that
 * of the write, never that of the sign-in.
 */
function throwUnsent({ endpoint, refusalStatus: status }: ActiveCall, error: unknown): never {
  if (!(error instanceof FailureError) || endpoint.effect === 'read') throw error;
  const { status: _, ...failure } = error.failure;
  throw new TransportError(
    { ...failure, ...(status === undefined ? {} : { status }) },
    { isUnsent: true, cause: error },
  );
}

/** One call in progress: its target, and the state of its retries. */
interface ActiveCall {
  readonly endpoint: Endpoint;
  readonly url: URL;
  /** Host and path template for messages; never the filled path, which may hold a tax ID. */
  readonly where: string;
  readonly signal: AbortSignal | undefined;
  /** The credential that the last attempt sent; null for a sign-in. */
  bearer: string | null;
  /** The status with which the service refused the credential. */
  refusalStatus?: number | undefined;
  /** True after the service refused the credential and another one was found. */
  hasRenewedCredential: boolean;
}

/**
 * The typed client of one connection (docs/architecture.md). Calls that fail reject with a
 * FailureError. The credential goes only to the addresses given here.
 */
export class Service {
  readonly #options: ServiceOptions;
  readonly #clock: Clock;
  readonly #reachability: ReachabilityTracker;
  readonly #waits: Waits;
  readonly #credentials: Credentials;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#reachability = new ReachabilityTracker(options.hasResponded ?? false, (next) =>
      options.onReachability?.(next),
    );
    this.#waits = new Waits(this.#clock, (waiting) => options.onWaiting?.(waiting));
    this.#credentials = new Credentials(options.credential, this.#clock, async (form) => {
      const bytes = await this.#request('oauth.token', { body: form }, (incoming) => incoming.bytes());
      return new TextDecoder().decode(bytes);
    });
  }

  /**
   * Calls one endpoint, e.g. `call('accounts.get', { path: { id: 7 } })`. GETs and filters are retried where that
   * helps, other calls only after a refused credential; a write whose outcome is unknown fails with `unknown-outcome`.
   */
  async call<N extends CallName>(name: N, ...[input]: CallArguments<N>): Promise<CallResult<N>> {
    const endpoint: Endpoint = endpoints[name];
    // Pages and downloads are reads by type.
    if (this.#options.readOnly && endpoint.effect === 'write')
      throw fail('read-only', { where: endpoint.path });
    const request = (input ?? {}) as CallInput;
    const value = await this.#read(
      name,
      { ...request, body: checkedBody(endpoint, request.body) },
      (bytes, isEmpty) => {
        if (isEmpty) return endpoint.responseParser.noContent();
        const text = new TextDecoder().decode(bytes);
        expectMatchingResponse(endpoint, request.path?.['id'], text);
        return endpoint.responseParser.read(text);
      },
    );
    return value as CallResult<N>;
  }

  /**
   * Returns one page of a list as bytes, for parsing elsewhere (spec 4.1), and the time by the service's clock
   * (milliseconds since 1970; null if the response has no date). A 504 or minutes of silence
   * fails at once with `timeout`, so that the caller can request half as much.
   */
  async page(name: PagedName, { page, limit, body, signal }: PageRequest): Promise<PageResponse> {
    const request = { pager: { page, limit }, body: checkedBody(endpoints[name], body) };
    const requestWithSignal = signal ? { ...request, signal } : request;
    return this.#read(name, requestWithSignal, (bytes, _, headers) => {
      if (bytes.byteLength <= MAX_MESSAGE_BYTES) expectList(new TextDecoder().decode(bytes));
      const time = Date.parse(headers.get('date') ?? '');
      return { bytes, time: Number.isNaN(time) ? null : time };
    });
  }

  /**
   * Streams a binary response (spec 4.6); its body fails with a FailureError if truncated, stalled or
   * canceled.
   */
  download(
    name: DownloadName,
    request: { readonly path: { readonly id: string | number }; readonly signal?: AbortSignal },
  ): Promise<Response> {
    return this.#request(name, request, (incoming) => {
      const { status, headers } = incoming.response;
      if (/\bjson\b|^text\//i.test(headers.get('content-type') ?? '')) {
        incoming.drop();
        throw new TransportError({ kind: 'not-the-service', status });
      }
      return Promise.resolve(new Response(incoming.stream(), { status, headers }));
    });
  }

  /**
   * Runs read-only work in another process on behalf of this connection, so that what it reads never enters this
   * process.
   */
  runInOtherProcess<T>(work: (access: ExchangeAccess) => Promise<T>): Promise<T> {
    return this.#tryInOtherProcess(work);
  }

  /** Uses another credential from now on, including for calls waiting to be retried. */
  setCredential(credential: Credential): void {
    this.#credentials.replace(credential);
  }

  /** Returns whom the credential acts as; signs in first if due. The token stays here. */
  async identity(): Promise<Identity> {
    if (this.#credentials.kind === 'api-key') return { kind: 'api-key' };
    if (this.#options.isBlocked) throw fail('by-policy');
    const claims = readClaims(await this.#bearerToken());
    return claims ? { kind: 'claims', claims } : { kind: 'unreadable' };
  }

  /** Removes the active secrets from a text. */
  redact(text: string): string {
    return redact(text, this.#credentials.secrets());
  }

  #read<T>(
    name: EndpointName,
    request: CallInput,
    use: (bytes: ArrayBuffer, isEmpty: boolean, headers: Headers) => T,
  ): Promise<T> {
    return this.#request(name, request, async (incoming) => {
      const bytes = await incoming.bytes();
      try {
        return use(bytes, hasNoContent(endpoints[name], bytes), incoming.response.headers);
      } catch (error) {
        // An unreadable body is a lost response: a read may be retried, a write has an unknown outcome.
        const problem = { ...failureOf(error), where: endpoints[name].path };
        throw new TransportError(problem, { isTransient: problem.kind === 'cut-short', cause: error });
      }
    });
  }

  /**
   * Sends a request, and retries it while that helps. `use` reads the body within the attempt, so that a
   * truncated body is retried too.
   */
  async #request<T>(
    name: EndpointName,
    request: CallInput,
    use: (incoming: IncomingResponse) => Promise<T>,
  ): Promise<T> {
    const endpoint: Endpoint = endpoints[name];
    const { signal } = request;
    if (signal?.aborted) throw fail('canceled');
    if (this.#options.isBlocked) throw fail('by-policy', { where: endpoint.path });
    const root = endpoint.base === 'auth' ? this.#options.authUrl : this.#options.baseUrl;
    const target = addressOf(root, endpoint.path, request.path, pagerOf(endpoint, request));
    const call: ActiveCall = { endpoint, ...target, signal, bearer: null, hasRenewedCredential: false };
    const sendOnce = isRetryable(endpoint) ? undefined : SEND_ONCE;
    const ky = await http();
    let value: { readonly result: T } | undefined;
    await ky(call.url, {
      method: endpoint.method,
      ...bodyOf(endpoint, request),
      ...sendOnce?.options,
      headers: { ...headersOf(endpoint, request), ...sendOnce?.headers },
      retry: {
        limit: MAX_RETRIES + 2, // one more after the credential was renewed, and one to judge the last failure
        methods: [endpoint.method],
        delay: () => 0, // beforeRetry waits on the given clock and shows it
        shouldRetry: ({ error, retryCount }) => this.#shouldRetry(call, error, retryCount),
      },
      hooks: {
        beforeRequest: [({ request: sent }) => this.#authorize(call, sent)],
        beforeRetry: [
          async ({ request: sent, error, retryCount }) => {
            await this.#waitBeforeRetry(call, error, retryCount);
            await this.#authorize(call, sent);
          },
        ],
        beforeError: [
          ({ error }) => (error instanceof TransportError ? withWriteOutcome(endpoint, error) : error),
        ],
      },
      fetch: async (input) => {
        const sent = input instanceof Request ? input : new Request(input);
        value = { result: await use(await this.#attempt(call, sent)) };
        return emptyResponse();
      },
    });
    if (!value) throw fail('unexpected', { cause: 'the request was not sent' });
    return value.result;
  }

  /** Sets the credential of an attempt; a sign-in carries none. */
  async #authorize(call: ActiveCall, sent: Request): Promise<void> {
    if (call.endpoint.signIn) return;
    call.bearer = await this.#bearerToken().catch((error: unknown) => throwUnsent(call, error));
    if (!isSendable(call.bearer)) throwUnsent(call, new TransportError(UNSENDABLE));
    sent.headers.set('authorization', `Bearer ${call.bearer}`);
  }

  async #bearerToken(): Promise<string> {
    try {
      return await this.#credentials.bearer();
    } catch (error) {
      if (isFailure(error, 'credential-refused')) this.#options.onUnauthorized?.(error.failure);
      throw error;
    }
  }

  /** Makes one attempt: resolves with a success whose body is unread, rejects with a TransportError. */
  async #attempt({ endpoint, url, where, signal }: ActiveCall, request: Request): Promise<IncomingResponse> {
    const optional = endpoint.optional ?? false;
    let incoming: IncomingResponse;
    try {
      incoming = await send(this.#options.fetch, this.#clock, {
        request,
        where,
        limits: (this.#options.limits ?? REQUEST_LIMITS)[endpoint.limits],
        signal,
        // An optional endpoint is probed without reporting idle time.
        onIdle: optional ? undefined : (ms) => this.#waits.start('silent', ms),
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const problem = this.#reachability.reclassify(error, url);
      if (!optional) this.#reachability.noteFailure(problem.failure.kind);
      throw problem;
    }
    const { problem, isWebPage } = await responseProblemOf(incoming, {
      endpoint,
      url,
      where,
      secrets: () => this.#credentials.secrets(),
      now: this.#clock.now(),
    });
    if (!isWebPage) this.#reachability.noteReached();
    this.#reachability.noteResponse(problem?.failure, optional);
    if (problem) throw problem;
    return incoming;
  }

  /**
   * Returns whether to send a request again. After a refused credential even a
   * write may be: the service rejected it before reading the request.
   */
  async #shouldRetry(call: ActiveCall, error: Error, retry: number): Promise<boolean> {
    if (!(error instanceof TransportError)) return false;
    if (error.failure.kind === 'credential-refused' && call.bearer !== null) {
      const { bearer } = call;
      call.refusalStatus = error.failure.status;
      const renew = () =>
        this.#credentials.renew(bearer).catch((failed: unknown) => throwUnsent(call, failed));
      if (!call.hasRenewedCredential && (await renew())) return (call.hasRenewedCredential = true);
      this.#options.onUnauthorized?.(error.failure);
      return false;
    }
    return (
      isRetryable(call.endpoint) &&
      error.isTransient &&
      retry <= MAX_RETRIES + Number(call.hasRenewedCredential)
    );
  }

  /** Waits before retry `retry` (from 1), unless only the credential changed; shows a longer wait. */
  async #waitBeforeRetry(
    { signal, hasRenewedCredential }: ActiveCall,
    error: Error,
    retry: number,
  ): Promise<void> {
    if (!(error instanceof TransportError) || error.failure.kind === 'credential-refused') return;
    if (!(error instanceof StatusError) && error.failure.kind !== 'offline')
      this.#reachability.setState('retrying');
    const retries = retry - 1 - Number(hasRenewedCredential);
    const headers = error instanceof StatusError ? error.response.headers : null;
    const delay = retryDelay(retries, headers, (this.#options.random ?? Math.random)());
    // The requested delay is too long to wait: the user sees the time and decides.
    if (delay > MAX_RETRY_AFTER_MS)
      throw new TransportError({ ...error.failure, kind: 'busy' }, { cause: error });
    const isRequestedDelay = headers !== null && !Number.isNaN(requestedDelay(headers));
    const endWait = isRequestedDelay
      ? this.#waits.start('retry-after', delay)
      : this.#waits.start('retry', delay, { next: retries + 2, max: MAX_RETRIES + 1 });
    await pause(this.#clock, delay, signal)
      .catch(() => {
        this.#reachability.noteFailure('canceled');
        throw fail('canceled');
      })
      .finally(endWait);
  }

  /** Runs work once in another process; if the service refuses the credential, once more with a renewed one. */
  async #tryInOtherProcess<T>(
    work: (access: ExchangeAccess) => Promise<T>,
    { hasRenewedCredential = false } = {},
  ): Promise<T> {
    const { baseUrl, authUrl, isBlocked } = this.#options;
    if (isBlocked) throw fail('by-policy'); // the other process knows no policies
    const bearer = await this.#bearerToken();
    try {
      const value = await work({ baseUrl, authUrl, bearer, hasResponded: this.#reachability.reached });
      this.#reachability.noteReached();
      this.#reachability.setState('reachable');
      return value;
    } catch (error) {
      const problem = failureOf(error);
      const hasAnswered = isOfService(problem) && hasScope(problem.kind, 'credential', 'endpoint', 'request');
      if (hasAnswered && problem.kind !== 'canceled') this.#reachability.setState('reachable');
      else this.#reachability.noteFailure(problem.kind);
      if (problem.kind !== 'credential-refused') throw error;
      if (!hasRenewedCredential && (await this.#credentials.renew(bearer)))
        return this.#tryInOtherProcess(work, { hasRenewedCredential: true });
      this.#options.onUnauthorized?.(problem);
      throw error;
    }
  }
}
