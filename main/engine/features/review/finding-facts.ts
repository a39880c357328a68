import type { FindingFacts } from '#contract/features/review/calls';
import { UNDETERMINED_REASONS, type UndeterminedReason } from '#contract/features/review/rules';

/** A record that a rule cannot judge. */
export class Undetermined {
  readonly reason: UndeterminedReason;

  constructor(reason: UndeterminedReason) {
    this.reason = reason;
  }
}

/** The facts of a finding; FOUND if the values need no further facts; null if there is no finding. */
export type FoundIssue = FindingFacts | null;
export type Judgment = FoundIssue | Undetermined;

/** The shared object for findings without further facts. */
export const FOUND: FindingFacts = {};

/** One shared object per reason, because a rule may leave every account of a firm undetermined. */
const BY_REASON = new Map(UNDETERMINED_REASONS.map((reason) => [reason, new Undetermined(reason)]));
export const undetermined = (reason: UndeterminedReason): Undetermined =>
  BY_REASON.get(reason) ?? new Undetermined(reason);
