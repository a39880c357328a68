import { fail } from '#contract/failure';
import { JsonText, type PagerOptions } from './calls';
import type { Endpoint } from './endpoint';
import { redact } from './redact';

/** The parts that a call contributes to its request. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly pager?: PagerOptions;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Validates a body against the table; reports field names, never values. */
export function checkedBody(endpoint: Endpoint, body: unknown): unknown {
  if (!endpoint.body) return undefined;
  const value: unknown = body instanceof JsonText ? (body.value ?? JSON.parse(body.text)) : body;
  const parsed = endpoint.body.safeParse(value);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'body'}: ${redact(message)}`,
    );
    throw fail('refused', {
      reasons: reasons.slice(0, 20),
      where: endpoint.path,
      cause: 'stopped before sending',
    });
  }
  return body instanceof JsonText ? body : parsed.data;
}

export function bodyOf(endpoint: Endpoint, { body }: CallInput): { body?: string | URLSearchParams } {
  if (body === undefined) return {};
  if (endpoint.signIn) return { body: new URLSearchParams(body as Record<string, string>) };
  return { body: body instanceof JsonText ? body.text : JSON.stringify(body) };
}

export function headersOf(endpoint: Endpoint, { body }: CallInput): Record<string, string> {
  return {
    accept: endpoint.responseParser.shape === 'archive' ? 'application/zip, */*;q=0.1' : 'application/json',
    'user-agent': 'FirmDesk',
    ...(body === undefined || endpoint.signIn ? {} : { 'content-type': 'application/json' }),
  };
}

export function pagerOf(endpoint: Endpoint, { pager }: CallInput): Record<string, number> {
  if (!endpoint.paged || !pager) return {};
  return {
    ...(pager.limit === undefined ? {} : { 'pager.limit': pager.limit }),
    ...(pager.page === undefined ? {} : { 'pager.page': pager.page }),
  };
}
