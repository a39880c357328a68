import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { advisorCodeText, custodianCode } from '../fields';
import { job } from '../job';

const call = oc.errors(errors);

/** Lines taken at a time, and characters of a paste or a file. */
export const MOST_CODES = 10_000;
export const MOST_CODE_TEXT = 1_000_000;

/** Spec 4.5: what a new code is made of; all of it is required. */
export const newAdvisorCode = z.strictObject({
  firm_id: z.int(),
  code: advisorCodeText,
  source: custodianCode,
});
export type NewAdvisorCode = z.output<typeof newAdvisorCode>;

/**
 * How a code stands. `mapped`: the mapping has it and accounts carry it, or it is not known whether they do. `idle`: the
 * mapping has it, no account carries it. `carried`: accounts carry it, the mapping lacks it.
 */
export const codeState = z.enum(['mapped', 'carried', 'idle']);
export type CodeState = z.output<typeof codeState>;

/** A code of the mapping, or one that only accounts know. */
export const codeRow = z.object({
  /** Names the row: the record's key, or the custodian and the code. */
  key: z.string(),
  state: codeState,
  /** Key of the record; null for a code that only accounts know. */
  record: z.string().nullable(),
  custodian: z.string().nullable(),
  code: z.string().nullable(),
  firmId: z.string().nullable(),
  /** Accounts of this custodian that carry it; null: accounts were never fetched whole. */
  accounts: z.number().int().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type CodeRow = z.output<typeof codeRow>;

export const firm = z.object({ id: z.number().int(), name: z.string().nullable() });
export type Firm = z.output<typeof firm>;

/** What codes are created from. */
export const codeSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('text'), text: z.string().max(MOST_CODE_TEXT) }),
  z.object({ from: z.literal('file'), grant: z.string() }),
  z.object({ from: z.literal('one'), code: newAdvisorCode }),
]);
export type CodeSource = z.output<typeof codeSource>;

/** For lines that do not say it themselves. */
export const codeDefaults = z.object({
  custodian: custodianCode.nullable(),
  firm: z.number().int().nullable(),
});

/** One code to create or delete: a row of a job of the kinds `advisorCodes.create` and `advisorCodes.remove`. */
export const codeLine = z.object({
  /** Line of the paste or file, from 1. */
  number: z.number().int().nullable(),
  /** As understood, or as it stands in the line where it was not. */
  custodian: z.string().nullable(),
  code: z.string(),
  firmId: z.string().nullable(),
  /** Accounts that carry it; null: not known. */
  accounts: z.number().int().nullable(),
  /** To delete: the key of the record. */
  record: z.string().nullable(),
});
export type CodeLine = z.output<typeof codeLine>;

/** What is wrong or doubtful with a line before it is sent. */
export const codeRemark = z.enum([
  'no-code',
  /** `characters`: those that cannot be sent. */
  'characters',
  'no-custodian',
  /** `custodian`: what stands there. */
  'unknown-custodian',
  'no-firm',
  /** `firm`: what stands there. */
  'unknown-firm',
  /** `firm`: an id that the application's listing lacks. */
  'foreign-firm',
  /** `line`: where the same code stands; null when it is not from a text. */
  'duplicate',
  /** `firm`: of the record that has it, or null. */
  'mapped',
  /** A doubt. `firm`: an id that no record here names. */
  'strange-firm',
  /** A doubt. `code`: mapped with different capitalization, for `custodian`. */
  'other-case',
  /** To delete: not on this computer any more. */
  'gone',
  /** To delete: it came without an id. */
  'no-id',
]);
export type CodeRemark = z.output<typeof codeRemark>;

/** What the plan of such a job knows beside its rows. */
export const codeJobFacts = z.object({
  /** Different accounts that carry codes of this job; null: not known. */
  accounts: z.number().int().nullable(),
  /** A custodian's code where all are of one; null where they are of several. */
  custodian: z.string().nullable(),
  custodians: z.number().int(),
});

/** Advisor codes (spec 2.5, 4.5): the mapping beside what accounts carry, and its changes. */
export const advisorCodesContract = {
  /** Every code that is known here. */
  overview: call.output(
    z.object({
      rows: z.array(codeRow),
      /** When the two lists were last fetched whole; null: never. */
      codesAsOf: z.string().nullable(),
      accountsAsOf: z.string().nullable(),
    }),
  ),
  /** Firms of the application: as the service lists them, else those that cached records name. */
  firms: call.output(z.object({ firms: z.array(firm), listed: z.boolean() })),

  /** Checks what is to be created, without sending anything. */
  planCreate: call.input(z.object({ source: codeSource, defaults: codeDefaults })).output(job),
  /** Looks up what is to be deleted, by the keys of the records, and whom it affects. */
  planDelete: call.input(z.object({ records: z.array(z.string()).min(1).max(MOST_CODES) })).output(job),
};
