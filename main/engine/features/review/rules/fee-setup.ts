import type { FeePeriod } from '../billed-fees';
import type { FirmContext } from '../firm-facts';
import { undetermined, Undetermined } from '../finding-facts';
import { cellItems, cellText } from '../cell-values';
import type { RuleRecord, Rule } from '../rule';
import { feeAccount, owedFeeOf } from './fee-file';
import { PAID_BY_ITSELF, PAID_BY_GROUP } from '#contract/features/billing-groups/assignments';
import type { Id } from '#engine/records/id-key';

/** Returns the period with the files of its firm, as facts. */
const periodFacts = ({ files }: FirmContext['charges'], period: FeePeriod) => ({
  end: period.endDate,
  files: [...files].flatMap(([fileId, file]) =>
    file.endDate === period.endDate && file.firmId === period.firmId ? [fileId] : [],
  ),
});

/** Returns why accounts of a period may be in lines that were not read; null if all its files were read. */
function whyIncomplete({ unreconciled, charges }: FirmContext, period: FeePeriod): Undetermined | null {
  if (unreconciled.has(period)) return undetermined('files-not-reconciled');
  return charges.isPartlyRead(periodFacts(charges, period).files) ? undetermined('skipped-files') : null;
}

/** A fee file charges the account although its billing group names another payer. */
export const feeWrongPayer: Rule<'fee-wrong-payer'> = {
  begin: () => ({
    row: (account, firm) => {
      const payer = firm.feePayer(account.key);
      if (payer.kind === 'itself' || payer.kind === 'group') return null;
      const charged = owedFeeOf(firm, account);
      if (!charged || charged instanceof Undetermined) return charged;
      if (payer.kind === 'several-groups') return undetermined('several-groups');
      return { ...charged.facts, accounts: [payer.account], groups: [payer.group] };
    },
  }),
};

/** No fee file has an account that custodians should bill in this period. */
export const feeMissing: Rule<'fee-missing'> = {
  begin: () => ({
    row: (account, firm) => {
      const { billable, charges } = firm;
      if (billable.isCharged(account.key)) return null;
      if (!billable.isDue(account.key)) return whyUnknown(account, charges);
      const payer = firm.feePayer(account.key);
      if (payer.kind === 'several-groups') return undetermined('several-groups');
      const period = charges.periodOf(cellText(account.firm_id));
      if (payer.kind !== 'itself' || !period) return null;
      const incomplete = whyIncomplete(firm, period);
      if (incomplete) return incomplete;
      if (billable.isPossiblyCharged(account.key)) return undetermined('shared-number');
      const earlier = charges.earlierOf(feeAccount(account));
      return {
        ...periodFacts(charges, period),
        structures: cellItems(account.fee_structures_ids),
        ...(earlier && !earlier.mayCountTwice
          ? { earlier: earlier.amount, earlierEnd: earlier.endDate, earlierFiles: [...earlier.fileIds] }
          : {}),
      };
    },
  }),
};

/** Returns why it is unknown whether custodians should bill the account; null if it is known. */
function whyUnknown(
  account: RuleRecord<'fee-missing'>,
  charges: FirmContext['charges'],
): Undetermined | null {
  const { status, payment_source, close_date, fee_structures_ids, firm_id } = account;
  if (status !== 'funded' || payment_source !== 'C' || close_date !== null) return null;
  if (cellItems(fee_structures_ids).length > 1) return undetermined('several-structures');
  const period = charges.periodOf(cellText(firm_id));
  return period?.months === null ? undetermined('unknown-period-length') : null;
}

/** No fee file has the account that pays for a group, or any account of a group that is billed as one. */
export const payerNotBilled: Rule<'payer-not-billed'> = {
  begin: () => ({
    group: (group, firm) => {
      const { billable, charges } = firm;
      const payers: string[] = [];
      let due = 0;
      let billed = 0;
      /** Accounts billed as one, and accounts with a payer, that a line of a shared number may bill. */
      let possiblyBilled = 0;
      let possiblyPaid = 0;
      group.eachAssignment((account, payer) => {
        const kind = payerKind(account, payer);
        if (kind === 'group') {
          if (billable.isCharged(account)) billed += 1;
          else if (billable.isDue(account)) due += 1;
          if (billable.isPossiblyCharged(account)) possiblyBilled += 1;
        } else if (kind === 'account' && payer !== null && isUnbilledPayer(firm, account, payer)) {
          if (billable.isPossiblyCharged(account) || billable.isPossiblyCharged(payer)) possiblyPaid += 1;
          else if (!payers.includes(String(payer))) payers.push(String(payer));
        }
      });
      const isGroupUnbilled = due > 0 && billed === 0;
      if (payers.length === 0 && (!isGroupUnbilled || possiblyBilled > 0))
        return possiblyPaid > 0 || isGroupUnbilled ? undetermined('shared-number') : null;
      const period = charges.periodOf(cellText(group.firm));
      if (!period) return undetermined('unknown-period-length');
      const incomplete = whyIncomplete(firm, period);
      if (incomplete) return incomplete;
      return { ...periodFacts(charges, period), ...(payers.length > 0 ? { accounts: payers } : {}) };
    },
  }),
};

function payerKind(account: Id, payer: Id | null): 'itself' | 'group' | 'account' {
  if (payer === null || String(payer) === PAID_BY_ITSELF || String(payer) === String(account))
    return 'itself';
  return String(payer) === PAID_BY_GROUP ? 'group' : 'account';
}

/** Returns whether the account is due, but neither it nor its payer, which custodians bill, is in a fee file. */
const isUnbilledPayer = ({ billable }: FirmContext, account: Id, payer: Id): boolean =>
  billable.isDue(account) &&
  !billable.isCharged(account) &&
  billable.isBilledAtCustodian(payer) &&
  !billable.isCharged(payer);
