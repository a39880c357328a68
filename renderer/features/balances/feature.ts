import { accounts } from '#contract/resources/accounts';
import { borrowedColumns } from '#contract/resources/borrowed-columns';
import type { FeatureViews } from '../feature';
import type { ListField } from '../../records/list/list-view';

const HELP: Readonly<Record<string, string>> = {
  total_value: 'The account’s latest value.',
  cash_value: 'The account’s latest cash.',
  reported_date: 'The date of value and cash.',
};

/** Columns with the service’s latest balances; offered only if that list has records. */
const balanceColumns = Object.fromEntries(
  borrowedColumns(accounts).map(({ name, from, ...field }): [string, ListField] => [
    name,
    { ...field, help: `${HELP[name] ?? ''} From the service’s latest balances.`, neededList: from },
  ]),
);

/** Adds columns with the latest balances to the list of accounts. */
export const BALANCES_VIEWS = {
  lists: { accounts: { columns: { ...accounts.fields, ...balanceColumns } } },
} as const satisfies FeatureViews;
