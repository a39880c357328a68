import type { EntryPreview } from '#contract/features/reconcile/calls';

/** Returns true if the user must confirm a file's columns before it is read. */
export const needsConfirmation = ({ mapping, account, amount, notation }: EntryPreview): boolean =>
  !mapping.leftOut &&
  (mapping.custodian === '' || [account, amount, notation].some(({ confidence }) => confidence === 'unsure'));
