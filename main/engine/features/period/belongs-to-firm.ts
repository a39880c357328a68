import type { PeriodId } from '#contract/features/period/calls';

/**
 * Returns whether a record belongs to a firm's periods. A record without a firm ID belongs to every firm's: excluding
 * it everywhere would hide a billed account from the signer. Every record belongs to periods without a firm (null).
 */
export const belongsToFirm = (firm: PeriodId['firm'], recordFirm: string | null | undefined): boolean =>
  firm === null || recordFirm === null || recordFirm === undefined || recordFirm === firm;
