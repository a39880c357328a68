import { numberName } from '../../reconcile/reconciled-numbers';
import { FOUND } from '../found';
import { each } from '../rule';

/** Its client gets a bill, and its custodian takes the fee as well. */
export const directInFeeFile = each<'direct-in-fee-file'>(
  ({ custodian, number, payment_source }, { reconciled }) =>
    payment_source === 'D' &&
    custodian !== null &&
    number !== null &&
    reconciled.has(numberName(String(custodian), String(number)))
      ? FOUND
      : null,
);
