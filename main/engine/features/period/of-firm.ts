import type { PeriodId } from '#contract/features/period/calls';

/**
 * Returns whether a record of this owner belongs to the periods of a firm. One without a firm ID belongs to each
 * firm's period: leaving it out everywhere would hide a billed account from the signer.
 */
export const isOfFirm = (firm: PeriodId['firm'], owner: string | null | undefined): boolean =>
  firm === null || owner === null || owner === undefined || owner === firm;
