import { z } from 'zod';
import type { Field } from './fields';
import { lazy } from './lazy';
import type { Operations } from './operations';

export type Fields = Readonly<Record<string, Field>>;

/**
 * A link from a record to others: every record of `to` whose `toField` has one of the values of this record's
 * `fromField`. If such a value is unique only within another, as a code is within its custodian, `within`
 * must match too.
 */
export interface Link {
  readonly label: string;
  readonly to: string;
  readonly fromField: string;
  readonly toField: string;
  readonly within?: { readonly fromField: string; readonly toField: string };
}

/** The descriptor of one kind of record. Everything generic derives from it. */
export interface Resource<F extends Fields = Fields> {
  /** Name in code, in tables and in routes. */
  readonly name: string;
  /** Nouns: "account", "accounts". */
  readonly singular: string;
  readonly plural: string;
  /** Section of the specification that defines it. */
  readonly section: string;
  /** Fields that together identify a record, in the order they are joined. */
  readonly key: readonly (keyof F & string)[];
  /** Fields of the title; `subtitle` distinguishes equal titles. */
  readonly title: readonly (keyof F & string)[];
  readonly subtitle: readonly (keyof F & string)[];
  /** The field that users know a record by, shown instead of its ID. */
  readonly knownBy?: keyof F & string;
  /** Fields at the head of the record panel, most important first. */
  readonly head?: readonly (keyof F & string)[];
  /** Default sort of the list. */
  readonly sort: { readonly field: keyof F & string; readonly descending: boolean };
  readonly fields: F;
  readonly links: readonly Link[];
  /** The service's operations and endpoints. */
  readonly service: Operations;
  /** Provides only names for IDs: found in the palette and by links, not in the sidebar. */
  readonly reference?: true;
  /** Hidden while empty, and marked otherwise. */
  readonly deprecated?: boolean;
  /** Keys that open its list, as in `Ctrl+1`; all lists are in the palette. */
  readonly shortcut?: string;
  /** The task that replaces it, by name: its list is shown below that task instead of among the lists. */
  readonly belowTask?: string;
  /** The list whose records others refer to by a `<singular>_id` field. No refresh succeeds without it. */
  readonly main?: true;
  /** The screen of one record with everything around it; links open it instead of the panel. */
  readonly screen?: 'household';
  /** A feature shows the jobs that write its records; they are not among the edits. */
  readonly ownJobs?: true;
  /** All its records change every night: stored and shown, but never reported as changes. */
  readonly isNightly?: true;
  /** The tolerant schema of a record: loose, every field optional and nullable. */
  readonly schema: z.ZodType;
}

/** A record with its described fields. */
type Shape<F extends Fields> = { [K in keyof F]?: z.output<F[K]['read']> } & Record<string, unknown>;

/** Completes a descriptor with the schema derived from its fields, which is built at its first use. */
export function resource<const F extends Fields, const O extends Operations>(
  descriptor: Omit<Resource<F>, 'schema' | 'service'> & { readonly service: O },
): Omit<Resource<F>, 'schema' | 'service'> & {
  readonly schema: z.ZodType<Shape<F>>;
  readonly service: O;
} {
  const schema = lazy(() => {
    const shape = Object.entries(descriptor.fields).map(([key, field]) => [key, field.read]);
    return z.looseObject(Object.fromEntries(shape)) as unknown as z.ZodType<Shape<F>>;
  });
  return {
    ...descriptor,
    get schema() {
      return schema();
    },
  };
}

/** A column of the cache and the grid. */
export interface Column extends Field {
  readonly name: string;
}

/** Returns the fields that are cached as columns, in descriptor order. */
export const columnsOf = (descriptor: Resource): Column[] =>
  Object.entries(descriptor.fields)
    .filter(([, field]) => field.column !== undefined)
    .map(([name, field]) => ({ ...field, name }));
