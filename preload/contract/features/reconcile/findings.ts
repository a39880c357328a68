import { z } from 'zod';
import { notation } from './schemas';
import { teamChange } from '../team/change';

/** Reconciliation results as codes and facts; the window and the evidence pack have the sentences. */

/** Confidence of a guess. */
export const confidence = z.enum(['sure', 'likely', 'unsure']);
export type Confidence = z.output<typeof confidence>;

/** Evidence for a guess; a share is from 0 to 1. */
export const guessReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('heading'), heading: z.string() }),
  z.object({ code: z.literal('known-accounts'), share: z.number(), examples: z.number().int() }),
  z.object({ code: z.literal('amounts'), share: z.number(), cents: z.boolean() }),
  z.object({ code: z.literal('accounts-at-custodian'), count: z.number().int(), of: z.number().int() }),
  /** Confirmed before; `change` says by which member of a team. */
  z.object({ code: z.literal('remembered'), change: teamChange.optional() }),
  z.object({ code: z.literal('notation-example'), example: z.string() }),
  /** Numbers of amounts that only the notation `as`, and only the other one, can have written. */
  z.object({
    code: z.literal('mixed-notations'),
    as: notation,
    shown: z.number().int(),
    against: z.number().int(),
  }),
  z.object({
    code: z.enum([
      'like-accounts',
      'file-name',
      'unknown-custodian',
      'no-decimals',
      'no-evidence',
      'no-column',
      'chosen',
    ]),
  }),
]);
export type GuessReason = z.output<typeof guessReason>;

/** Without reasons, the guess merely fits better than the others. */
export const guess = z.object({ confidence, reasons: z.array(guessReason) });
export type Guess = z.output<typeof guess>;

/** What the user must confirm about a file before its fees count. */
export const unsureReason = z.enum(['unsure-columns', 'unsure-custodian']);
export type UnsureReason = z.output<typeof unsureReason>;

/** The reason why a comparison could not be made. */
export const notComparedReason = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['not-in-record', 'unknown-custodian', 'no-earlier-file']) }),
  z.object({
    code: z.enum(['unnamed-lines', 'unread-amounts', 'unknown-households']),
    count: z.number().int(),
  }),
  z.object({ code: z.enum(['not-saved', 'other-custodians', 'earlier-unreadable']), endDate: z.string() }),
  z.object({
    code: unsureReason,
    entry: z.string(),
    endDate: z.string(),
  }),
]);
export type NotComparedReason = z.output<typeof notComparedReason>;

/** A comparison of the file with another source. Numbers are exact decimal text: counts or money. */
export const comparison = z.object({
  what: z.enum([
    'files',
    'custodians',
    'accounts',
    'households',
    'period-debit',
    'before-accounts',
    'before-sum',
  ]),
  outcome: z.enum(['agrees', 'differs', 'unsaid']),
  /** The expected value; null if unknown. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** For households: the maximum, if some accounts' households are unknown. */
  atMost: z.string().nullable(),
  /** Number of excluded files, if they may explain a lower value. */
  leftOut: z.number().int(),
  /** Account changes since the previous period; null in other comparisons. */
  changed: z.object({ added: z.number().int(), gone: z.number().int() }).nullable(),
  /** Set only if the outcome is `unsaid`. */
  why: notComparedReason.nullable(),
});
export type Comparison = z.output<typeof comparison>;

/** Issues with a result that are not comparisons. */
export const resultIssue = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['file-changed', 'no-accounts', 'no-fees']) }),
  z.object({ code: z.literal('left-out'), entry: z.string() }),
  z.object({ code: z.literal('sums-skipped'), entry: z.string(), lines: z.number().int() }),
]);
export type ResultIssue = z.output<typeof resultIssue>;

/** Returns whether a comparison is with the previous period instead of the file's record. */
export const isWithPreviousPeriod = ({ what }: Pick<Comparison, 'what'>): boolean =>
  what.startsWith('before');
