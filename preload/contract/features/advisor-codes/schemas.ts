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

/**
 * `mapped`: in the mapping and used by accounts, or usage unknown. `unused`: in the mapping, used by no account.
 * `unmapped`: used by accounts but not in the mapping.
 */
export const codeState = z.enum(['mapped', 'unmapped', 'unused']);
export type CodeState = z.output<typeof codeState>;

/** A mapped code, or one found only on accounts. */
export const codeRow = z.object({
  /** Identifies the row: the record's key, or custodian and code. */
  key: z.string(),
  state: codeState,
  /** Key of the record; null for a code found only on accounts. */
  record: z.string().nullable(),
  custodian: z.string().nullable(),
  code: z.string().nullable(),
  firmId: z.string().nullable(),
  /** Number of this custodian's accounts with the code; null if accounts have no completed fetch. */
  accounts: z.number().int().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type CodeRow = z.output<typeof codeRow>;

export const firm = z.object({ id: z.number().int(), name: z.string().nullable() });
export type Firm = z.output<typeof firm>;

/** The source of codes to create. */
export const codeSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('text'), text: z.string().max(MAX_CODE_TEXT) }),
  z.object({ from: z.literal('file'), grant: z.string() }),
  z.object({ from: z.literal('one'), code: newAdvisorCode }),
]);
export type CodeSource = z.output<typeof codeSource>;

/** Values for lines that do not specify them. */
export const codeDefaults = z.object({
  custodian: custodianCode.nullable(),
  firm: z.number().int().nullable(),
});

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

/** Errors and warnings about a line before it is sent. The comments describe the facts of an issue. */
export const codeIssue = z.enum([
  /** The line has what could be a tax ID; its texts were not saved. */
  'tax-id',
  'no-code',
  /** `characters`: those that cannot be sent. */
  'characters',
  'no-custodian',
  /** `custodian`: the text of the line. */
  'unknown-custodian',
  'no-firm',
  /** `firm`: the text of the line. */
  'unknown-firm',
  /** `firm`: an ID that the connection's application does not have. */
  'foreign-firm',
  /** `line`: where the code first appears; null if not from a text. */
  'duplicate',
  /** `firm`: the firm of the existing record, or null. */
  'mapped',
  /** A warning. `firm`: an ID that no local record has. */
  'strange-firm',
  /** A warning. `code`: mapped with different capitalization, for `custodian`. */
  'other-case',
  /** For deletion: no longer on this computer. */
  'gone',
  /** For deletion: the record has no ID, or one that a JSON number cannot hold exactly. */
  'no-id',
]);
export type CodeIssue = z.output<typeof codeIssue>;

/** Facts about the plan besides its rows. */
export const codeJobFacts = z.object({
  /** Number of distinct accounts with these codes; null if unknown. */
  accounts: z.number().int().nullable(),
  /** The custodian's code if all rows share one; otherwise null. */
  custodian: z.string().nullable(),
  custodians: z.number().int(),
});
