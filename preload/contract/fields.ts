import { z } from 'zod';
import { isPossibleDay } from './domain/day-words';
import { unknownCode } from './domain/unknown-code';

/**
 * The building blocks of every record: one call makes one field, with its two schemas and its words for people.
 * `read` is tolerant (wire facts B3–B6: numbers and strings interchangeable, null and absent fine, enums open);
 * `write` is closed, as the service documents it. Everything generic is derived from these: cache columns, search,
 * grid columns, filters, the record panel, forms and the demo firm's records.
 */
export interface Field<
  R extends z.ZodType = z.ZodType,
  W extends z.ZodType = z.ZodType,
> extends FieldOptions {
  readonly kind: FieldKind;
  readonly label: string;
  readonly read: R;
  readonly write: W;
}

export type FieldKind =
  | 'id' // whole number that names something; shown without separators
  | 'text'
  | 'choice' // one of known codes, each with words; any other is shown as an unknown one
  | 'integer'
  | 'number'
  | 'money' // dollars
  | 'percent' // 1 means 1 percent
  | 'boolean'
  | 'date' // a calendar date, never moved by a time zone; the wire may add a time to it
  | 'moment' // a point in time, UTC on the wire
  | 'ids' // list of ids
  | 'texts' // list of texts
  | 'parts'; // nested objects, shown as small tables

/** Whether a value of the kind is a list. */
export const holdsMany = (kind: FieldKind | undefined): boolean =>
  kind === 'ids' || kind === 'texts' || kind === 'parts';

/** What a state means; always beside its word. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet';

export interface FieldOptions {
  /** Heading under which the record panel shows the field. */
  readonly group?: string;
  /** Words for each code of a `choice`, or for the values of another kind that mean something of their own. */
  readonly words?: Readonly<Record<string, string>>;
  /** Comes in words, or as a number of a code table that nobody gave: such a number is shown as an unknown code. */
  readonly mayBeCode?: true;
  /** What 0 or nothing means where another field of the record has one of some codes: "Tiered" instead of 0%. */
  readonly zero?: { readonly where: string; readonly words: Readonly<Record<string, string>> };
  /** The codes of a `choice` that may be written, where more are read. */
  readonly writes?: readonly string[];
  /** The code table is not given: any other text may be written beside the known codes. */
  readonly anyCode?: true;
  /** Width in pixels: makes the field a cached column that the grid can show, sort and filter. */
  readonly column?: number;
  /** Shown in the grid until the person chooses otherwise. */
  readonly shown?: boolean;
  /** Found by instant search. */
  readonly search?: boolean;
  /** A number that people know by its last digits: found by them, and without its dashes. */
  readonly tail?: boolean;
  /** The service's filter body takes it (spec sections 2.1, 4.4–4.6), so the filter bar offers it. */
  readonly filter?: boolean;
  /** What it adds up to over many records means something, and stands below their list. */
  readonly sums?: boolean;
  /** Indexed in the cache: it is looked up by value, as links do, or is a usual sort. */
  readonly index?: boolean;
  /** Other spellings under which the wire carries the same field (wire facts B1); the first present one is read. */
  readonly also?: readonly string[];
  /** Takes effect in a PUT (spec section 2). */
  readonly editable?: boolean;
  /** Moves with every night's data: stored and shown, never news. */
  readonly dataDate?: boolean;
  /** May never come back (wire facts B2): that it was written is not confirmed by an answer without it. */
  readonly silent?: boolean;
  /** Taken by the body that creates a record (spec 4.5, 4.6). */
  readonly create?: boolean;
  /** Must be there in that body, or in each nested item. */
  readonly required?: boolean;
  /** May be written as null: "none" is a choice of its own, beside every value and beside leaving it as it is. */
  readonly nullable?: boolean;
  /** A list that should hold one item on most records: setting it comes before adding to it. */
  readonly usuallyOne?: true;
  /** Stands for a tax id: masked until somebody asks, never in a log, a history or a copy by accident. */
  readonly secret?: boolean;
  /** The color beside the word of a `choice` that says how a record stands. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** What an empty value means, in words, where it means something. */
  readonly none?: string;
  /** The fields of each nested item of `parts`. */
  readonly items?: Readonly<Record<string, Field>>;
  /** The field of nested items that stands for them in a cell, and that links follow. */
  readonly itemKey?: string;
  /** What is asked of each beside its key by whoever goes through all records: the two have a column of their own. */
  readonly itemValue?: string;
  /** The least and the most that may be written. */
  readonly range?: readonly [number, number];
  /**
   * What its IDs stand for: a resource, or `securities` (calls/names.ts). Names are shown beside them where there are any;
   * a value that has words of its own is no ID.
   */
  readonly names?: string;
  /** Of the service's own workings: the record panel shows it under More. */
  readonly plumbing?: boolean;
  /** Text of several lines. */
  readonly long?: boolean;
  /** One sentence for people who meet the field for the first time. */
  readonly help?: string;
}

/** Options that no field has are slips of the pen. */
type Known<O> = O & { readonly [K in Exclude<keyof O, keyof FieldOptions>]: never };

/** What is set in the options stays known to the compiler: the types of request bodies are made of it. */
const make = <R extends z.ZodType, W extends z.ZodType, O extends FieldOptions>(
  kind: FieldKind,
  label: string,
  read: R,
  write: W,
  options: O | undefined,
): Field<R, W> & O => ({ kind, label, read, write, ...options }) as Field<R, W> & O;

