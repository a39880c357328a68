import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';

const call = oc.errors(errors);

/** What people said here about fee structures; the service knows none of it. */
export const structureMarks = z.object({
  /** Structures that are not to be used any more: keys, by whom and when (ISO, UTC). */
  retired: z.array(z.object({ key: z.string(), by: z.string(), at: z.string() })),
  /** The firm's own highest rate in percent, as a decimal; null: none is set, and none is checked. */
  ceiling: z.string().nullable(),
});
export type StructureMarks = z.output<typeof structureMarks>;

export const feeStructuresContract = {
  marks: call.output(structureMarks),
  /** Marks a structure as retired, or takes the mark away. */
  retire: call.input(z.object({ key: z.string(), retired: z.boolean() })).output(structureMarks),
  setCeiling: call
    .input(
      z.object({
        ceiling: z
          .string()
          .regex(/^\d{1,3}(\.\d{1,10})?$/)
          .nullable(),
      }),
    )
    .output(structureMarks),
};
