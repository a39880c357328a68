import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';
import { FOUND_SINCE, RULE_IDS, SEVERITIES } from './rules';

/** The part of the queue: the findings of a rule, a severity or a firm (ID); `found` presets the filter by time. */
const page = () =>
  z.object({
    rule: z.enum(RULE_IDS).exactOptional(),
    severity: z.enum(SEVERITIES).exactOptional(),
    found: z.enum(FOUND_SINCE).exactOptional(),
    firm: z.string().exactOptional(),
  });
export type QueuePage = z.output<ReturnType<typeof page>>;

export const REVIEW_FEATURE = {
  task: {
    name: 'review',
    title: 'Review queue',
    keywords: 'findings rules checks problems waive flag exceptions',
    page: pagesOf(page),
  },
  activity: { 'review-waive': 'Findings waived' },
  savedWork: {
    tables: { 'review marks': ['review_mark', 'review_found'] },
    counted: { review_mark: 'Review marks' },
  },
} as const satisfies FeatureManifest;
