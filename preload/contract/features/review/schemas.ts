import { z } from 'zod';
import { RULE_IDS } from './rules';

export const ruleId = z.enum(RULE_IDS);

/** The user's decision on a finding. `open`: none, or one that has ended (reviewStateOf). */
export const findingState = z.enum(['open', 'flagged', 'waived', 'reviewed']);
export type FindingState = z.output<typeof findingState>;
