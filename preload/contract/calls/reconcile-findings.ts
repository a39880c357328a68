import { z } from 'zod';

/** What a reconciliation found, as codes and facts: the window and the evidence pack have the words. */

/**
 * How amounts are written: with a decimal point ("1,234.50"), with a decimal comma ("1.234,50"), or as whole cents
 * ("0000123450"). Signs, currency signs and brackets are understood in each.
 */
export const notation = z.enum(['point', 'comma', 'cents']);
export type Notation = z.output<typeof notation>;

/** How sure a guess is. */
export const confidence = z.enum(['sure', 'likely', 'unsure']);
export type Confidence = z.output<typeof confidence>;

/** What speaks for a guess; a share is from 0 to 1. */
export const guessReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('heading'), heading: z.string() }),
  z.object({ code: z.literal('known-accounts'), share: z.number(), examples: z.number().int() }),
  z.object({ code: z.literal('amounts'), share: z.number(), cents: z.boolean() }),
  z.object({ code: z.literal('held-there'), count: z.number().int(), of: z.number().int() }),
  z.object({ code: z.literal('written-so'), example: z.string() }),
  z.object({
    code: z.literal('written-both-ways'),
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
      'remembered',
      'no-column',
      'chosen',
    ]),
  }),
]);
export type GuessReason = z.output<typeof guessReason>;

/** No reason at all: it fits better than the others. */
export const guess = z.object({ confidence, reasons: z.array(guessReason) });
export type Guess = z.output<typeof guess>;

/** Why a comparison is not determined. */
export const unsaid = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['not-in-record', 'unknown-custodian', 'no-earlier-file']) }),
  z.object({
    code: z.enum(['unnamed-lines', 'unread-amounts', 'unknown-households']),
    count: z.number().int(),
  }),
  z.object({ code: z.enum(['not-saved', 'other-custodians', 'earlier-unreadable']), endDate: z.string() }),
  z.object({ code: z.literal('unsure-columns'), entry: z.string(), endDate: z.string() }),
]);
export type Unsaid = z.output<typeof unsaid>;

/** A comparison of what the file holds with what is said elsewhere. Numbers are exact decimal text: counts, or money. */
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
  /** What is said elsewhere; null where nothing is. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** Households: how many there may be at most, where some accounts' household is not known. */
  atMost: z.string().nullable(),
  /** Files of the archive that were left out, where that may be why less was found. */
  leftOut: z.number().int(),
  /** Accounts since the period before; null in other comparisons. */
  changed: z.object({ added: z.number().int(), gone: z.number().int() }).nullable(),
  /** Null unless the outcome is `unsaid`. */
  why: unsaid.nullable(),
});
export type Comparison = z.output<typeof comparison>;

/** Whether a comparison is with the period before, and not with the file's own record. */
export const isOfBefore = ({ what }: Pick<Comparison, 'what'>): boolean => what.startsWith('before');

/** Things to know of a result that are no comparison. */
export const resultRemark = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['file-changed', 'no-accounts', 'no-fees']) }),
  z.object({ code: z.literal('left-out'), entry: z.string() }),
  z.object({ code: z.literal('sums-skipped'), entry: z.string(), lines: z.number().int() }),
]);
export type ResultRemark = z.output<typeof resultRemark>;
