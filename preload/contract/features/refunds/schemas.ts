import { z } from 'zod';

const typedText = z.string().trim().min(1).max(500);
/** The firm's decision, as entered by the user. */
export const refundDecision = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('refunded'),
    date: z.iso.date(),
    amount: z.string().regex(/^\d{1,15}(\.\d{1,2})?$/),
    reference: typedText,
  }),
  z.object({ state: z.literal('not-due'), reason: typedText }),
]);
export type RefundDecision = z.output<typeof refundDecision>;

const recordedBy = { by: z.string(), at: z.string(), estimate: z.string().nullable() };
/** A decision with who recorded it, when, and the estimate at that time. */
export const recordedDecision = z.discriminatedUnion('state', [
  refundDecision.options[0].extend(recordedBy),
  refundDecision.options[1].extend(recordedBy),
]);
export type RecordedDecision = z.output<typeof recordedDecision>;
