import { describe, expect, it } from 'vitest';
import { FailureError, type Failure } from '#contract/failure';
import { Service } from '#engine/service/client';
import { failureOfWrite, writeOutcomeOf } from '#engine/service/failure-facts';
import { causeOf, failureOfStatus, transportProblemOf } from '#engine/service/failures';
import type { Fetch } from '#engine/service/transport';
import { FakeClock } from '../../support/fake-clock';

/** The form of errors from Electron's net.fetch. */
const chromium = (code: string): Error => new Error(`net::${code}`);
/** The form of errors from Node's fetch. */
const node = (code: string, message = 'failed'): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });

describe('a rejected fetch', () => {
  const CASES: [string, Error][] = [
    ['offline', chromium('ERR_INTERNET_DISCONNECTED')],
    ['offline', chromium('ERR_NETWORK_CHANGED')],
    ['offline', chromium('ERR_ADDRESS_UNREACHABLE')],
    ['offline', node('ENETUNREACH')],
    ['offline', node('EAI_AGAIN')],
    ['wrong-address', chromium('ERR_NAME_NOT_RESOLVED')],
    ['not-answering', chromium('ERR_CONNECTION_REFUSED')],
    ['wrong-address', node('ENOTFOUND')],
    ['not-answering', node('ECONNREFUSED')],
    ['certificate', chromium('ERR_CERT_AUTHORITY_INVALID')],
    ['certificate', chromium('ERR_CERT_COMMON_NAME_INVALID')],
    ['certificate', chromium('ERR_CERT_DATE_INVALID')],
    ['tls-failed', chromium('ERR_SSL_VERSION_OR_CIPHER_MISMATCH')],
    ['certificate', node('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['certificate', node('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['certificate', node('CERT_HAS_EXPIRED')],
    ['certificate', node('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['proxy-login', chromium('ERR_PROXY_AUTH_REQUESTED')],
    ['proxy-unreachable', chromium('ERR_PROXY_CONNECTION_FAILED')],
    ['proxy-unreachable', chromium('ERR_SOCKS_CONNECTION_FAILED')],
    ['certificate', chromium('ERR_PROXY_CERTIFICATE_INVALID')],
    ['proxy-refused', chromium('ERR_TUNNEL_CONNECTION_FAILED')],
    ['proxy-login', chromium('ERR_UNEXPECTED_PROXY_AUTH')],
    ['redirected', new Error("Attempted to redirect, but redirect policy was 'error'")],
    ['redirected', new TypeError('fetch failed', { cause: new Error('unexpected redirect') })],
    ['redirected', chromium('ERR_TOO_MANY_REDIRECTS')],
    ['timeout', chromium('ERR_TIMED_OUT')],
    ['timeout', node('UND_ERR_CONNECT_TIMEOUT')],
    ['tls-failed', chromium('ERR_SSL_PROTOCOL_ERROR')],
    ['tls-failed', node('EPROTO')],
    ['not-the-service', chromium('ERR_INVALID_HTTP_RESPONSE')],
    ['not-the-service', node('HPE_INVALID_CONSTANT')],
    ['cut-short', chromium('ERR_CONNECTION_RESET')],
    ['cut-short', chromium('ERR_EMPTY_RESPONSE')],
    ['cut-short', chromium('ERR_CONTENT_LENGTH_MISMATCH')],
    ['cut-short', chromium('ERR_INCOMPLETE_CHUNKED_ENCODING')],
    ['cut-short', node('ECONNRESET')],
    ['cut-short', node('UND_ERR_SOCKET')],
    ['cut-short', new TypeError('terminated')],
    ['unexpected', new RangeError('a mistake of ours')],
  ];
  for (const [kind, error] of CASES) {
    it(`${causeOf(error)} is ${kind}`, () => {
      expect(transportProblemOf(error).kind).toBe(kind);
    });
  }

  it('is found among several errors, as for a name with two addresses', () => {
    const both = new AggregateError([
      new Error('the address of version 4 has no code'),
      Object.assign(new Error('version 6'), { code: 'ENETUNREACH' }),
    ]);
    expect(transportProblemOf(new TypeError('fetch failed', { cause: both })).kind).toBe('offline');
  });

  it('leaves a write undone before sending, and its outcome unknown afterwards', () => {
    const kindOfWrite = (error: Error): string => {
      const { kind, isUnsent } = transportProblemOf(error);
      return failureOfWrite({ kind }, isUnsent).kind;
    };
    expect(kindOfWrite(chromium('ERR_NAME_NOT_RESOLVED'))).toBe('wrong-address');
    expect(kindOfWrite(chromium('ERR_CERT_DATE_INVALID'))).toBe('certificate');
    expect(kindOfWrite(chromium('ERR_CONNECTION_RESET'))).toBe('unknown-outcome');
    expect(kindOfWrite(chromium('ERR_NETWORK_CHANGED'))).toBe('unknown-outcome');
    expect(kindOfWrite(node('UND_ERR_SOCKET'))).toBe('unknown-outcome');
  });

  it.each(CASES)('makes a write not sent or its outcome unknown: %s', (_, error) => {
    const { kind, isUnsent } = transportProblemOf(error);
    const { state } = writeOutcomeOf(new FailureError(failureOfWrite({ kind }, isUnsent)));
    expect(state).toBe(isUnsent ? 'not-sent' : 'unknown');
  });

  it('gives support its codes, without addresses', () => {
    const error = new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect https://service.example/v2/tax-id/123456789'), {
        code: 'ECONNREFUSED',
      }),
    });
    expect(causeOf(error)).toBe('TypeError: fetch failed < ECONNREFUSED');
    // Without a code, the message is the cause, and its address is shortened to the host.
    expect(causeOf(new Error('no answer from https://service.example/v2/tax-id/123456789'))).toBe(
      'Error: no answer from service.example',
    );
  });
});

