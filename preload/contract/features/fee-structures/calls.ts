import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';

const call = oc.errors(errors);

/** The user's local marks on fee structures; the service does not know them. */
export const structureMarks = z.object({
  /** Structures that should no longer be used: key, user and time (ISO, UTC). */
  retired: z.array(z.object({ key: z.string(), by: z.string(), at: z.string() })),
  /** The firm's highest allowed rate in percent, as a decimal; null: not set and not checked. */
  ceiling: z.string().nullable(),
});
export type StructureMarks = z.output<typeof structureMarks>;

export const feeStructuresContract = {
  marks: call.output(structureMarks),
  /** Marks a structure as retired, or removes the mark. */
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
