import { z } from 'zod';
import { failure } from '../../failure';
import { query, selection } from '../../query';
import { holdsTaxId, TAX_ID_ISSUES } from '../../tax-id';

/** Revealed values are hidden again, here and in the engine, after this many milliseconds. */
export const REVEAL_MS = 30_000;

/** Maximum characters of a paste or file: 5,000 lines of over a hundred characters. */
export const MAX_TAX_ID_TEXT = 1_000_000;

/** `tax_id` is the service's name for an EIN. */
export const taxIdType = z.enum(['ssn', 'tax_id']);

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

/**
 * `waiting`: not sent yet, or stopped before. `known`: the service returned its counterpart. `unknown`: the
 * service returned none. `rejected`: the service refused it. `doubtful`: the response is unreliable and not
 * used. `wrong`: invalid and not sent, or a typed value that was forgotten before it had a token. `failed`: its
 * chunk got no response.
 */
export const lineState = z.enum(['waiting', 'known', 'unknown', 'rejected', 'doubtful', 'wrong', 'failed']);
export type LineState = z.output<typeof lineState>;

/** A `TaxIdIssue`. */
export const lineIssue = z.object({
  code: z.enum(TAX_ID_ISSUES),
  digits: z.number().int().optional(),
  prefix: z.string().max(3).optional(),
});

/** One line, without its plain value. */
export const taxIdLine = z.object({
  /** Position in the session, from 0. */
  index: z.number().int(),
  /** Line of the paste or file, from 1; null for records. */
  number: z.number().int().nullable(),
  /** Title of the record. */
  who: z.string().nullable(),
  /** Null if there is none, or if a plain tax ID was found instead. */
  token: z.string().nullable(),
  state: lineState,
  /** Null while unknown, or if the type is not recognized. */
  type: taxIdType.nullable(),
  /** The service's name of an unrecognized type. */
  otherType: z.string().nullable(),
  /** The error or warning; never the value. */
  issue: lineIssue.nullable(),
});
export type TaxIdLine = z.output<typeof taxIdLine>;

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

/** Reason for viewing plain values; stored in the activity log, so it must not contain a tax ID. */
export const reason = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .refine((text) => !holdsTaxId(text));
