import { FOUND } from '../finding-facts';
import { recordRule, sharedValueRule } from '../rule';
import { distinctTexts, isInUse } from '../cell-values';

/** The account is missing from household reports. */
export const noHousehold = recordRule<'no-household'>(
  ({ status, household_id }) => (isInUse(status) && household_id === null ? FOUND : null),
  { empty: 'household_id' },
);

/** Two records for one account: its fee may be charged twice. */
export const numberTwice = sharedValueRule<'number-twice'>({
  value: ({ custodian, number }) => (custodian === null ? null : number),
  scope: ({ custodian }) => custodian,
  judge: (accounts) => ({ accounts: accounts.map(({ key }) => key) }),
});

/**
 * A family's breakpoints and reports are split. The tax ID token identifies the owner; it is not part of the
 * finding.
 */
export const ownerInSeveralHouseholds = sharedValueRule<'owner-in-several-households'>({
  value: ({ status, household_id, tax_id_token }) =>
    household_id === null || status === 'closed' ? null : tax_id_token,
  owner: ({ household_id }) => household_id,
  onlyIfOwnersDiffer: true,
  judge(accounts) {
    const households = distinctTexts(accounts.map(({ owner }) => String(owner)));
    return households.length > 1 ? { households, accounts: accounts.map(({ key }) => key) } : null;
  },
});
