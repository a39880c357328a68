import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { job } from '../../job';
import { MAX_CODES, MAX_CODE_TEXT, newAdvisorCode } from './schemas';
import { custodianCode } from '../../fields';

const call = oc.errors(errors);

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

/** Advisor codes (spec 2.5, 4.5): the mapping compared with the accounts, and changes to it. */
export const advisorCodesContract = {
  /** Returns every known code. */
  overview: call.output(
    z.object({
      rows: z.array(codeRow),
      /** When the lists were last fully fetched; null: never. */
      codesAsOf: z.string().nullable(),
      accountsAsOf: z.string().nullable(),
    }),
  ),
  /**
   * Returns the firms of the connection's application as the service lists them (`isListed`), or else those that
   * cached records reference.
   */
  firms: call.output(z.object({ firms: z.array(firm), isListed: z.boolean() })),

  /** Checks codes to create without sending anything. */
  planCreate: call.input(z.object({ source: codeSource, defaults: codeDefaults })).output(job),
  /** Looks up records to delete by key, and the accounts affected. */
  planDelete: call.input(z.object({ records: z.array(z.string()).min(1).max(MAX_CODES) })).output(job),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly advisorCodes: typeof advisorCodesContract;
  }
}
