import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../../failure';
import { lineState, taxIdLine, reason, MAX_TAX_ID_TEXT, taxIdType } from './schemas';
import { query, selection } from '../../query';

const call = oc.errors(errors);

/** The source of tokens, which never become part of a route. */
export const tokenSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(MAX_TAX_ID_TEXT) }),
  z.object({ kind: z.literal('file'), grant: z.string() }),
  /** Cached persons or accounts, which hold the tokens. */
  z.object({ kind: z.literal('records'), query, selection }),
]);
export type TokenSource = z.output<typeof tokenSource>;

/** The source of plain values. */
export const valueSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(MAX_TAX_ID_TEXT), typeWithoutDashes: taxIdType }),
  z.object({ kind: z.literal('file'), grant: z.string(), typeWithoutDashes: taxIdType }),
]);
export type ValueSource = z.output<typeof valueSource>;

const counts = z.record(lineState, z.number().int());

export const taxIdProgress = z.object({
  /**
   * `ready`: a file was read, and nothing is sent before `retry`. `on-demand`: tokens of records, which are only
   * exchanged when the user wants to see values.
   */
  state: z.enum(['ready', 'on-demand', 'running', 'done', 'canceled']),
  total: z.number().int(),
  counts,
  /** The latest reason why lines failed. */
  failure: failure.optional(),
});
export type TaxIdProgress = z.output<typeof taxIdProgress>;

const session = z.object({ session: z.string() });
/** All lines that have a value or, for records, may have one; or some lines, by their index. */
const which = z.union([z.literal('all'), z.array(z.number().int().min(0)).min(1)]);

/** Number of values copied, and of blank lines among them. */
const copied = z.object({ values: z.number().int(), blank: z.number().int() });

const shared = {
  /** Yields the current state, then every change; ends when nothing is active. */
  follow: call.input(session).output(eventIterator(taxIdProgress)),
  cancel: call.input(session).output(z.void()),
  /** Requests the lines that were not requested yet, or failed. */
  retry: call.input(session).output(z.void()),
  lines: call
    .input(
      session.extend({
        only: lineState.optional(),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ items: z.array(taxIdLine), total: z.number().int() })),
  /** Discards the session and everything in it. */
  close: call.input(session).output(z.void()),
};

/** Spec 4.3, always through the bulk endpoints: a tax ID or token never appears in an address. */
export const taxIdsContract = {
  exchange: {
    /**
     * Starts exchanging tokens. Tokens of a file wait for `retry`, those of records for `reveal`, `copy` or
     * `export`. A lookup stores the outcome of each line, not its value. Fails with `refused` for no lines,
     * or more than 5,000.
     */
    start: call.input(tokenSource).output(session),
    ...shared,
    /**
     * Shows plain values in an isolated page that the window finds by `pageId`; requests them unless already
     * shown.
     */
    reveal: call
      .input(session.extend({ which, reason }))
      .output(z.object({ pageId: z.string(), count: z.number().int() })),
    /** Hides the values, and ends the process that holds them unless a copy or export needs it. */
    hide: call.input(session).output(z.void()),
    /**
     * Copies plain values to the clipboard and clears them after a while. Copying all keeps one line per
     * input line; lines without a value are blank.
     */
    copy: call.input(session.extend({ which, reason })).output(copied),
    /** Writes every line with plain values to a file that the user chose and confirmed. */
    export: call
      .input(session.extend({ reason, grant: z.string() }))
      .output(z.object({ values: z.number().int() })),
  },
  tokenize: {
    /** Starts converting plain values to tokens. Fails with `refused` as above. */
    start: call.input(valueSource).output(session),
    ...shared,
    /** Copies the tokens to the clipboard, one line per input line. */
    copy: call.input(session).output(copied),
  },
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly taxIds: typeof taxIdsContract;
  }
}
