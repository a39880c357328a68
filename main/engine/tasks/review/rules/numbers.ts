import { together } from '../rule';

/** Two records of one account: its fee may be taken twice. */
export const numberTwice = together<'number-twice', null>(
  ({ custodian, number }) =>
    number === null || custodian === null ? null : { by: `${custodian} ${number}`, of: null },
  (accounts) => ({ accounts: accounts.map(({ key }) => key) }),
);
