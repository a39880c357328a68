import { endBefore } from '#contract/dates';
import { sumOf } from '#contract/money';
import { numberName } from '../../reconcile/reconciled-numbers';
import { dayOf, type AccountCharges } from '../billed-fees';
import { cellItems, cellText } from '../cell-values';
import type { FirmContext } from '../firm-facts';
import { FOUND } from '../finding-facts';
import type { Read, Rule } from '../rule';

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

type ChargedAccount = Pick<Read<'fee-in-two-files'>, 'key' | 'number' | 'custodian'>;

const chargesOf = (
  { charges }: FirmContext,
  { key, number, custodian }: ChargedAccount,
): AccountCharges | null =>
  charges.of({ key: String(key), number: cellText(number), custodian: cellText(custodian) });

/** What was charged, and where, as facts. */
const chargeFacts = ({ period, files }: AccountCharges) => ({
  end: period.endDate,
  files: files.map(({ fileId }) => fileId),
  amount: sumOf(files.map(({ amount }) => amount)),
});

/** Two fee files of the same period charge the account. */
export const feeInTwoFiles: Rule<'fee-in-two-files'> = {
  begin: () => ({
    row: (account, firm) => {
      const charged = chargesOf(firm, account);
      return charged !== null && charged.files.length > 1 ? chargeFacts(charged) : null;
    },
  }),
};

/**
 * Charged for a period with no day on which the account was open and billable. Arrears bill the period before its end
 * date; other structures may bill the one after, so the account must be outside of both.
 */
export const feeOutsideDates: Rule<'fee-outside-dates'> = {
  begin: ({ byFees, structures }) => {
    const isInArrears = byFees((fees) => {
      const ids = cellItems(fees);
      return ids.length > 0 && ids.every((id) => structures.get(id)?.collection === 'R');
    });
    return {
      row: (account, firm) => {
        const closed = dayOf(account.close_date);
        const firstBillable = dayOf(account.first_billable_date);
        if (closed === null && firstBillable === null) return null;
        const charged = chargesOf(firm, account);
        if (!charged || charged.period.months === null) return null;
        const { endDate, months } = charged.period;
        if (closed !== null && closed <= endBefore(endDate, months))
          return { ...chargeFacts(charged), closed };
        const lastDay = isInArrears(account.fee_structures_ids) ? endDate : endBefore(endDate, -months);
        return firstBillable !== null && firstBillable > lastDay
          ? { ...chargeFacts(charged), firstBillable }
          : null;
      },
    };
  },
};
