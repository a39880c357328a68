import {
  recordedDecision,
  type RecordedDecision,
  type RefundDecision,
} from '#contract/features/refunds/schemas';
import type { AdvanceBilling, RefundKey } from '#contract/features/refunds/cases';
import type { RefundSetting } from '#contract/features/refunds/calls';
import type { Db } from '#engine/sqlite/open-database';

/** Facts of the case when the decision was recorded, shown if the data no longer has the case. */
export interface RecordedFacts {
  readonly day: string | null;
  readonly debit: string | null;
  readonly estimate: string | null;
  readonly name: string;
  readonly number: string | null;
  readonly custodian: string | null;
}

export interface StoredDecision extends RefundKey, RecordedFacts {
  readonly decision: RecordedDecision;
}

interface DecisionRow extends RefundKey, RecordedFacts {
  readonly decision: string;
  readonly by: string;
  readonly at: string;
}

/** Stores decisions on refunds, and which interval advance billing covers. */
export function refundStore(db: Db) {
  let revision = 0;
  return {
    /** Incremented by every write in this process. */
    revision: (): number => revision,
    setting: (): RefundSetting | null =>
      db.prepare<[], RefundSetting>('SELECT advance, user AS "by", at FROM refund_setting').get() ?? null,
    setAdvance(advance: AdvanceBilling, by: string, at: string): void {
      db.prepare('INSERT OR REPLACE INTO refund_setting VALUES (1, ?, ?, ?)').run(advance, by, at);
      revision += 1;
    },
    decide(
      { account, endDate, kind }: RefundKey,
      decision: RefundDecision,
      { day, debit, estimate, name, number, custodian }: RecordedFacts,
      { by, at }: { readonly by: string; readonly at: string },
    ): void {
      db.prepare('INSERT OR REPLACE INTO refund_decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        account,
        endDate,
        kind,
        JSON.stringify(decision),
        day,
        debit,
        estimate,
        name,
        number,
        custodian,
        by,
        at,
      );
      revision += 1;
    },
    reopen({ account, endDate, kind }: RefundKey): boolean {
      const { changes } = db
        .prepare('DELETE FROM refund_decision WHERE account = ? AND end_date = ? AND kind = ?')
        .run(account, endDate, kind);
      revision += 1;
      return changes > 0;
    },
    decisions: (): StoredDecision[] =>
      db
        .prepare<[], DecisionRow>(
          `SELECT account, end_date AS endDate, kind, decision, day, debit, estimate, name, number, custodian,
             user AS "by", at FROM refund_decision`,
        )
        .all()
        .map(({ decision, by, at, ...row }) => ({
          ...row,
          decision: recordedDecision.parse({
            ...(JSON.parse(decision) as object),
            by,
            at,
            estimate: row.estimate,
          }),
        })),
  };
}
export type RefundStore = ReturnType<typeof refundStore>;
