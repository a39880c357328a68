import { z } from 'zod';
import type { SealFormat } from '#contract/features/reconcile/schemas';
import { reconciliation } from '#contract/features/reconcile/reconciliation';
import { comparison, type Comparison } from '#contract/features/reconcile/findings';
import {
  comparisonSentence,
  resultIssueText,
  titleOf,
  comparedValueText,
} from '#contract/features/reconcile/messages';

/** A comparison as written to the evidence pack. */
const comparisonWithSentence = z.object({
  ...comparison.pick({ what: true, outcome: true, expected: true, found: true }).shape,
  title: z.string(),
  words: z.string(),
});

/** A result as written to the evidence pack. The first two seal formats stored this shape. */
const resultWithSentencesSchema = reconciliation.extend({
  comparisons: z.array(comparisonWithSentence),
  remarks: z.array(z.string()),
});
export type ResultWithSentences = z.output<typeof resultWithSentencesSchema>;

/** Returns a sealed result with its sentences: the sealed ones, or the current ones for sealed codes. */
export function resultWithSentences(format: SealFormat, text: string): ResultWithSentences {
  const sealed: unknown = JSON.parse(text);
  if (format < 3) return resultWithSentencesSchema.parse(sealed);
  const result = reconciliation.parse(sealed);
  return {
    ...result,
    comparisons: result.comparisons.map(withSentence),
    remarks: result.remarks.map(resultIssueText),
  };
}

const withSentence = (comparison: Comparison): z.output<typeof comparisonWithSentence> => ({
  what: comparison.what,
  outcome: comparison.outcome,
  title: titleOf(comparison),
  expected: comparison.expected === null ? null : comparedValueText(comparison, comparison.expected),
  found:
    comparison.found === null ? null : comparedValueText(comparison, comparison.found, comparison.atMost),
  words: comparisonSentence(comparison),
});
