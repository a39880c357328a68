import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../failure';
import { advisorCodeText, custodianCode } from '../fields';

const call = oc.errors(errors);

/** Lines taken at a time, and characters of a paste or a file. */
export const MOST_CODES = 5_000;
export const MOST_CODE_TEXT = 1_000_000;

/** Spec 4.5: what a new code is made of; all of it is required. */
export const newAdvisorCode = z.strictObject({
  firm_id: z.int('Choose the firm.'),
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

/** What codes are created from. `rest`: the lines of an earlier job that were not sent. */
export const codeSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('text'), text: z.string().max(MOST_CODE_TEXT) }),
  z.object({ from: z.literal('file'), grant: z.string() }),
  z.object({ from: z.literal('one'), code: newAdvisorCode }),
  z.object({ from: z.literal('rest'), job: z.string() }),
]);
export type CodeSource = z.output<typeof codeSource>;

/** For lines that do not say it themselves. */
export const codeDefaults = z.object({
  custodian: custodianCode.nullable(),
  firm: z.number().int().nullable(),
});

/**
 * How a line stands. `ready`: nothing speaks against it, and it was not sent yet. `wrong`: it will not be sent. `asked`:
 * on its way. `done`: the service says it is. `refused`: the service said no. `unknown`: sent, but the answer was lost.
 * `not-sent`: the service never got it.
 */
export const codeLineState = z.enum(['ready', 'wrong', 'asked', 'done', 'refused', 'unknown', 'not-sent']);
export type CodeLineState = z.output<typeof codeLineState>;

/** One code to create or delete. */
export const codeLine = z.object({
  index: z.number().int(),
  /** Line of the paste or file, from 1. */
  number: z.number().int().nullable(),
  /** As understood, or as it stands in the line where it was not. */
  custodian: z.string().nullable(),
  code: z.string(),
  firmId: z.string().nullable(),
  /** Accounts that carry it; null: not known. */
  accounts: z.number().int().nullable(),
  state: codeLineState,
  /** What is wrong, doubtful or was answered. */
  remark: z.string().nullable(),
  /** Whether the mapping, fetched after the end, is as was asked for; null: not fetched since. */
  confirmed: z.boolean().nullable(),
});
export type CodeLine = z.output<typeof codeLine>;

export const codeJob = z.object({
  id: z.string(),
  kind: z.enum(['create', 'delete']),
  /** `stopped`: broken off after a failure; what was left is `not-sent`. */
  state: z.enum(['planned', 'running', 'done', 'canceled', 'stopped']),
  total: z.number().int(),
  counts: z.record(codeLineState, z.number().int()),
  /** Different accounts that carry codes of this job; null: not known. */
  accounts: z.number().int().nullable(),
  /** Names what the lines are about where it is one thing: a custodian's code. */
  custodian: z.string().nullable(),
  failure: failure.nullable(),
  /** ISO, UTC. */
  endedAt: z.string().nullable(),
  /** When the mapping that `confirmed` speaks of was fetched. */
  checkedAt: z.string().nullable(),
  /** Nothing more will come: it has ended, and the mapping was fetched again where that was possible. */
  over: z.boolean(),
});
export type CodeJob = z.output<typeof codeJob>;

const job = z.object({ job: z.string() });

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
  planCreate: call.input(z.object({ source: codeSource, defaults: codeDefaults })).output(codeJob),
  /** Looks up what is to be deleted, by the keys of the records, and whom it affects. */
  planDelete: call.input(z.object({ records: z.array(z.string()).min(1).max(MOST_CODES) })).output(codeJob),
  /**
   * Sends what was planned, once: whoever asks again joins it. To delete, `count` is the number of codes as the person
   * typed it; fails with `changed-since` when it is another one.
   */
  start: call.input(job.extend({ count: z.number().int().optional() })).output(z.void()),
  /** Sends no more; what is on its way is waited for. */
  stop: call.input(job).output(z.void()),
  /** The present state, then every change; ends when nothing goes on any more. */
  follow: call.input(job).output(eventIterator(codeJob)),
  lines: call.input(job).output(z.array(codeLine)),
  /** The job that goes on, or the last one that has not been put away. */
  current: call.output(codeJob.nullable()),
  putAway: call.input(job).output(z.void()),
};
