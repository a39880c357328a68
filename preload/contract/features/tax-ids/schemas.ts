import { z } from 'zod';
import { holdsTaxId, TAX_ID_ISSUES } from '../../tax-id';

/** Revealed values are hidden again, here and in the engine, after this many milliseconds. */
export const REVEAL_MS = 30_000;

/** Maximum characters of a paste or file: 5,000 lines of over a hundred characters. */
export const MAX_TAX_ID_TEXT = 1_000_000;

/** `tax_id` is the service's name for an EIN. */
export const taxIdType = z.enum(['ssn', 'tax_id']);

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

/** Reason for viewing plain values; stored in the activity log, so it must not contain a tax ID. */
export const reason = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .refine((text) => !holdsTaxId(text));