/** A constructor of one kind of field. */
const kind =
  <R extends z.ZodType, W extends z.ZodType>(name: FieldKind, read: R, write: W) =>
  <const O extends FieldOptions>(label: string, o?: Known<O>): Field<R, W> & O =>
    make(name, label, read, write, o as O | undefined);

const textual = z.union([z.string(), z.number(), z.boolean()]).nullish();
const numeric = z.union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/)]).nullish();
const dated = z.string().refine(isPossibleDay).nullish();
const list = z.array(z.union([z.number(), z.string(), z.null()])).nullish();
/** The specification calls the same field a date here and a date-time there (2.1, 2.8; wire facts B6). */
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** As the body is validated: what leaves is its text, so an ID may be longer than a number holds exactly. */
const longId = z.number().refine(Number.isInteger);

export const id = kind('id', textual, longId);
export const text = kind('text', textual, z.string());
export const integer = kind('integer', numeric, z.int());
export const number = kind('number', numeric, z.number());
/** In dollars. */
export const money = kind('money', numeric, z.number());
export const boolean = kind('boolean', z.union([z.boolean(), z.string(), z.number()]).nullish(), z.boolean());
export const date = kind('date', dated, day);
export const moment = kind('moment', dated, z.string());
export const ids = kind('ids', list, z.array(longId));
/** A list in which an id may be missing (spec 2.6, minimum_ids). */
export const idsOrNulls = kind('ids', list, z.array(longId.nullable()));
export const texts = kind('texts', z.union([list, z.string()]), z.array(z.string()));

/** In percent: 0.25 means a quarter of one percent. */
export const percent = <const O extends FieldOptions>(label: string, o?: Known<O>) => {
  const [least = -Infinity, most = Infinity] = o?.range ?? [];
  return make('percent', label, numeric, z.number().min(least).max(most), o as O | undefined);
};

/** A code table: open when reading, closed when writing (wire facts B5). */
export const choice = <const C extends Readonly<Record<string, string>>, const O extends FieldOptions>(
  label: string,
  words: C,
  o?: Known<O>,
) => {
  const codes = z.enum((o?.writes ?? Object.keys(words)) as readonly Codes<C, O>[]);
  return { ...make('choice', label, textual, codes, o as O | undefined), words };
};
/** A code whose table the specification does not give (2.11): what is known has words, and any text may be written. */
export const openChoice = <const C extends Readonly<Record<string, string>>, const O extends FieldOptions>(
  label: string,
  words: C,
  o?: Known<O>,
) => ({
  ...make('choice', label, textual, z.string().trim().min(1), o as O | undefined),
  words,
  anyCode: true as const,
});
type Codes<C, O> = O extends { readonly writes: readonly (infer W extends string)[] } ? W : keyof C & string;

/** Nested objects of fields of their own: anything is kept when reading, and what nobody knows when writing. */
export const items = <const F extends Readonly<Record<string, Field>>, const O extends FieldOptions>(
  label: string,
  fields: F,
  o?: Known<O>,
) => {
  const each = z.looseObject(writtenOf(fields));
  const names = fields[(o as FieldOptions | undefined)?.itemKey ?? '']?.names;
  return {
    ...make('parts', label, z.unknown().optional(), z.array(each), o as O | undefined),
    items: fields,
    ...(names === undefined ? {} : { names }),
  };
};

/** The schema of a value that is written: absent unless it is required, null where that is allowed. */
export type Written<F extends Field> = F extends { readonly required: true }
  ? Filled<F>
  : z.ZodOptional<Filled<F>>;
type Filled<F extends Field> = F extends { readonly nullable: true } ? z.ZodNullable<F['write']> : F['write'];

/** The shape of an object that is made of these fields. */
export function writtenOf<F extends Readonly<Record<string, Field>>>(
  fields: F,
): { [K in keyof F]: Written<F[K]> } {
  const shape = Object.entries(fields).map(([name, { write, nullable, required }]) => {
    const filled = nullable ? write.nullable() : write;
    return [name, required ? filled : filled.optional()];
  });
  return Object.fromEntries(shape) as { [K in keyof F]: Written<F[K]> };
}

/** Spec section 2: the custodian code enum, with the names people use. */
export const CUSTODIANS = {
  APX: 'Apex',
  AXO: 'Axos',
  DST: 'DST Systems',
  FPR: 'Fidelity 401k/403b',
  IBK: 'Interactive Brokers',
  NFS: 'Fidelity',
  PER: 'Pershing',
  PTA: 'Pontera',
  SWB: 'Charles Schwab',
  EGB: 'Eaglebrook',
  MLT: 'Millennium Trust',
  TIA: 'TIAA',
} as const;
export type CustodianCode = keyof typeof CUSTODIANS;
export const isCustodian = (code: string | null): code is CustodianCode =>
  code !== null && Object.hasOwn(CUSTODIANS, code);
/** The name of a custodian; blank for none. */
export const custodianName = (code: string): string =>
  code === '' ? '' : isCustodian(code) ? CUSTODIANS[code] : unknownCode(code);
export const custodianCode = z.enum(Object.keys(CUSTODIANS) as [CustodianCode, ...CustodianCode[]]);

/** The custodian's own word for an advisor code, where it has one (wire facts): "G-Number". */
export const codeWord = (custodian: string): string => CODE_WORDS.get(custodian) ?? 'advisor code';
const CODE_WORDS = new Map([
  ['NFS', 'G-Number'],
  ['SWB', 'Master Account'],
  ['PER', 'IP Number'],
]);

/** Spec section 2.5: the characters an advisor code may have through the interface. */
export const advisorCodeText = z.string().regex(/^[0-9A-Za-z_-]+$/);
