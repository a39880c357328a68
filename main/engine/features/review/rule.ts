import type { Cell } from '#contract/query';
import type { REVIEW_RULES, RuleId } from '#contract/features/review/rules';
import type { Id as RecordId } from '../../records/id-key';
import type { FirmContext } from './firm-facts';
import type { FoundIssue, Judgment } from './finding-facts';
import type { GroupFacts } from './group-view';
import type { RowCondition } from './row-prefilter';

/**
 * A record as a rule sees it: the cells of the fields declared in the contract, and its key (a number if the
 * ID is one). A nested field is JSON text. The view moves from record to record: read its values, never keep
 * it.
 */
export type RuleRecord<Id extends RuleId> = {
  readonly [K in (typeof REVIEW_RULES)[Id]['reads'][number]]: Cell;
} & { readonly key: RecordId };

/** How a rule checks the records of its list. */
export interface RulePlan<R> {
  /** `row` is called only for records that meet this; no other record can have a finding. */
  readonly condition?: RowCondition;
  /** Checks a single record. */
  row?(record: R, firm: FirmContext): Judgment;
  /** Checks a billing group after all groups' accounts are known; replaces `row`. */
  group?(group: GroupFacts, firm: FirmContext): Judgment;
  /** Checks the accounts of a household, unless all are in no group or in the same single group. */
  householdRule?(members: readonly HouseholdAccount[]): FoundIssue;
  /** Checks records that share a value. */
  readonly shared?: SharedValueCheck<R>;
}

/** A rule: checks records with the data of the firm. */
export interface Rule<Id extends RuleId> {
  readonly begin: (firm: FirmContext) => RulePlan<RuleRecord<Id>>;
}

/** Defines a rule that checks each record separately; `condition` excludes records without findings. */
export const recordRule = <Id extends RuleId>(
  check: (record: RuleRecord<Id>, firm: FirmContext) => Judgment,
  condition?: RowCondition<(typeof REVIEW_RULES)[Id]['reads'][number]>,
): Rule<Id> => ({
  begin: () => ({ row: check, ...(condition ? { condition } : {}) }),
});

/** An account in use and its billing groups. */
export interface HouseholdAccount {
  readonly key: string;
  readonly groups: readonly string[];
}

/** Defines a rule about the accounts of a household. */
export const householdRule = <Id extends RuleId>(
  check: (members: readonly HouseholdAccount[]) => FoundIssue,
): Rule<Id> => ({
  begin: () => ({ householdRule: check }),
});

/** A record of a set that shares a value. */
export interface SharingRecord {
  readonly key: string;
  readonly owner: Cell;
}

/** How a rule finds records that share a value, and checks each set. */
export interface SharedValueCheck<R> {
  /** Returns the shared value; null if the record shares nothing. */
  value(record: R): Cell;
  /** Only records of the same scope can share a value. */
  scope?(record: R): Cell;
  /** Returns what the record belongs to: of an account, its household. */
  owner?(record: R): Cell;
  /** Checks a set only if the owners of its records differ. */
  readonly onlyIfOwnersDiffer?: true;
  /** Gets at least two records, in row order. A finding is reported on the first one. */
  judge(members: readonly SharingRecord[]): FoundIssue;
}

/** Defines a rule that checks records with a shared value. */
export const sharedValueRule = <Id extends RuleId>(shared: SharedValueCheck<RuleRecord<Id>>): Rule<Id> => ({
  begin: () => ({ shared }),
});
