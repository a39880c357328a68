import { z } from 'zod';
import { isPossibleDay } from './dates';
import { unknownCodeLabel } from './text';

/**
 * The building blocks of every record: each call makes one field with two schemas and its labels. `read` is
 * tolerant (wire facts B3–B6: numbers and strings are interchangeable, null and absent are fine, enums are
 * open); `write` is strict, as the service documents it. Cache columns, search, grid, filters, forms and demo
 * data derive from it.
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
  | 'id' // integer that identifies something; shown without separators
  | 'text'
  | 'choice' // one of several known codes with labels; any other is shown as unknown
  | 'integer'
  | 'number'
  | 'money' // dollars
  | 'percent' // 1 means 1 percent
  | 'boolean'
  | 'date' // a calendar date, never shifted by a time zone; the wire may add a time
  | 'dateTime' // a point in time, UTC on the wire
  | 'ids' // list of IDs
  | 'texts' // list of texts
  | 'objects'; // nested objects, shown as small tables

/** Returns whether values of this kind are lists. */
export const holdsMany = (kind: FieldKind | undefined): boolean =>
  kind === 'ids' || kind === 'texts' || kind === 'objects';

/** Why a field cannot be edited; the form and the list say it in a sentence. */
export type ReadOnlyReason = 'from-custodian';

/** The meaning of a state; always shown with its label. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet';

export interface FieldOptions {
  /** Heading of the field's group in the record panel. */
  readonly group?: string;
  /** Labels for the codes of a `choice`, or for special values of another kind. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Either text, or a number of an undocumented code table, which is shown as an unknown code. */
  readonly maybeCode?: true;
  /** Label for zero or empty, depending on the code of another field: "Tiered" instead of 0%. */
  readonly zeroLabels?: { readonly where: string; readonly labels: Readonly<Record<string, string>> };
  /** The codes of a `choice` that may be written, if more can be read. */
  readonly writes?: readonly string[];
  /** The code table is undocumented: any other text may be written too. */
  readonly isOpenEnum?: true;
  /** Width in pixels; makes the field a cached column that the grid can show, sort and filter. */
  readonly column?: number;
  /** Shown in the grid by default. */
  readonly shown?: boolean;
  /** Included in search. */
  readonly search?: boolean;
  /** A number whose last digits users search for: search matches them, and the number without dashes. */
  readonly searchBySuffix?: boolean;
  /** The service's filter accepts it (spec sections 2.1, 4.4–4.6), so the filter bar offers it. */
  readonly filter?: boolean;
  /** A code whose values repeat over many records: its filter opens with the values and their counts. */
  readonly repeats?: true;
  /** Its sum over several records is meaningful and shown below the list. */
  readonly summable?: boolean;
  /** Indexed in the cache, because it is looked up by value or is a common sort. */
  readonly index?: boolean;
  /** Other wire spellings of the field (wire facts B1), read if the field is missing or empty. */
  readonly aliases?: readonly string[];
  /** Labels of earlier versions, which headings of older templates and exports still have. */
  readonly earlierLabels?: readonly string[];
  /** Takes effect in a PUT (spec section 2). */
  readonly editable?: boolean;
  /** Why it cannot be edited, if users may expect that it can. */
  readonly readOnly?: ReadOnlyReason;
  /** Changes every night: stored and shown, but never reported as a change. */
  readonly nightly?: boolean;
  /** May never be returned (wire facts B2), so a response without it does not disprove a write. */
  readonly mayBeAbsent?: boolean;
  /** Accepted by the create body (spec 4.5, 4.6). */
  readonly create?: boolean;
  /** Required in that body, or in each nested item. */
  readonly required?: boolean;
  /** May be written as null: "none" is a separate choice from leaving it unchanged. */
  readonly nullable?: boolean;
  /** A list that should hold one item on most records: bulk edits offer to set it before adding to it. */
  readonly usuallyOne?: true;
  /** A tax ID token: masked until requested, never in a log, a history or an accidental copy. */
  readonly secret?: boolean;
  /** Colors for the labels of a `choice` that describes a record's state. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Label of an empty value, if it has a meaning. */
  readonly emptyLabel?: string;
  /** The fields of each nested item of `objects`. */
  readonly items?: Readonly<Record<string, Field>>;
  /** The field of nested items that represents them in a cell and that links follow. */
  readonly itemKey?: string;
  /** A second field of nested items, stored with the key in a separate column for full scans. */
  readonly itemValue?: string;
  /**
   * Merges an edit with other users' changes to the field, so that changes to other items are kept: returns
   * the exact text to send, or undefined if it cannot.
   */
  readonly merge?: (base: string | undefined, mine: string, theirs: string) => string | undefined;
  /** Minimum and maximum that may be written. */
  readonly range?: readonly [number, number];
  /**
   * The list that its IDs reference: a resource, or `securities` (calls/names.ts). Names are shown next to the IDs if
   * known; a value with a label is not an ID.
   */
  readonly names?: string;
  /** Internal to the service: the record panel shows it under More. */
  readonly internal?: boolean;
  /** Deprecated by the service: no form offers it. */
  readonly deprecated?: boolean;
  /** Multi-line text. */
  readonly long?: boolean;
  /** One sentence for users who see the field for the first time. */
  readonly help?: string;
}

/** Rejects unknown option names at compile time. */
type KnownOptions<O> = O & { readonly [K in Exclude<keyof O, keyof FieldOptions>]: never };

/** Keeps the options' literal types, from which request-body types are derived. */
const make = <R extends z.ZodType, W extends z.ZodType, O extends FieldOptions>(
  kind: FieldKind,
  label: string,
  read: R,
  write: W,
  options: O | undefined,
): Field<R, W> & O => ({ kind, label, read, write, ...options }) as Field<R, W> & O;

