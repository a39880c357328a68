import { failureOf, FailureError, type Failure, type FailureKind } from '#contract/failure';
import { hasScope } from './failure-facts';
import { redact, type KnownSecrets } from './redact';

/** A transport error, before or after the request left this computer. */
export interface TransportProblem {
  readonly kind: FailureKind;
  /** True if the service cannot have received the request. */
  readonly isUnsent: boolean;
  /** True if the same read may succeed a moment later. */
  readonly isTransient: boolean;
}

const neverSent = (kind: FailureKind): TransportProblem => ({ kind, isUnsent: true, isTransient: false });
const lostResponse = (kind: FailureKind): TransportProblem => ({ kind, isUnsent: false, isTransient: false });
const transientLoss = (kind: FailureKind): TransportProblem => ({ kind, isUnsent: false, isTransient: true });

/** Error codes of Chromium's network stack (Electron's net.fetch: "net::ERR_…"); the first match counts. */
const CHROMIUM: readonly (readonly [RegExp, TransportProblem])[] = [
  [/ERR_(PROXY_AUTH|UNEXPECTED_PROXY_AUTH)/, neverSent('proxy-login')],
  [/ERR_(TUNNEL_|HTTPS_PROXY_TUNNEL|PROXY_HTTP)/, neverSent('proxy-refused')],
  [/ERR_PROXY_CERTIFICATE/, neverSent('certificate')],
  [/ERR_(PROXY_|MANDATORY_PROXY|PAC_|NO_SUPPORTED_PROXIES|SOCKS_)/, neverSent('proxy-unreachable')],
  [/ERR_(CERT_|CERTIFICATE_|SSL_PINNED|BAD_SSL_CLIENT_AUTH|SSL_CLIENT_AUTH)/, neverSent('certificate')],
  [/ERR_SSL_(SERVER_CERT|KEY_USAGE)/, neverSent('certificate')],
  [/ERR_SSL_(OBSOLETE|VERSION|WEAK|UNSUPPORTED|UNRECOGNIZED_NAME)/, neverSent('tls-failed')],
  [/ERR_SSL_PROTOCOL_ERROR/, lostResponse('tls-failed')],
  [/ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_NETWORK_ACCESS_DENIED/, neverSent('offline')],
  [/ERR_(NETWORK_CHANGED|NETWORK_IO_SUSPENDED)/, transientLoss('offline')],
  [/ERR_CONNECTION_REFUSED/, neverSent('not-answering')],
  [/ERR_(NAME_|DNS_|ICANN_|ADDRESS_INVALID|INVALID_URL|UNSAFE_PORT)/, neverSent('wrong-address')],
  [/ERR_CONNECTION_TIMED_OUT/, neverSent('timeout')],
  [/ERR_TIMED_OUT/, lostResponse('timeout')],
  [/ERR_(INVALID_HTTP_RESPONSE|RESPONSE_HEADERS_|UNKNOWN_URL_SCHEME)/, lostResponse('not-the-service')],
  [/ERR_(TOO_MANY_REDIRECTS|UNSAFE_REDIRECT|INVALID_REDIRECT)/, lostResponse('redirected')],
  [
    /ERR_(CONNECTION_|EMPTY_RESPONSE|CONTENT_|INCOMPLETE_|SOCKET_|HTTP2_|QUIC_|SSL_|FAILED|ABORTED)/,
    transientLoss('cut-short'),
  ],
];

/** Error codes of Node's fetch, found on a cause. */
const NODE: readonly (readonly [RegExp, TransportProblem])[] = [
  [/^ECONNREFUSED$/, neverSent('not-answering')],
  [/^(ENOTFOUND|EADDRNOTAVAIL|ERR_INVALID_URL|EINVAL)$/, neverSent('wrong-address')],
  [/^(EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN)$/, neverSent('offline')],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, neverSent('timeout')],
  [/^UND_ERR_(HEADERS_TIMEOUT|BODY_TIMEOUT)$/, lostResponse('timeout')],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|CRL_|ERROR_IN_CERT|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT)/,
    neverSent('certificate'),
  ],
  [/^(EPROTO|ERR_SSL_)/, lostResponse('tls-failed')],
  [/^HPE_/, lostResponse('not-the-service')],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_)/, transientLoss('cut-short')],
];

/** Classifies a rejected fetch or a rejected body read. */
export function transportProblemOf(error: unknown): TransportProblem {
  const causes = causesOf(error);
  // Node: "unexpected redirect" as a cause; Electron: "Attempted to redirect, but redirect policy was
  // 'error'".
  if (causes.some(({ message }) => /redirect/i.test(message) && !/net::/.test(message))) {
    return lostResponse('redirected');
  }
  for (const { code, message } of causes) {
    const chromium = /net::(ERR_\w+)/.exec(message)?.[1];
    const match = chromium
      ? CHROMIUM.find(([pattern]) => pattern.test(chromium))
      : NODE.find(([pattern]) => pattern.test(code));
    if (match) return match[1];
  }
  // "terminated", "other side closed" or "fetch failed" without a code: the connection was lost.
  return transientLoss(
    causes.some(({ name }) => name === 'TypeError' || name === 'SocketError') ? 'cut-short' : 'unexpected',
  );
}

