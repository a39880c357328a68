/** Returns an account in household 7. */
export const sampleAccount = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `N${id}`,
  custodian: 'SWB',
  status: 'funded',
  household_id: 7,
  firm_id: 39,
  ...overrides,
});

/** Returns a billing group of household 7. */
export const group = (id: number, assignments: unknown, overrides: object = {}) => ({
  id,
  name: `Group ${id}`,
  firm_id: 39,
  household_id: 7,
  assignments,
  ...overrides,
});

/** Returns the assignment of an account that pays for itself, unless another payer is given. */
export const assignmentOf = (account_id: number, fee_location = 0) => ({ account_id, fee_location });