/** Builds a constructor for one kind of field. */
const kind =
  <R extends z.ZodType, W extends z.ZodType>(name: FieldKind, read: R, write: W) =>
  <const O extends FieldOptions>(label: string, o?: KnownOptions<O>): Field<R, W> & O =>
    make(name, label, read, write, o as O | undefined);

const textual = z.union([z.string(), z.number(), z.boolean()]).nullish();
const numeric = z.union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/)]).nullish();
const dated = z.string().refine(isPossibleDay).nullish();
const list = z.array(z.union([z.number(), z.string(), z.null()])).nullish();
/** The specification has some fields as a date in one place and a date-time in another (2.1, 2.8; wire facts B6). */
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** Only validates an ID. Bodies are sent as text, because an ID may exceed the precision of a number. */
const longId = z.number().refine(Number.isInteger);

export const id = kind('id', textual, longId);
export const text = kind('text', textual, z.string());
export const integer = kind('integer', numeric, z.int());
export const number = kind('number', numeric, z.number());
/** In dollars. */
export const money = kind('money', numeric, z.number());
export const boolean = kind('boolean', z.union([z.boolean(), z.string(), z.number()]).nullish(), z.boolean());
export const date = kind('date', dated, day);
export const dateTime = kind('dateTime', dated, z.string());
export const ids = kind('ids', list, z.array(longId));
/** A list that may contain null IDs (spec 2.6, minimum_ids). */
export const idsOrNulls = kind('ids', list, z.array(longId.nullable()));
export const texts = kind('texts', z.union([list, z.string()]), z.array(z.string()));

/** Declares a field in percent: 0.25 means a quarter of one percent. */
export const percent = <const O extends FieldOptions>(label: string, o?: KnownOptions<O>) => {
  const [min = -Infinity, max = Infinity] = o?.range ?? [];
  return make('percent', label, numeric, z.number().min(min).max(max), o as O | undefined);
};

/** A code table: open when reading, closed when writing (wire facts B5). */
export const choice = <const C extends Readonly<Record<string, string>>, const O extends FieldOptions>(
  label: string,
  labels: C,
  o?: KnownOptions<O>,
) => {
  const codes = z.enum((o?.writes ?? Object.keys(labels)) as readonly WritableCodes<C, O>[]);
  return { ...make('choice', label, textual, codes, o as O | undefined), labels };
};
/** A code with an undocumented table (2.11): known codes have labels, and any text may be written. */
export const openEnum = <const C extends Readonly<Record<string, string>>, const O extends FieldOptions>(
  label: string,
  labels: C,
  o?: KnownOptions<O>,
) => ({
  ...make('choice', label, textual, z.string().trim().min(1), o as O | undefined),
  labels,
  isOpenEnum: true as const,
});
type WritableCodes<C, O> = O extends { readonly writes: readonly (infer W extends string)[] }
  ? W
  : keyof C & string;

/** Nested objects with their own fields. Unknown members are kept when reading and writing. */
export const items = <const F extends Readonly<Record<string, Field>>, const O extends FieldOptions>(
  label: string,
  fields: F,
  o?: KnownOptions<O>,
) => {
  const item = z.looseObject(writeShapeOf(fields));
  const names = fields[(o as FieldOptions | undefined)?.itemKey ?? '']?.names;
  return {
    ...make('objects', label, z.unknown().optional(), z.array(item), o as O | undefined),
    items: fields,
    ...(names === undefined ? {} : { names }),
  };
};

/** The schema of a written value: optional unless required, nullable if allowed. */
export type WrittenField<F extends Field> = F extends { readonly required: true }
  ? FilledField<F>
  : z.ZodOptional<FilledField<F>>;
type FilledField<F extends Field> = F extends { readonly nullable: true }
  ? z.ZodNullable<F['write']>
  : F['write'];

/** Returns the schema shape of an object with these fields. */
export function writeShapeOf<F extends Readonly<Record<string, Field>>>(
  fields: F,
): { [K in keyof F]: WrittenField<F[K]> } {
  const shape = Object.entries(fields).map(([name, { write, nullable, required }]) => {
    const filled = nullable ? write.nullable() : write;
    return [name, required ? filled : filled.optional()];
  });
  return Object.fromEntries(shape) as { [K in keyof F]: WrittenField<F[K]> };
}

/** Spec section 2: the custodian code enum, with common names. */
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
/** Returns a custodian's name; blank for none. */
export const custodianName = (code: string): string =>
  code === '' ? '' : isCustodian(code) ? CUSTODIANS[code] : unknownCodeLabel(code);
/** Returns the name of a fee file's custodian; some files do not specify theirs. */
export const custodianOrUnknown = (code: string): string =>
  code === '' ? 'Unknown custodian' : custodianName(code);
export const custodianCode = z.enum(Object.keys(CUSTODIANS) as [CustodianCode, ...CustodianCode[]]);

/** Returns the custodian's own term for an advisor code (wire facts), e.g. "G-Number". */
export const advisorCodeTerm = (custodian: string): string => CODE_TERMS.get(custodian) ?? 'advisor code';
const CODE_TERMS = new Map([
  ['NFS', 'G-Number'],
  ['SWB', 'Master Account'],
  ['PER', 'IP Number'],
]);

/** Spec section 2.5: the characters an advisor code may have in this interface. */
export const advisorCodeText = z.string().regex(/^[0-9A-Za-z_-]+$/);

/**
 * Text that may arrive as a number (wire facts B3). Any other type is read as null, so that one bad value does not
 * fail the whole list.
 */
export const tolerantText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);
