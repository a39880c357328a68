import type { FeeSubject } from '#contract/features/fee-history/schemas';
import type { UnreadArchive } from '#contract/features/fee-history/calls';
import { unsureText } from '#contract/features/reconcile/messages';
import { percentChange } from '#contract/money';
import { capitalize } from '#contract/text';
import { countOf, formatSignedMoney } from '../../ui/format';
import { failureMessage } from '../../ui/failure-messages';
import type { FeeChange } from './fee-history-rows';

/** Returns which accounts' fees are shown; empty for one account. Fees of former accounts are not included. */
export function scopeText(resource: FeeSubject['resource'], accounts: number): string {
  const accountCount = countOf(accounts, 'account', 'accounts');
  switch (resource) {
    case 'accounts':
      return '';
    case 'households':
      return `Fees of the ${accountCount} in this household now.`;
    case 'billingGroups':
      return `Fees of the ${accountCount} in this billing group now.`;
    case 'feeStructures':
      return `Fees of the ${accountCount} with this fee structure now, in every period.`;
  }
}

export const EMPTY_TEXTS: Readonly<Record<FeeSubject['resource'], string>> = {
  accounts: 'No fee file in the history bills this account.',
  households: 'No fee file in the history bills an account of this household.',
  billingGroups: 'No fee file in the history bills an account of this billing group.',
  feeStructures: 'No fee file in the history bills an account with this fee structure.',
};

/** Returns a change in two lines: the difference, and from which period. */
export function feeChangeLines({ label, by }: FeeChange): readonly [what: string, from: string] {
  if (by === null) return ['Not billed', `in ${label}`];
  return [`${formatSignedMoney(by.amount)}${percentChange(by.amount, by.before)}`, `from ${label}`];
}

/** Returns why a saved file is not in the history, and what to do. */
export function unreadText({ why }: UnreadArchive): string {
  switch (why.code) {
    case 'unsure-columns':
      return `${capitalize(unsureText(why.code))}. Reconcile it to confirm them.`;
    case 'unsure-custodian':
      return `${capitalize(unsureText(why.code))}. Reconcile it to choose the custodian.`;
    case 'file-changed':
      return 'It has changed since it was saved. Save the file again.';
    case 'no-data':
      return 'It will be added after the next complete refresh.';
    case 'unreadable':
      return failureMessage(why.failure).title;
  }
}
