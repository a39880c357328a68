import type { z } from 'zod';
import type { ResponseParser } from './parse-response';
import type { LimitsKind } from './transport';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One row of the endpoint table. */
export interface Endpoint<
  P extends string = string,
  B extends z.ZodType | null = z.ZodType | null,
  A = unknown,
> {
  readonly method: HttpMethod;
  /**
   * Relative to the base address, or to the authentication address for `base: 'auth'`. `{name}` is a
   * placeholder.
   */
  readonly path: P;
  readonly base: 'service' | 'auth';
  /** Specification section; "wire" if only the wire facts describe it. */
  readonly section: string;
  /** The request body; null for none. */
  readonly body: B;
  readonly responseParser: ResponseParser<A>;
  /** Accepts pager.limit and pager.page (spec 4.1). */
  readonly paged: boolean;
  /** `write`: changes something in the service, or sends a message to someone. */
  readonly effect: 'read' | 'write';
  readonly limits: LimitsKind;
  /** The body is a form, and the request carries no credential. */
  readonly signIn?: true;
  readonly deprecated?: true;
  /** Not every service has this endpoint (wire facts A): it is probed once, without retries. */
  readonly optional?: true;
}

type EndpointOptions = Partial<
  Pick<Endpoint, 'base' | 'paged' | 'limits' | 'signIn' | 'deprecated' | 'optional' | 'effect'>
>;

/** Declares a POST that only reads, such as a filter or a token exchange. */
export const queryEndpoint = <const P extends string, B extends z.ZodType | null, A>(
  section: string,
  path: P,
  body: B,
  response: ResponseParser<A>,
  options: EndpointOptions = {},
): Endpoint<P, B, A> => ({
  method: 'POST',
  path,
  section,
  body,
  responseParser: response,
  base: 'service',
  effect: 'read',
  paged: response.shape === 'list',
  limits: response.shape === 'list' ? 'list' : 'quick',
  ...options,
});

/** Declares a reading GET. */
export const get = <const P extends string, A>(
  section: string,
  path: P,
  response: ResponseParser<A>,
  options: EndpointOptions = {},
): Endpoint<P, null, A> => ({ ...queryEndpoint(section, path, null, response, options), method: 'GET' });

/** Declares a POST that creates, removes or sends. */
export const post = <const P extends string, B extends z.ZodType | null, A>(
  section: string,
  path: P,
  body: B,
  response: ResponseParser<A>,
  options: EndpointOptions = {},
): Endpoint<P, B, A> => ({
  ...queryEndpoint(section, path, body, response),
  effect: 'write',
  paged: false,
  limits: 'write',
  ...options,
});

/** Declares a PUT of whole records. */
export const put = <const P extends string, B extends z.ZodType, A>(
  section: string,
  path: P,
  body: B,
  response: ResponseParser<A>,
): Endpoint<P, B, A> => ({ ...post(section, path, body, response), method: 'PUT' });

/** Declares a DELETE of one record. */
export const deleteEndpoint = <const P extends string, A>(
  section: string,
  path: P,
  response: ResponseParser<A>,
  options: EndpointOptions = {},
): Endpoint<P, null, A> => ({ ...post(section, path, null, response, options), method: 'DELETE' });

/**
 * Returns whether a call may be retried automatically: a GET or a filter. Other POSTs, even those that only read, are
 * sent once.
 */
export const isRetryable = ({
  method,
  path,
  optional,
}: Pick<Endpoint, 'method' | 'path' | 'optional'>): boolean =>
  !optional && (method === 'GET' || (method === 'POST' && path.endsWith('/filter')));
