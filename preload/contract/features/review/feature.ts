import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';
import { RULE_IDS, SEVERITIES } from './rules';

/** The part of the queue: the findings of a rule or of a severity. */
const page = z.object({
  rule: z.enum(RULE_IDS).exactOptional(),
  severity: z.enum(SEVERITIES).exactOptional(),
});
export type QueuePage = z.output<typeof page>;

export const REVIEW_FEATURE = {
  task: {
    name: 'review',
    title: 'Review queue',
    also: 'findings rules checks problems waive flag exceptions',
    page: pagesOf(page),
  },
  activity: { 'review-waive': 'Findings waived' },
} as const satisfies FeatureManifest;
