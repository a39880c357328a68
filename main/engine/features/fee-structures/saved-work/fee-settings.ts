import type { FeeChangeThresholds } from '#contract/features/fee-structures/schemas';
import type { FeeSettings } from '#contract/features/fee-structures/calls';
import type { Db } from '#engine/sqlite/open-database';

/** Queues changes for the team, in the transaction that stores them. */
export interface ShareFeeSettings {
  retired(key: string, retirement: { readonly by: string; readonly at: string } | null): void;
  ceiling(limit: { readonly rate: string } | null): void;
  feeChange(limit: FeeChangeThresholds | null): void;
}

/** Stores retired fee structures, the firm's maximum rate, and its thresholds of fee changes. */
export const feeSettingsStore = (db: Db, share?: ShareFeeSettings) => ({
  get: (): FeeSettings => ({
    retired: db
      .prepare<[], { key: string; by: string; at: string }>(
        'SELECT key, user AS "by", at FROM structure_retired ORDER BY key',
      )
      .all(),
    ceiling: db.prepare<[], string>('SELECT rate FROM rate_ceiling').pluck().get() ?? null,
    ...feeChangeIn(db),
  }),
  retire(key: string, by: string, at: string): void {
    // The first user who retired it is kept.
    const { changes } = db
      .prepare('INSERT OR IGNORE INTO structure_retired VALUES (?, ?, ?)')
      .run(key, by, at);
    if (changes > 0) share?.retired(key, { by, at });
  },
  restore(key: string): void {
    db.prepare('DELETE FROM structure_retired WHERE key = ?').run(key);
    share?.retired(key, null);
  },
  setCeiling(rate: string | null): void {
    if (rate === null) db.prepare('DELETE FROM rate_ceiling').run();
    else db.prepare('INSERT OR REPLACE INTO rate_ceiling VALUES (1, ?)').run(rate);
    share?.ceiling(rate === null ? null : { rate });
  },
  setFeeChange(thresholds: FeeChangeThresholds | null): void {
    if (thresholds === null) db.prepare('DELETE FROM fee_change_thresholds').run();
    else
      db.prepare('INSERT OR REPLACE INTO fee_change_thresholds VALUES (1, ?, ?)').run(
        thresholds.percent,
        thresholds.dollars,
      );
    share?.feeChange(thresholds);
  },
});

function feeChangeIn(db: Db): Pick<FeeSettings, 'feeChange'> {
  const feeChange = db
    .prepare<[], FeeChangeThresholds>('SELECT percent, dollars FROM fee_change_thresholds')
    .get();
  return feeChange ? { feeChange } : {};
}
export type FeeSettingsStore = ReturnType<typeof feeSettingsStore>;
