import { z } from 'zod';

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
  | 'choice' // one of known codes, each with words; unknown codes are shown as they come
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

export interface FieldOptions {
  /** Heading under which the record panel shows the field. */
  readonly group?: string;
  /** Words for each code of a `choice`. */
  readonly words?: Readonly<Record<string, string>>;
  /** Width in pixels: makes the field a cached column that the grid can show, sort and filter. */
  readonly column?: number;
  /** Shown in the grid until the person chooses otherwise. */
  readonly shown?: boolean;
  /** Found by instant search. */
  readonly search?: boolean;
  /** The service's filter body takes it (spec sections 2.1, 4.4–4.6), so the filter bar offers it. */
  readonly filter?: boolean;
  /** Indexed in the cache: it is looked up by value, as links do, or is a usual sort. */
  readonly index?: boolean;
  /** Other spellings under which the wire carries the same field (wire facts B1); the first present one is read. */
  readonly also?: readonly string[];
  /** Takes effect in a PUT (spec section 2). */
  readonly editable?: boolean;
  /** Moves with every night's data: stored and shown, never news. */
  readonly dataDate?: boolean;
  /** One sentence for people who meet the field for the first time. */
  readonly help?: string;
}

const make = <R extends z.ZodType, W extends z.ZodType>(
  kind: FieldKind,
  label: string,
  read: R,
  write: W,
  options: FieldOptions,
): Field<R, W> => ({ kind, label, read, write, ...options });

const textual = z.union([z.string(), z.number(), z.boolean()]).nullish();
const numeric = z.union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/)]).nullish();
const dated = z.string().nullish();
const list = z.array(z.union([z.number(), z.string(), z.null()])).nullish();

export const id = (label: string, o: FieldOptions = {}) => make('id', label, textual, z.int(), o);
export const text = (label: string, o: FieldOptions = {}) => make('text', label, textual, z.string(), o);
export const integer = (label: string, o: FieldOptions = {}) => make('integer', label, numeric, z.int(), o);
export const number = (label: string, o: FieldOptions = {}) => make('number', label, numeric, z.number(), o);
export const money = (label: string, o: FieldOptions = {}) => make('money', label, numeric, z.number(), o);
export const percent = (label: string, o: FieldOptions = {}) =>
  make('percent', label, numeric, z.number().min(0).max(99), o);
export const boolean = (label: string, o: FieldOptions = {}) =>
  make('boolean', label, z.union([z.boolean(), z.string(), z.number()]).nullish(), z.boolean(), o);
export const date = (label: string, o: FieldOptions = {}) => make('date', label, dated, z.iso.date(), o);
export const moment = (label: string, o: FieldOptions = {}) => make('moment', label, dated, z.string(), o);
export const ids = (label: string, o: FieldOptions = {}) => make('ids', label, list, z.array(z.int()), o);
export const texts = (label: string, o: FieldOptions = {}) =>
  make('texts', label, z.union([list, z.string()]), z.array(z.string()), o);

/** A code table: open when reading, closed when writing (wire facts B5). */
export const choice = <const C extends Readonly<Record<string, string>>>(
  label: string,
  words: C,
  o: FieldOptions = {},
) => make('choice', label, textual, z.enum(Object.keys(words) as [keyof C & string]), { ...o, words });

/** Nested objects: anything is kept when reading; `shape` is the documented one. */
export const parts = <S extends z.ZodType>(label: string, shape: S, o: FieldOptions = {}) =>
  make('parts', label, z.unknown().optional(), shape, o);

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
export const custodianCode = z.enum(Object.keys(CUSTODIANS) as [CustodianCode, ...CustodianCode[]]);

/** The custodian's own word for an advisor code, where it has one (wire facts): "G-Number". */
export const codeWord = (custodian: string): string =>
  ({ NFS: 'G-Number', SWB: 'Master Account', PER: 'IP Number' })[custodian] ?? 'advisor code';

/** Spec section 2.5: the characters an advisor code may have through the interface. */
export const advisorCodeText = z
  .string()
  .regex(/^[0-9A-Za-z_-]+$/, 'Use letters, digits, hyphen and underscore only.');
