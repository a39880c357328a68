import type { Credential } from '#contract/connection';
import { fail, failureOf, type Failure } from '#contract/failure';
import { hasScope } from '#contract/failure-scope';
import type { ExchangeAccess } from '#contract/features/tax-ids/values-page';
import type { Contact, Waiting } from '#contract/calls/live';
import { addressOf } from './address';
import type { Arguments, CallName, DownloadName, PagedName, PageRequest, Result } from './calls';
import { pause, systemClock, type Clock } from './clock';
import { createContactTracker } from './contact';
import { createCredentials, isSendable } from './credentials';
import { isRetryable, type Endpoint } from './endpoint';
import { endpoints, type EndpointName } from './endpoints';
import { failureOfRedirect, failureOfStatus, isFailure, isOfService, looksLikePage } from './failures';
import { redact } from './redact';
import { bodyOf, checkedBody, headersOf, pagerOf, type CallInput } from './request';
import { beginning, expectAsked, expectList, final, isSilent, StatusError } from './response';
import { askedDelay, MAX_RETRY_AFTER_MS, retryDelay, RETRIES } from './retry';
import { createWaits } from './waits';
import { createTransport, PACES, TransportError, type Fetch, type Incoming, type Paces } from './transport';

export interface ServiceOptions {
  /** Electron's net.fetch in the app (system proxy, OS certificates), globalThis.fetch elsewhere. */
  readonly fetch: Fetch;
  /** The service's address, with its version: https://…/v2. */
  readonly baseUrl: string;
  /** The address for sign-in and API keys. */
  readonly authUrl: string;
  /** Null if the keychain has lost it: every call then fails with `credential-refused`. */
  readonly credential: Credential | null;
  readonly clock?: Clock;
  /** Called for each 401 that a token refresh could not fix. */
  readonly onUnauthorized?: (problem: Failure) => void;
  /** Called when a request's result differs from the previous one. */
  readonly onContact?: (contact: Contact) => void;
  /** Called when the reason or time of waiting changes; null: not waiting. */
  readonly onWaiting?: (waiting: Waiting | null) => void;
  /** Refuses every write before anything is sent. */
  readonly readOnly?: boolean | undefined;
  /** This address has answered before, so an unknown host means no network instead of a wrong address. */
  readonly known?: boolean;
  /** Timeouts; the usual ones by default. */
  readonly paces?: Paces | undefined;
  /** Random part of the retry delay, 0 to 1. */
  readonly random?: () => number;
}

const UNSENDABLE: Failure = { kind: 'credential-unusable', cause: 'stopped before sending' };

/** A message body is short; longer bodies are inspected by their parser. */
const MAX_MESSAGE_BYTES = 64 * 1024;

export type Service = ReturnType<typeof createService>;

/**
 * The typed client of one connection (architecture, sections 3 and 4). Every call rejects with a
 * FailureError. The credential goes only to the addresses given here.
 */
