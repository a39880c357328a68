import type { Failure } from '../../../../preload/contract/failure';
import type { PageInHand, PagePlace, Stored, WriterCalls } from './writer';

/** What the engine's main thread asks of the writer thread. The database key travels here and nowhere else. */
export type Request =
  | { readonly id: number; readonly kind: 'open'; readonly file: string; readonly keyHex: string }
  | { readonly id: number; readonly kind: 'page'; readonly place: PagePlace; readonly bytes: ArrayBuffer }
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
  | { readonly id: number; readonly kind: 'meta'; readonly meta: Awaited<PageInHand['meta']> }
  | { readonly id: number; readonly kind: 'stored'; readonly stored: Stored }
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly failure: Failure };
