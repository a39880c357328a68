import type { FindingFacts } from '#contract/features/review/calls';

/** The facts of a finding; FOUND if the values say everything; null if there is none. */
export type FoundIssue = FindingFacts | null;

/** The shared object for findings without further facts. */
export const FOUND: FindingFacts = {};
