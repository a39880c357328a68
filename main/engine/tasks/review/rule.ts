import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import type { REVIEW_RULES, RuleId } from '../../../../preload/contract/review-rules';
import type { Firm } from './firm';

/**
 * A record as a rule sees it: the cells of the fields that its entry in the contract names, and its key. A nested field
 * is its JSON text. It is a view that moves on
 * to the next record: take values out of it, never keep it.
 */
export type Read<Id extends RuleId> = {
  readonly [K in (typeof REVIEW_RULES)[Id]['reads'][number]]: Cell;
} & { readonly key: string };

/** What was found: facts, `{}` where the values tell everything; null: nothing. */
export type Found = FindingFacts | null;

/** How a rule goes over the records of its list, once. */
export interface Course<R> {
  /** What a record alone shows. */
  row?(record: R): Found;
  /** Called after the last record: findings that only all of them show, each by the key of its record. */
  end?(): Iterable<readonly [key: string, facts: FindingFacts]>;
}

/** A rule: what it makes of the records, and of what is known of the firm. */
export interface Rule<Id extends RuleId> {
  readonly begin: (firm: Firm) => Course<Read<Id>>;
}

/** A rule that judges each record by itself. */
export const each = <Id extends RuleId>(check: (record: Read<Id>, firm: Firm) => Found): Rule<Id> => ({
  begin: (firm) => ({ row: (record) => check(record, firm) }),
});

/** A rule that judges records which share something; `shared` null: the record shares nothing. */
export const together = <Id extends RuleId, T>(
  shared: (record: Read<Id>, firm: Firm) => { readonly by: string; readonly of: T } | null,
  judge: (members: readonly { readonly key: string; readonly of: T }[], firm: Firm) => Found,
): Rule<Id> => ({
  begin: (firm) => {
    const firsts = new Map<string, { key: string; of: T }>();
    const several = new Map<string, { key: string; of: T }[]>();
    return {
      row(record) {
        const found = shared(record, firm);
        if (!found) return null;
        const member = { key: record.key, of: found.of };
        const first = firsts.get(found.by);
        if (first === undefined) firsts.set(found.by, member);
        else {
          const group = several.get(found.by);
          if (group) group.push(member);
          else several.set(found.by, [first, member]);
        }
        return null;
      },
      // One finding for all of them, at the first: whoever looks at it looks at all.
      *end() {
        for (const members of several.values()) {
          const facts = judge(members, firm);
          const [first] = members;
          if (facts && first) yield [first.key, facts];
        }
      },
    };
  },
});
