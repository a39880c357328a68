import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { lineRemark, taxIdLine, taxIdType } from './tax-ids';

const call = oc.errors(errors);

/** Under whose name, and of which service, tokens are asked for. The bearer is good for some minutes. */
export const bearing = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  bearer: z.string(),
  /** The address has answered before. */
  known: z.boolean(),
});
export type Bearing = z.output<typeof bearing>;

/** What is known of a token's value, without it: which kind it is, or why what the service gave cannot be one. */
export const knownValue = z.union([
  z.object({
    type: taxIdType.nullable(),
    otherType: z.string().nullable(),
    /** It is held for whoever wants it. */
    kept: z.boolean(),
  }),
  z.object({ problem: lineRemark }),
]);
export type KnownValue = z.output<typeof knownValue>;

const line = taxIdLine.omit({ index: true });

/** A line that is shown, by its token. */
export const wantedRow = line.pick({ who: true, number: true, type: true, otherType: true }).extend({
  token: z.string(),
});
export type WantedRow = z.output<typeof wantedRow>;
/** What a page of values gets: the one message with plain values in it. */
export type ValueRow = Omit<WantedRow, 'token'> & { readonly value: string };

/** A line of an export; its value is filled in where the values are. */
export const wantedCells = z.object({ line, position: z.number().int(), account: z.string().nullable() });
export type WantedCells = z.output<typeof wantedCells>;

/**
 * What the engine asks of the process that holds plain values. They go from there to the page that shows them, to the
 * clipboard or to a file, and never to the engine.
 */
export const valuesContract = {
  /** Exchanges tokens (spec 4.3); those of `keep` are held, of all others only what is known is told. */
  ask: call
    .input(z.object({ as: bearing, tokens: z.array(z.string()), keep: z.array(z.string()) }))
    .output(z.array(knownValue.nullable())),
  /** Drops what is held of these tokens. */
  release: call.input(z.array(z.string())).output(z.void()),
  /** What the page of this process shows from now on. */
  show: call.input(z.array(wantedRow)).output(z.void()),
  /** Puts values on the clipboard, a line for each token; null: a blank one. */
  copy: call.input(z.array(z.string().nullable())).output(z.void()),
  /** Writes a table with the values to a path that a person chose. Fails as `file-not-saved`. */
  write: call.input(z.object({ file: z.string(), rows: z.array(wantedCells) })).output(z.void()),
};
