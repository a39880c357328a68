import { z } from 'zod';
import { advisorCodeText, custodianCode } from '../../fields';

/** Maximum number of lines, and of characters in a paste or file. */
export const MAX_CODES = 10_000;
export const MAX_CODE_TEXT = 1_000_000;

/** Spec 4.5: the required fields of a new code. */
export const newAdvisorCode = z.strictObject({
  firm_id: z.int(),
  code: advisorCodeText,
  source: custodianCode,
});
export type NewAdvisorCode = z.output<typeof newAdvisorCode>;

/** One code to create or delete: a row of the jobs `advisorCodes.create` and `advisorCodes.remove`. */
export const codeLine = z.object({
  /** Line of the paste or file, from 1. */
  number: z.number().int().nullable(),
  /** The parsed custodian, or the text of the line if it could not be parsed. */
  custodian: z.string().nullable(),
  code: z.string(),
  firmId: z.string().nullable(),
  /** Number of accounts with the code; null if unknown. */
  accounts: z.number().int().nullable(),
  /** For deletion: the key of the record. */
  record: z.string().nullable(),
});
export type CodeLine = z.output<typeof codeLine>;

/** Facts about the plan besides its rows. */
export const codeJobFacts = z.object({
  /** Number of distinct accounts with these codes; null if unknown. */
  accounts: z.number().int().nullable(),
  /** The custodian's code if all rows share one; otherwise null. */
  custodian: z.string().nullable(),
  custodians: z.number().int(),
});
