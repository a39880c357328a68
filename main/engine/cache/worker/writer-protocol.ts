import type { Failure } from '#contract/failure';
import type { PageTarget, ParsedPage, PageParseOptions, WriterCalls } from './writer';

/** The role of a cache thread. The page thread also pauses for list requests. */
export type ThreadRole = { readonly role: 'writer' } | PagesRole;
export interface PagesRole {
  readonly role: 'pages';
  readonly priority: SharedArrayBuffer;
}

/** Requests to the writer thread. Of the cache's threads, only this one receives the database key. */
export type WriterRequest =
  | {
      readonly id: number;
      readonly kind: 'open';
      readonly file: string;
      readonly keyHex: string;
      readonly priority: SharedArrayBuffer;
    }
  | { readonly id: number; readonly kind: 'store'; readonly target: PageTarget; readonly page: ParsedPage }
  | { readonly id: number; readonly kind: 'close' }
  | {
      readonly id: number;
      readonly kind: 'call';
      readonly method: keyof WriterCalls;
      readonly args: readonly unknown[];
    };

/** A request without its number. */
export type RequestBody = WriterRequest extends infer R
  ? R extends WriterRequest
    ? Omit<R, 'id'>
    : never
  : never;

export type WriterReply =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly failure: Failure };

/** Requests to the page thread. */
export interface ParsePageRequest {
  readonly id: number;
  readonly options: PageParseOptions;
  readonly bytes: ArrayBuffer;
}

export type PageReply =
  { readonly id: number; readonly page: ParsedPage } | { readonly id: number; readonly failure: Failure };