/** Returns the technical cause for support: codes and messages, no addresses beyond the host. */
export function causeOf(error: unknown): string {
  const causes = causesOf(error).filter(({ name }) => name !== 'NetworkError'); // ky's wrapper only repeats the address
  const parts = causes.map(({ name, code, message }) => code || `${name}: ${message}`);
  return redact([...new Set(parts)].join(' < '));
}

interface Cause {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  const queue: unknown[] = [error];
  while (queue.length > 0 && causes.length < 10) {
    const next = queue.shift();
    if (!(next instanceof Error)) continue;
    const code = 'code' in next && typeof next.code === 'string' ? next.code : '';
    causes.push({ name: next.name, code, message: next.message });
    if (next instanceof AggregateError) queue.push(...(next.errors as unknown[]));
    queue.push(next.cause);
  }
  return causes;
}

/** An unsuccessful or unexpected response. */
export interface ErrorResponse {
  readonly status: number;
  readonly contentType: string;
  /** The beginning of the body. */
  readonly text: string;
  readonly where: string;
  /** Values that must not be shown. */
  readonly secrets: KnownSecrets;
}

/** Converts a status outside 2xx to a failure (spec section 7, wire facts A). */
export function failureOfStatus({ status, contentType, text, where, secrets }: ErrorResponse): Failure {
  const isPage = looksLikePage(contentType, text);
  const reasons = isPage ? [] : reasonsIn(text, secrets);
  const kind: FailureKind =
    // Rejected before it was read, usually by the gateway.
    status === 413
      ? 'refused'
      : // The service responds in JSON: a page that denies access comes from an intermediary.
        isPage && (status === 401 || status === 403)
        ? 'page-instead'
        : status === 401
          ? 'credential-refused'
          : status === 403
            ? 'not-allowed'
            : status === 407 || status === 511
              ? 'proxy-login'
              : status === 404 || status === 410
                ? // A web server's own "not found" page means the service is not at this address.
                  isPage
                  ? 'not-the-service'
                  : 'not-found'
                : status === 409 || status === 412
                  ? 'conflict'
                  : status === 429
                    ? 'busy'
                    : status === 408 || status === 504 || status === 524
                      ? 'timeout'
                      : status >= 500
                        ? 'service-broken'
                        : status >= 300 && status < 400
                          ? 'redirected'
                          : isPage
                            ? 'not-the-service'
                            : 'refused';
  return { kind, status, where, ...(reasons.length > 0 ? { reasons } : {}) };
}

/**
 * Converts a 3xx response to a failure; redirects are never followed. `location` is its header. Only http to https
 * on the same host gets its own message; any other target could lead anywhere.
 */
export function failureOfRedirect(status: number, url: URL, location: string | null, where: string): Failure {
  if (status === 304)
    return { kind: 'odd-answer', status, where, cause: 'an answer for a cache that we do not have' };
  const target = location === null || !URL.canParse(location, url) ? null : new URL(location, url);
  const isHttpsUpgrade =
    url.protocol === 'http:' && target?.protocol === 'https:' && target.hostname === url.hostname;
  return { kind: isHttpsUpgrade ? 'needs-https' : 'redirected', status, where };
}

/** Returns whether the service itself responded, rather than a portal, redirect or web page. */
export const isOfService = ({ kind }: Failure): boolean =>
  !hasScope(kind, 'network') && kind !== 'not-the-service';

/** Returns whether a response is a web page or proxy notice instead of JSON. */
export const looksLikePage = (contentType: string, text: string): boolean =>
  /\bhtml\b/i.test(contentType) || /^\s*<(!doctype|html|head|body|\?xml|!--)/i.test(text);

const MAX_REASONS = 20;
const MAX_EVENT_LENGTH = 64;

/**
 * Returns the first reasons of an error body, from `message` and `validation_errors`, and its event ID for support,
 * which redaction would hide as a long opaque value.
 */
function reasonsIn(text: string, secrets: KnownSecrets): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof body !== 'object' || body === null) return [];
  const errorBody = body as Record<string, unknown>;
  const reasons = [errorBody['message'], ...[errorBody['validation_errors']].flat()]
    .filter((reason): reason is string => typeof reason === 'string' && reason.trim() !== '')
    .map((reason) => redact(reason, secrets));
  const event = errorBody['eventID'] ?? errorBody['event_id'];
  const hasEvent = typeof event === 'string' || typeof event === 'number';
  return [
    ...[...new Set(reasons)].slice(0, MAX_REASONS),
    ...(hasEvent ? [`Event ${String(event).slice(0, MAX_EVENT_LENGTH)}`] : []),
  ];
}

/** Returns whether an error is a failure of one of these kinds. */
export const isFailure = (error: unknown, ...kinds: readonly FailureKind[]): error is FailureError =>
  error instanceof FailureError && kinds.includes(failureOf(error).kind);
