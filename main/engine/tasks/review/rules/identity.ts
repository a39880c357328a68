import { FOUND } from '../found';
import { each, sharing } from '../rule';
import { distinct, isInUse } from '../values';

/** Left out of household reporting. */
export const noHousehold = each<'no-household'>(
  ({ status, household_id }) => (isInUse(status) && household_id === null ? FOUND : null),
  { empty: 'household_id' },
);

/** Two records of one account: its fee may be taken twice. */
export const numberTwice = sharing<'number-twice'>({
  by: ({ custodian, number }) => (custodian === null ? null : number),
  within: ({ custodian }) => custodian,
  judge: (accounts) => ({ accounts: accounts.map(({ key }) => key) }),
});

/** Breakpoints and reports of a family fall apart. The token tells whose account it is; it goes no further than here. */
export const ownerInSeveralHouseholds = sharing<'owner-in-several-households'>({
  by: ({ status, household_id, tax_id_token }) =>
    household_id === null || status === 'closed' ? null : tax_id_token,
  of: ({ household_id }) => household_id,
  differing: true,
  judge(accounts) {
    const households = distinct(accounts.map(({ of }) => String(of)));
    return households.length > 1 ? { households, accounts: accounts.map(({ key }) => key) } : null;
  },
});
