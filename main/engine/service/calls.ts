import type { z } from 'zod';
import type { PathValues } from './address';
import type { ParsedResponse } from './parse-response';
import type { EndpointName, Endpoints } from './endpoints';

export interface PagerOptions {
  /** 1 to 100,000 (spec 4.1). */
  readonly limit?: number;
  /** From 1. */
  readonly page?: number;
}

/** A body given as JSON text is sent unchanged, so that no number loses a digit (wire facts B9). */
export class JsonText {
  readonly text: string;
  /** The parsed body, if known; otherwise undefined. */
  readonly value: unknown;
  constructor(text: string, value?: unknown) {
    this.text = text;
    this.value = value;
  }
}

type PathOf<N extends EndpointName> = Endpoints[N]['path'];
type BodyOf<N extends EndpointName> = Endpoints[N]['body'];

/** Every call except archives, which are downloaded, and the sign-in, which credentials perform. */
export type CallName = Exclude<EndpointName, 'feeUploadFiles.download' | 'oauth.token'>;
export type DownloadName = 'feeUploadFiles.download';
/** Endpoints that return pages of records. */
export type PagedName = Extract<CallName, `${string}.list` | `${string}.filter`>;

export type CallOptions<N extends EndpointName> = {
  readonly pager?: PagerOptions;
  readonly signal?: AbortSignal;
} & (keyof PathValues<PathOf<N>> extends never ? unknown : { readonly path: PathValues<PathOf<N>> }) &
  (BodyOf<N> extends z.ZodType ? { readonly body: z.input<BodyOf<N>> | JsonText } : unknown);

/** Options are optional if nothing in them is required. */
export type CallArguments<N extends EndpointName> =
  Extract<keyof CallOptions<N>, 'path' | 'body'> extends never
    ? [options?: CallOptions<N>]
    : [options: CallOptions<N>];

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A page as it arrived, and the service's time then (milliseconds since 1970); null if unknown. */
export interface PageResponse {
  readonly bytes: ArrayBuffer;
  readonly time: number | null;
}

export type CallResult<N extends EndpointName> = ParsedResponse<Endpoints[N]['responseParser']>;
