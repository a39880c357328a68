import { z } from 'zod';

/** Above zero, up to nine digits. */
const threshold = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/)
  .refine((text) => /[1-9]/.test(text));
/** A fee that changes by more than both, in percent and dollars, is reported. */
export const feeChangeThresholds = z.object({ percent: threshold, dollars: threshold });
export type FeeChangeThresholds = z.output<typeof feeChangeThresholds>;
export const DEFAULT_FEE_CHANGE: FeeChangeThresholds = { percent: '15', dollars: '100' };

/** The firm's highest allowed rate in percent; unlike a rate of the service, it has limited decimals. */
export const rateCeiling = z.string().regex(/^\d{1,3}(\.\d{1,10})?$/);