export function createService(options: ServiceOptions) {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const paces = options.paces ?? PACES;
  const send = createTransport({ fetch: options.fetch, clock });
  const roots = { base: options.baseUrl, auth: options.authUrl };
  const contact = createContactTracker(options.known ?? false, (next) => options.onContact?.(next));
  const wait = createWaits(clock, (waiting) => options.onWaiting?.(waiting));

  const credentials = createCredentials(options.credential, clock, async (form) => {
    const incoming = await sendOnce('oauth.token', { body: form }, null);
    return new TextDecoder().decode(await incoming.bytes());
  });

  /** Makes one attempt: resolves with a success whose body is unread, rejects with a TransportError. */
  async function sendOnce(name: EndpointName, request: CallInput, bearer: string | null): Promise<Incoming> {
    const endpoint: Endpoint = endpoints[name];
    if (bearer !== null && !isSendable(bearer)) throw new TransportError(UNSENDABLE, true, false);
    const { url, where } = addressOf(
      roots[endpoint.at],
      endpoint.path,
      request.path,
      pagerOf(endpoint, request),
    );
    let incoming: Incoming;
    try {
      incoming = await send({
        method: endpoint.method,
        url,
        where,
        pace: paces[endpoint.pace],
        once: !isRetryable(endpoint),
        signal: request.signal,
        // An optional endpoint is probed without reporting silence.
        onSilence: endpoint.optional ? undefined : (ms) => wait('silent', ms),
        ...bodyOf(endpoint, request),
        headers: headersOf(endpoint, request, bearer),
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const problem = contact.placed(error, url);
      if (!endpoint.optional) contact.lost(problem.failure.kind);
      throw problem;
    }
    const { response } = incoming;
    const heard = (problem?: Failure): void => contact.heard(problem, endpoint.optional ?? false);
    if (response.redirected || (response.status >= 300 && response.status < 400)) {
      incoming.drop();
      const to = response.headers.get('location');
      const problem = failureOfRedirect(response.status, url, to, where);
      heard(problem);
      throw new TransportError(problem, false, false);
    }
    const contentType = response.headers.get('content-type') ?? '';
    if (response.ok) {
      if (!/\bhtml\b/i.test(contentType)) {
        contact.reach();
        heard();
        return incoming;
      }
      incoming.drop();
      const problem = { kind: 'not-the-service', where, status: response.status } as const;
      heard(problem);
      throw new TransportError(problem, false, false);
    }
    const text = await beginning(incoming);
    const problem = failureOfStatus({
      status: response.status,
      contentType,
      text,
      where,
      secrets: credentials.secrets(),
    });
    heard(problem);
    if (!looksLikePage(contentType, text)) contact.reach();
    // A list has no ID that could be unknown, so its address is missing.
    const isPart = problem.kind === 'not-found' && endpoint.answer.shape === 'list';
    const delay = askedDelay(response.headers);
    const until = Number.isNaN(delay) ? {} : { until: new Date(clock.now() + delay).toISOString() };
    throw new StatusError({ ...problem, ...until, ...(isPart ? { kind: 'part-absent' } : {}) }, response);
  }

  /** Retries while that helps. `use` reads the body, so that a truncated body is retried too. */
  async function sendWithRetries<T>(
    name: EndpointName,
    request: CallInput,
    use: (incoming: Incoming) => Promise<T>,
  ): Promise<T> {
    const endpoint: Endpoint = endpoints[name];
    if (request.signal?.aborted) throw fail('canceled');
    let renewed = false;
    for (let repeats = 0; ;) {
      const bearer = await signedIn();
      try {
        return await use(await sendOnce(name, request, bearer));
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        if (error.failure.kind === 'credential-refused') {
          // The service rejected the credential before reading the request, so even a write may be sent
          // again.
          if (!renewed && (await credentials.renew(bearer))) {
            renewed = true;
            continue;
          }
          options.onUnauthorized?.(error.failure);
          throw error;
        }
        if (!isRetryable(endpoint) || !error.passing || repeats >= RETRIES) throw final(endpoint, error);
        if (!(error instanceof StatusError) && error.failure.kind !== 'offline') contact.tell('retrying');
        const headers = error instanceof StatusError ? error.response.headers : null;
        const delay = retryDelay(repeats, headers, random());
        // The requested delay is too long to wait: the user sees the time and decides.
        if (delay > MAX_RETRY_AFTER_MS)
          throw new TransportError({ ...error.failure, kind: 'busy' }, false, false, error);
        const isAsked = headers !== null && !Number.isNaN(askedDelay(headers));
        const waited = isAsked
          ? wait('asked', delay)
          : wait('again', delay, { next: repeats + 2, most: RETRIES + 1 });
        await pause(clock, delay, request.signal)
          .catch(() => {
            contact.lost('canceled');
            throw fail('canceled');
          })
          .finally(waited);
        repeats++;
      }
    }
  }

  async function signedIn(): Promise<string> {
    try {
      return await credentials.bearer();
    } catch (error) {
      if (isFailure(error, 'credential-refused')) options.onUnauthorized?.(error.failure);
      throw error;
    }
  }

  /** Makes one attempt of work in another process; after an expired credential, another with the next one. */
  async function tryOnOtherHost<T>(work: (as: ExchangeAccess) => Promise<T>, renewed: boolean): Promise<T> {
    const bearer = await signedIn();
    try {
      const value = await work({
        baseUrl: options.baseUrl,
        authUrl: options.authUrl,
        bearer,
        known: contact.reached,
      });
      contact.reach();
      contact.tell('answered');
      return value;
    } catch (error) {
      const problem = failureOf(error);
      const isAnswer = isOfService(problem) && hasScope(problem.kind, 'credential', 'part', 'request');
      if (isAnswer && problem.kind !== 'canceled') contact.tell('answered');
      else contact.lost(problem.kind);
      if (problem.kind !== 'credential-refused') throw error;
      if (!renewed && (await credentials.renew(bearer))) return tryOnOtherHost(work, true);
      options.onUnauthorized?.(problem);
      throw error;
    }
  }

  const read = <T>(
    name: EndpointName,
    request: CallInput,
    use: (bytes: ArrayBuffer, silent: boolean) => T,
  ): Promise<T> =>
    sendWithRetries(name, request, async (incoming) => {
      const bytes = await incoming.bytes();
      try {
        return use(bytes, isSilent(endpoints[name], bytes));
      } catch (error) {
        // An unreadable body is a lost answer: a read may be retried, a write has an unknown outcome.
        const problem = { ...failureOf(error), where: endpoints[name].path };
        throw new TransportError(problem, false, problem.kind === 'cut-short', error);
      }
    });

  return {
    /**
     * Calls one endpoint, e.g. `call('accounts.get', { path: { id: 7 } })`. Reads are retried where that
     * helps; writes never: if the outcome is unknown, they fail with `unknown-outcome`.
     */
    async call<N extends CallName>(name: N, ...[given]: Arguments<N>): Promise<Result<N>> {
      const endpoint: Endpoint = endpoints[name];
      // Pages and downloads are reads by type.
      if (options.readOnly && endpoint.effect === 'write') throw fail('read-only', { where: endpoint.path });
      const request = (given ?? {}) as CallInput;
      const value = await read(
        name,
        { ...request, body: checkedBody(endpoint, request.body) },
        (bytes, silent) => {
          if (silent) return endpoint.answer.silent();
          const text = new TextDecoder().decode(bytes);
          expectAsked(endpoint, request.path?.['id'], text);
          return endpoint.answer.read(text);
        },
      );
      return value as Result<N>;
    },

    /**
     * Returns one page of a list as bytes, for parsing elsewhere (spec 4.1). A 504 or minutes of silence
     * fails at once with `timeout`, so that the caller can request half as much.
     */
    async page(name: PagedName, { page, limit, body, signal }: PageRequest): Promise<{ bytes: ArrayBuffer }> {
      const request = { pager: { page, limit }, body: checkedBody(endpoints[name], body) };
      const asked = signal ? { ...request, signal } : request;
      return {
        bytes: await read(name, asked, (bytes) => {
          if (bytes.byteLength <= MAX_MESSAGE_BYTES) expectList(new TextDecoder().decode(bytes));
          return bytes;
        }),
      };
    },

    /**
     * Streams a binary answer (spec 4.6); its body fails with a FailureError if truncated, stalled or
     * canceled.
     */
    download(
      name: DownloadName,
      request: { readonly path: { readonly id: string | number }; readonly signal?: AbortSignal },
    ): Promise<Response> {
      return sendWithRetries(name, request, (incoming) => {
        const { status, headers } = incoming.response;
        if (/\bjson\b|^text\//i.test(headers.get('content-type') ?? '')) {
          incoming.drop();
          throw new TransportError({ kind: 'not-the-service', status }, false, false);
        }
        return Promise.resolve(new Response(incoming.stream(), { status, headers }));
      });
    },

    /**
     * Runs read-only work in another process on behalf of this connection, so that what it reads never passes
     * here.
     */
    elsewhere: <T>(work: (as: ExchangeAccess) => Promise<T>): Promise<T> => tryOnOtherHost(work, false),

    /** Uses another credential from now on, also for calls waiting to be retried. */
    setCredential(credential: Credential): void {
      credentials.replace(credential);
    },

    /** Removes the active secrets from a text. */
    redact: (text: string): string => redact(text, credentials.secrets()),
  };
}
