import type { FindingFacts } from '../../../../preload/contract/calls/review';

/** What was found: facts, FOUND where the values tell everything; null: nothing. */
export type Found = FindingFacts | null;

/** One for all findings of which there is nothing more to say. */
export const FOUND: FindingFacts = {};
