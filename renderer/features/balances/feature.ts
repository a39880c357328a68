import { accounts } from '#contract/resources/accounts';
import { neighbors } from '#contract/resources/neighbors';
import type { FeatureViews } from '../feature';
import type { ListField } from '../../records/list/list-view';
import { balancesOf, type BalanceField } from './balances.svelte';

const { fields } = neighbors.latestBalances;

/** Returns a column with a value of the service's latest balances; offered only if that list has records. */
const balanceColumn = (name: BalanceField, help: string): ListField => ({
  ...fields[name],
  shown: false,
  help: `${help} From the service’s latest balances.`,
  neededList: 'latestBalances',
  cell: (key, { engine, live }) => balancesOf(engine).cell(key, name, live.version),
});

/** Balances of accounts, next to what the account itself has. */
export const BALANCES_VIEWS = {
  lists: {
    accounts: {
      columns: {
        ...accounts.fields,
        total_value: balanceColumn('total_value', 'The account’s latest value.'),
        cash_value: balanceColumn('cash_value', 'The account’s latest cash.'),
        reported_date: balanceColumn('reported_date', 'The date of value and cash.'),
      },
      changes: ({ engine }) => balancesOf(engine).learned,
    },
  },
} as const satisfies FeatureViews;