describe('a status that is not a success', () => {
  const failureOfText = (text: string): Failure =>
    failureOfStatus({
      status: 500,
      contentType: 'application/json',
      text,
      where: 'service.example/v2/list',
      secrets: { secrets: [] },
    });

  it('keeps the event ID, which support needs, after many reasons', () => {
    const validation_errors = Array.from({ length: 25 }, (_, index) => `reason ${index}`);
    const { reasons = [] } = failureOfText(JSON.stringify({ validation_errors, eventID: 'E-77' }));
    expect(reasons).toHaveLength(21);
    expect(reasons.slice(-2)).toEqual(['reason 19', 'Event E-77']);
  });
});

describe("the client with Electron's fetch errors", () => {
  const failing = async (fetch: Fetch, baseUrl = 'https://127.0.0.1:9/v2'): Promise<Failure> => {
    const service = new Service({
      fetch,
      baseUrl,
      authUrl: baseUrl,
      credential: { kind: 'api-key', key: 'key-of-the-firm' },
      clock: new FakeClock(),
    });
    try {
      await service.call('accounts.list');
    } catch (error) {
      if (error instanceof FailureError) return error.failure;
      throw error;
    }
    throw new Error('It succeeded.');
  };

  it('reports an untrusted certificate', async () => {
    const problem = await failing(() => Promise.reject(chromium('ERR_CERT_AUTHORITY_INVALID')));
    expect(problem).toMatchObject({
      kind: 'certificate',
      where: '127.0.0.1:9/v2/account-management/accounts',
    });
    expect(problem.cause).toContain('ERR_CERT_AUTHORITY_INVALID');
  });

  it('reports a proxy that requires a password', async () => {
    const response = new Response('<html>Proxy Authentication Required</html>', { status: 407 });
    expect((await failing(() => Promise.resolve(response))).kind).toBe('proxy-login');
  });

  it('requests no redirects, cookies, cache or referrer', async () => {
    let sentRequest: Request | undefined;
    await failing((request) => {
      sentRequest = request;
      return Promise.resolve(new Response('{}', { status: 404 }));
    });
    expect(sentRequest).toMatchObject({
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  });

  it.each([429, 503])('reports a busy service for any Retry-After of a %i', async (status) => {
    const failureAfter = (retryAfter: string) =>
      failing(() =>
        Promise.resolve(
          new Response('{}', {
            status,
            headers: { 'retry-after': retryAfter, date: 'Fri, 02 Jan 2026 03:04:05 GMT' },
          }),
        ),
      );
    expect(await failureAfter('3600')).toMatchObject({ kind: 'busy', until: '2026-01-02T04:04:05.000Z' });
    for (const impossible of ['1700000000000', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      const failure = await failureAfter(impossible);
      expect(failure.kind).toBe('busy');
      expect(failure.until).toBeUndefined();
    }
  });

  it.each([504, 524])('does not repeat a read that the gateway ended with %i', async (status) => {
    let requests = 0;
    const failure = await failing(() => {
      requests += 1;
      return Promise.resolve(new Response('{}', { status }));
    });
    expect({ kind: failure.kind, requests }).toEqual({ kind: 'timeout', requests: 1 });
  });

  it('cancels a response that is too large', async () => {
    let isCanceled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCanceled = true;
      },
    });
    const huge = new Response(body, { headers: { 'content-length': String(500 * 1024 * 1024) } });
    expect((await failing(() => Promise.resolve(huge))).kind).toBe('too-big');
    expect(isCanceled).toBe(true);
  });
});
