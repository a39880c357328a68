import { choice, CUSTODIANS, date, id, money, text, type Field } from '../../fields';

/** The columns of a spreadsheet of balances; the first three identify the account. */
export const BALANCE_FIELDS = {
  number: text('Account number', { aliases: ['number', 'account'] }),
  custodian: choice('Custodian', CUSTODIANS),
  id: id('Account ID', { aliases: ['id', 'account_id'] }),
  balance: money('Balance', { required: true, aliases: ['value', 'total_value', 'market_value'] }),
  date: date('Balance date', { required: true, aliases: ['date', 'as_of', 'as_of_date', 'reported_date'] }),
} as const satisfies Readonly<Record<string, Field>>;
export const BALANCE_KEYS: readonly (keyof typeof BALANCE_FIELDS)[] = ['number', 'custodian', 'id'];
