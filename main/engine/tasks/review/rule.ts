import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import type { REVIEW_RULES, RuleId } from '../../../../preload/contract/review-rules';
import type { Firm, GroupFacts } from './firm';
import type { Found } from './found';
import { Gathered, type Member } from './gathered';

/**
 * A record as a rule sees it: the cells of the fields that its entry in the contract names, and its key. A nested field
 * is its JSON text. It is a view that moves on to the next record: take values out of it, never keep it.
 */
export type Read<Id extends RuleId> = {
  readonly [K in (typeof REVIEW_RULES)[Id]['reads'][number]]: Cell;
} & { readonly key: string };

/** How a rule goes over the records of its list, once. */
export interface Course<R> {
  /** What a record alone shows. */
  row?(record: R): Found;
  /** What a billing group shows, after the accounts of all groups are known: instead of its record. */
  group?(group: GroupFacts): Found;
  /**
   * Called after the last record: findings that only all of them show, each by the key of its record. Null is a step
   * without a finding: others may have their turn between two steps.
   */
  end?(): Iterable<readonly [key: string, facts: FindingFacts] | null>;
}

/** A rule: what it makes of the records, and of what is known of the firm. */
export interface Rule<Id extends RuleId> {
  readonly begin: (firm: Firm) => Course<Read<Id>>;
}

/** A rule that judges each record by itself. */
export const each = <Id extends RuleId>(check: (record: Read<Id>, firm: Firm) => Found): Rule<Id> => ({
  begin: (firm) => ({ row: (record) => check(record, firm) }),
});

/** What records share, and what is kept of each. */
interface Sharing<Id extends RuleId, T> {
  /** Null: the record shares nothing. */
  readonly by: (record: Read<Id>) => Cell;
  /** Only records of the same one share anything. */
  readonly within?: (record: Read<Id>) => Cell;
  readonly of: (record: Read<Id>, firm: Firm) => T;
  /** Records that share something are judged only where `of` is not the same for all of them. */
  readonly differing?: true;
}

/** Rules that judge records which share something. Several rules by the same thing gather their records once. */
export function sharing<Id extends RuleId, T>(wish: Sharing<Id, T>) {
  const gathered = new WeakMap<Firm, Gathered<T>>();
  return (judge: (members: readonly Member<T>[], firm: Firm) => Found): Rule<Id> => ({
    begin(firm) {
      const known = gathered.get(firm);
      const records = known ?? new Gathered<T>();
      gathered.set(firm, records);
      return {
        ...(known
          ? {}
          : {
              row: (record: Read<Id>): null => {
                const by = wish.by(record);
                if (by !== null)
                  records.add(wish.within?.(record) ?? null, by, record.key, wish.of(record, firm));
                return null;
              },
            }),
        // One finding for all of them, at the first: whoever looks at it looks at all.
        *end() {
          for (const members of records.several(wish.differing)) {
            const facts = judge(members, firm);
            yield facts && members[0] ? ([members[0].key, facts] as const) : null;
          }
        },
      };
    },
  });
}
