import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { lineIssue, taxIdLine, taxIdType } from './schemas';

const call = oc.errors(errors);

/** The service and credential for exchanging tokens. `bearer`: the API key, or the current token of a sign-in. */
export const exchangeAccess = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  bearer: z.string(),
  /** True if the address has responded before; an unknown host then means no network, not a wrong address. */
  hasResponded: z.boolean(),
});
export type ExchangeAccess = z.output<typeof exchangeAccess>;

/**
 * The facts about a token without its value: its type, or why the service's response cannot be a tax ID.
 */
export const knownValue = z.union([
  z.object({
    type: taxIdType.nullable(),
    otherType: z.string().nullable(),
    /** True if the value is held for later use. */
    isHeld: z.boolean(),
  }),
  z.object({ problem: lineIssue }),
]);
export type KnownValue = z.output<typeof knownValue>;

const line = taxIdLine.omit({ index: true });

/** A line to be shown, by its token. */
export const shownRow = line.pick({ who: true, number: true, type: true, otherType: true }).extend({
  token: z.string(),
});
export type ShownRow = z.output<typeof shownRow>;
/** A row that a value page receives, in the only message with plain values. */
export type ValueRow = Omit<ShownRow, 'token'> & { readonly value: string };

/** A line of an export; the value is filled in by the process that holds it. */
export const exportLine = z.object({ line, position: z.number().int(), account: z.string().nullable() });
export type ExportLine = z.output<typeof exportLine>;

/**
 * Calls from the engine to the process that holds plain values. Values go from there to the page, the
 * clipboard or a file, never to the engine.
 */
export const valuesContract = {
  /** Exchanges tokens (spec 4.3). Holds the values of tokens in `keep`; returns only their facts, null for a token without a value. */
  exchange: call
    .input(z.object({ access: exchangeAccess, tokens: z.array(z.string()), keep: z.array(z.string()) }))
    .output(z.array(knownValue.nullable())),
  /** Discards the values of these tokens. */
  release: call.input(z.array(z.string())).output(z.void()),
  /** Sets what this process's page shows. */
  show: call.input(z.array(shownRow)).output(z.void()),
  /** Copies values to the clipboard, one line per token; null: a blank line. */
  copy: call.input(z.array(z.string().nullable())).output(z.void()),
  /** Writes a table with values to a path that the user chose. Fails with `file-not-saved`. */
  write: call.input(z.object({ file: z.string(), rows: z.array(exportLine) })).output(z.void()),
};
