import { numberName } from '../../reconcile/reconciled-numbers';
import { FOUND } from '../finding-facts';
import type { Rule } from '../rule';

/** The client is billed directly, and the custodian deducts the fee too. */
export const directInFeeFile: Rule<'direct-in-fee-file'> = {
  begin: ({ reconciled }) =>
    reconciled.size === 0
      ? {}
      : {
          row: ({ custodian, number, payment_source }) =>
            payment_source === 'D' &&
            custodian !== null &&
            number !== null &&
            reconciled.has(numberName(String(custodian), String(number)))
              ? FOUND
              : null,
        },
};
