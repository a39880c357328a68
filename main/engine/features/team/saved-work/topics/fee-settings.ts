import { z } from 'zod';
import type { Db } from '#engine/sqlite/open-database';
import { feeSettingsStore } from '#engine/features/fee-structures/saved-work/fee-settings';
import { byAuthor } from './by-member';
import { sharedTopic } from './shared-topic';

const retirement = z.object({ by: z.string().max(200), at: z.string().max(40) });

/** Retired fee structures, by the structure's key: the last write in the log wins. */
export const RETIRED_TOPIC = sharedTopic({
  name: 'retired-structure',
  value: retirement,
  maxItems: 500,
  isStoredFirst: true,
  broughtAs: 'fee-limits',
  attribute: byAuthor,
  open(db, items) {
    const store = feeSettingsStore(db);
    return {
      settle(key) {
        const value = retirement.nullable().parse(items.latest('retired-structure', key));
        store.restore(key);
        if (value) store.retire(key, value.by, value.at);
      },
      itemsBeforeTeam: () => store.get().retired.map(({ key, by, at }) => ({ key, value: { by, at }, at })),
    };
  },
});

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,12})?$/);
const limit = z.union([z.object({ rate: decimal }), z.object({ percent: decimal, dollars: decimal })]);

/** The keys of the firm's limits. */
export const FIRM_LIMIT_KEYS = { ceiling: 'ceiling', feeChange: 'fee-change' } as const;

/** The firm's maximum rate, and its thresholds of fee changes: the last write in the log wins. */
export const FIRM_LIMIT_TOPIC = sharedTopic({
  name: 'firm-limit',
  value: limit,
  maxItems: 2,
  isStoredFirst: true,
  broughtAs: 'fee-limits',
  open: (db, items) => {
    const store = feeSettingsStore(db);
    return {
      settle(key) {
        const value = limit.nullable().parse(items.latest('firm-limit', key));
        if (key === FIRM_LIMIT_KEYS.ceiling) store.setCeiling(value && 'rate' in value ? value.rate : null);
        if (key === FIRM_LIMIT_KEYS.feeChange) store.setFeeChange(value && 'percent' in value ? value : null);
      },
      itemsBeforeTeam: () => limitsBeforeTeam(db),
    };
  },
});

/** A limit is stored without a time: it counts as the oldest. */
function limitsBeforeTeam(db: Db) {
  const { ceiling, feeChange } = feeSettingsStore(db).get();
  const at = '';
  return [
    ...(ceiling === null ? [] : [{ key: FIRM_LIMIT_KEYS.ceiling, value: { rate: ceiling }, at }]),
    ...(feeChange ? [{ key: FIRM_LIMIT_KEYS.feeChange, value: feeChange, at }] : []),
  ];
}
