import type { EntryPreview } from '../../../preload/contract/calls/reconcile';

/** Whether a person must look at a file's columns before anything is read from it. */
export const asksAPerson = ({ mapping, account, amount, notation }: EntryPreview): boolean =>
  !mapping.leftOut &&
  (mapping.custodian === '' || [account, amount, notation].some(({ confidence }) => confidence === 'unsure'));
