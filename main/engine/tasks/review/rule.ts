import type { Cell } from '../../../../preload/contract/query';
import type { REVIEW_RULES, RuleId } from '../../../../preload/contract/review-rules';
import type { Id as RecordId } from '../../records/firm/ids';
import type { Firm } from './firm';
import type { Found } from './found';
import type { GroupFacts } from './group-view';
import type { Only } from './only';

/**
 * A record as a rule sees it: the cells of the fields that its entry in the contract names, and its key, which is a
 * number where the record's ID is one. A nested field
 * is its JSON text. It is a view that moves on to the next record: take values out of it, never keep it.
 */
export type Read<Id extends RuleId> = {
  readonly [K in (typeof REVIEW_RULES)[Id]['reads'][number]]: Cell;
} & { readonly key: RecordId };

/** How a rule goes over the records of its list, once. */
export interface Course<R> {
  /** `row` is asked about no others: of nearly all records a rule would say nothing. */
  readonly only?: Only;
  /** What a record alone shows. */
  row?(record: R, firm: Firm): Found;
  /** What a billing group shows, after the accounts of all groups are known: instead of its record. */
  group?(group: GroupFacts, firm: Firm): Found;
  /** What the accounts of a household of a firm show that are not all in the same groups. */
  household?(members: readonly HouseholdMember[]): Found;
  /** What records show that share something. */
  readonly shared?: Shared<R>;
}

/** A rule: what it makes of the records, and of what is known of the firm. */
export interface Rule<Id extends RuleId> {
  readonly begin: (firm: Firm) => Course<Read<Id>>;
}

/** A rule that judges each record by itself; `only`: nothing is found in others. */
export const each = <Id extends RuleId>(
  check: (record: Read<Id>, firm: Firm) => Found,
  only?: Only<(typeof REVIEW_RULES)[Id]['reads'][number]>,
): Rule<Id> => ({
  begin: () => ({ row: check, ...(only ? { only } : {}) }),
});

/** An account in use among those of its household, with the groups that have it. */
export interface HouseholdMember {
  readonly key: string;
  readonly of: readonly string[];
}

/** A rule about the accounts of a household. */
export const household = <Id extends RuleId>(
  check: (members: readonly HouseholdMember[]) => Found,
): Rule<Id> => ({
  begin: () => ({ household: check }),
});

/** A record among those that share something with it. */
export interface Member {
  readonly key: string;
  readonly of: Cell;
}

/** What records share, what is kept of each, and what is made of those that share it. */
export interface Shared<R> {
  /** Null: the record shares nothing. */
  by(record: R): Cell;
  /** Only records of the same one share anything. */
  within?(record: R): Cell;
  of?(record: R): Cell;
  /** Records that share something are judged only where `of` is not the same for all of them. */
  readonly differing?: true;
  /** At least two, in the order of their rows. A finding is told at the first: whoever looks at it looks at all. */
  judge(members: readonly Member[]): Found;
}

/** A rule that judges records which share something. */
export const sharing = <Id extends RuleId>(shared: Shared<Read<Id>>): Rule<Id> => ({
  begin: () => ({ shared }),
});
