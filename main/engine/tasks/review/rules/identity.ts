import { each, together } from '../rule';
import { distinct, isInUse } from '../values';

/** Left out of household reporting. */
export const noHousehold = each<'no-household'>(({ status, household_id }) =>
  isInUse(status) && household_id === null ? {} : null,
);

/** Two records of one account: its fee may be taken twice. */
export const numberTwice = together<'number-twice', null>(
  ({ custodian, number }) =>
    number === null || custodian === null ? null : { by: `${custodian} ${number}`, of: null },
  (accounts) => ({ accounts: accounts.map(({ key }) => key) }),
);

/** Breakpoints and reports of a family fall apart. The token tells whose account it is; it goes no further than here. */
export const ownerInSeveralHouseholds = together<'owner-in-several-households', string>(
  ({ status, household_id, tax_id_token }) =>
    tax_id_token === null || household_id === null || status === 'closed'
      ? null
      : { by: String(tax_id_token), of: String(household_id) },
  (accounts) => {
    const households = distinct(accounts.map(({ of }) => of));
    return households.length > 1 ? { households, accounts: accounts.map(({ key }) => key) } : null;
  },
);
