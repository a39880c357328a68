import { each } from '../rule';
import { isInUse } from '../values';

/** Left out of household reporting. */
export const noHousehold = each<'no-household'>(({ status, household_id }) =>
  isInUse(status) && household_id === null ? {} : null,
);
