import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../failure';
import { query, selection } from '../query';
import { holdsTaxId, REMARK_CODES } from '../domain/tax-id-text';

const call = oc.errors(errors);

/** Revealed values are hidden again, here and in the engine, after this many milliseconds. */
export const SHOWN_MS = 30_000;

/** Characters of a paste or a file: 5,000 lines of a hundred and more. */
export const MOST_TEXT = 1_000_000;

/** `tax_id` is the service's word for an EIN. */
export const taxIdType = z.enum(['ssn', 'tax_id']);

/** What tokens come from. They are not part of any route. */
export const tokenSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(MOST_TEXT) }),
  z.object({ kind: z.literal('file'), grant: z.string() }),
  /** Persons or accounts of the local copy, which hold the tokens. */
  z.object({ kind: z.literal('records'), query, selection }),
]);
export type TokenSource = z.output<typeof tokenSource>;

/** What plain values come from. */
export const valueSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(MOST_TEXT), bare: taxIdType }),
  z.object({ kind: z.literal('file'), grant: z.string(), bare: taxIdType }),
]);
export type ValueSource = z.output<typeof valueSource>;

/**
 * How a line stands. `waiting`: not asked yet, or stopped before. `known`: the service gave its counterpart.
 * `unknown`: the service answered, and gave none for it. `rejected`: the service said that it does not take it.
 * `doubtful`: what the service gave cannot be relied on, and is not handed on. `wrong`: not asked, it cannot be one.
 * `failed`: its chunk got no answer.
 */
export const lineState = z.enum(['waiting', 'known', 'unknown', 'rejected', 'doubtful', 'wrong', 'failed']);
export type LineState = z.output<typeof lineState>;

export const lineRemark = z.object({
  code: z.enum(REMARK_CODES),
  digits: z.number().int().optional(),
  prefix: z.string().max(3).optional(),
});

/** One line, without its plain value. */
export const taxIdLine = z.object({
  /** Position in the session, from 0. */
  index: z.number().int(),
  /** Line of the paste or file, from 1; null for records. */
  number: z.number().int().nullable(),
  /** Title of the record. */
  who: z.string().nullable(),
  /** Null where there is none, or where a plain tax id stands in its place. */
  token: z.string().nullable(),
  state: lineState,
  /** Null as long as it is not known, and where it is one that we do not know. */
  type: taxIdType.nullable(),
  /** The type in the service's own word, where we do not know it. */
  otherType: z.string().nullable(),
  /** What is wrong, or doubtful; never the value. */
  remark: lineRemark.nullable(),
});
export type TaxIdLine = z.output<typeof taxIdLine>;

const counts = z.record(lineState, z.number().int());

export const taxIdProgress = z.object({
  /** `ready`: the lines of a file are read, and nothing is sent before `retry`. `held`: lines of records, of which
   *  nothing is asked before somebody wants the values. */
  state: z.enum(['ready', 'held', 'running', 'done', 'canceled']),
  total: z.number().int(),
  counts,
  /** Why lines failed; the last one. */
  failure: failure.optional(),
});
export type TaxIdProgress = z.output<typeof taxIdProgress>;

/** Why plain values are looked at; kept in the activity log, so no tax id may stand in it. */
export const reason = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .refine((text) => !holdsTaxId(text));

const session = z.object({ session: z.string() });
/** All lines whose value is known, or some. */
const which = z.union([z.literal('all'), z.array(z.number().int().min(0)).min(1)]);

/** How many values were copied, and how many blank lines stand among them. */
const copied = z.object({ values: z.number().int(), blank: z.number().int() });

const shared = {
  /** The present state, then every change; ends when nothing goes on any more. */
  follow: call.input(session).output(eventIterator(taxIdProgress)),
  cancel: call.input(session).output(z.void()),
  /** Asks for the lines that were not asked yet, or failed. */
  retry: call.input(session).output(z.void()),
  lines: call
    .input(
      session.extend({
        only: lineState.optional(),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ items: z.array(taxIdLine), total: z.number().int() })),
  /** Forgets everything of it. */
  close: call.input(session).output(z.void()),
};

/** Spec 4.3, always through the bulk endpoints: no tax id or token ever stands in an address. */
export const taxIdsContract = {
  exchange: {
    /** Begins to exchange tokens; those of a file wait for `retry`, those of records for `reveal`, `copy` or `export`.
     *  Of a look-up only what became of each line is kept, not its value. Fails with `refused` when there are none, or more
     *  than 5,000. */
    start: call.input(tokenSource).output(session),
    ...shared,
    /** Has plain values shown by a page of their own, which the window finds by `place`: asked for now, unless they are
     *  being shown already. */
    reveal: call
      .input(session.extend({ which, reason }))
      .output(z.object({ place: z.string(), count: z.number().int() })),
    /** What was shown is hidden: the process that holds it ends. */
    hide: call.input(session).output(z.void()),
    /**
     * Puts plain values on the clipboard, and takes them off again after a while. All of them stand as the list does,
     * line for line: a line without a value, and a line of the list that was empty, is a blank one.
     */
    copy: call.input(session.extend({ which, reason })).output(copied),
    /** Writes every line, with the plain values, to a file the person named and has confirmed. */
    export: call
      .input(session.extend({ reason, grant: z.string() }))
      .output(z.object({ values: z.number().int() })),
  },
  tokenize: {
    /** Begins to turn plain values into tokens. Fails with `refused` as above. */
    start: call.input(valueSource).output(session),
    ...shared,
    /** Puts the tokens on the clipboard, line for line as above. */
    copy: call.input(session).output(copied),
  },
};
