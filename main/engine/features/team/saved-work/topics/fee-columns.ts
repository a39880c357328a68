import { z } from 'zod';
import { notation } from '#contract/features/reconcile/schemas';
import {
  feeColumnStore,
  type ColumnHeadings,
  type RememberedColumns,
} from '#engine/features/reconcile/saved-work/fee-columns';
import { withoutTaxIds } from '../without-tax-ids';
import { byAuthor, nameOfSelf } from './by-member';
import { parsedKey, sharedTopic } from './shared-topic';

const position = z.int().min(0).max(10_000);
const sharedColumns = z.object({ account: position, amount: position, notation, by: z.string().max(80) });

const text = z.string().max(250);
const columnsKey = z.tuple([text, text, text]);
export const feeColumnsKey = (custodian: string, { accountHeading, amountHeading }: ColumnHeadings): string =>
  JSON.stringify([custodian, accountHeading, amountHeading]);

/** Returns whether a key is short enough for an entry and has no digits that could be a tax ID. */
export const isShareableKey = (key: string): boolean => key.length <= 600 && withoutTaxIds(key) === key;

export const sharedColumnsOf = (
  { account, amount, notation: columnNotation }: RememberedColumns,
  by: string,
) => ({
  account,
  amount,
  notation: columnNotation,
  by,
});

/** Mapped columns of fee files, by custodian and headings: the last write in the log wins. */
export const FEE_COLUMNS_TOPIC = sharedTopic({
  name: 'fee-columns',
  value: sharedColumns,
  maxItems: 500,
  broughtAs: 'fee-columns',
  attribute: byAuthor,
  open(db, items) {
    const store = feeColumnStore(db);
    return {
      settle(key) {
        const parsed = parsedKey(columnsKey, key);
        if (!parsed) return;
        const [custodian, accountHeading, amountHeading] = parsed;
        const [item] = items.newestFirst('fee-columns', key);
        const value = sharedColumns.nullable().parse(item?.value ?? null);
        if (!item || !value) {
          store.apply(custodian, { accountHeading, amountHeading }, null);
          return;
        }
        const { by, ...columns } = value;
        const change = item.place === 0 ? {} : { change: { by, at: item.at } };
        store.apply(custodian, { accountHeading, amountHeading }, { ...columns, ...change, at: item.at });
      },
      itemsBeforeTeam() {
        const by = nameOfSelf(db);
        return store.all().flatMap(({ custodian, columns, used }) => {
          const key = feeColumnsKey(custodian, columns);
          return isShareableKey(key) ? [{ key, value: sharedColumnsOf(columns, by), at: used }] : [];
        });
      },
    };
  },
});
