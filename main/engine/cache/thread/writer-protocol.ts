import type { Failure } from '../../../../preload/contract/failure';
import type { PagePlace, ReadPage, Reading, WriterCalls } from './writer';

/** What a thread of the cache is for; that of pages stands still for whoever has the right of way, too. */
export type ThreadRole = { readonly role: 'writer' } | PagesRole;
export interface PagesRole {
  readonly role: 'pages';
  readonly way: SharedArrayBuffer;
}

/** What the engine's main thread asks of the writer thread. The database key travels here and nowhere else. */
export type Request =
  | {
      readonly id: number;
      readonly kind: 'open';
      readonly file: string;
      readonly keyHex: string;
      readonly way: SharedArrayBuffer;
    }
  | { readonly id: number; readonly kind: 'store'; readonly place: PagePlace; readonly page: ReadPage }
  | { readonly id: number; readonly kind: 'close' }
  | {
      readonly id: number;
      readonly kind: 'call';
      readonly method: keyof WriterCalls;
      readonly args: readonly unknown[];
    };

/** A request without its number. */
export type Asking = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;

export type Reply =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly failure: Failure };

/** What the engine's main thread asks of the thread that reads pages. */
export interface PageRequest {
  readonly id: number;
  readonly how: Reading;
  readonly bytes: ArrayBuffer;
}

export type PageReply =
  { readonly id: number; readonly page: ReadPage } | { readonly id: number; readonly failure: Failure };
