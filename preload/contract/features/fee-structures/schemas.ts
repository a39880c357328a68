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

/** Retired fee structures and the firm's limits, which a team shares; they are not sent to the service. */
export const feeSettings = z.object({
  /** Structures that should no longer be used: key, user and time (ISO, UTC). */
  retired: z.array(z.object({ key: z.string(), by: z.string(), at: z.string() })),
  /** The firm's highest allowed rate in percent, as a decimal; null: not set and not checked. */
  ceiling: z.string().nullable(),
  /** The firm's thresholds; absent: the default ones. */
  feeChange: feeChangeThresholds.optional(),
});
export type FeeSettings = z.output<typeof feeSettings>;
