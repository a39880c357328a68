import type { Cell } from '#contract/query';
import { FOUND } from '../finding-facts';
import { recordRule } from '../rule';
import { cellItems } from '../cell-values';

const NO_ITEMS: readonly string[] = [];

/** Returns items that are in both lists. */
function commonItems(left: Cell, right: Cell): readonly string[] {
  if (left === null || right === null) return NO_ITEMS;
  const others = new Set(cellItems(right));
  return cellItems(left).filter((item) => others.has(item));
}

/** The lists contradict each other. */
export const tradeListsConflict = recordRule<'trade-lists-conflict'>(
  (account) => {
    if (account.status === 'closed') return null;
    const buy = commonItems(account.buy_securities_ids, account.do_not_buy_securities_ids);
    const sell = commonItems(account.sell_securities_ids, account.do_not_sell_securities_ids);
    if (buy.length + sell.length === 0) return null;
    return {
      ...(buy.length > 0 ? { buy: [...buy] } : {}),
      ...(sell.length > 0 ? { sell: [...sell] } : {}),
    };
  },
  { either: ['do_not_buy_securities_ids', 'do_not_sell_securities_ids'] },
);

/** A required cash amount has no frequency. The empty code is the service's value for "none". */
export const cashWithoutFrequency = recordRule<'cash-without-frequency'>(
  ({ status, required_cash, required_cash_frequency }) =>
    status !== 'closed' &&
    required_cash !== null &&
    Number(required_cash) !== 0 &&
    (required_cash_frequency === null || required_cash_frequency === '')
      ? FOUND
      : null,
  { filled: 'required_cash' },
);
