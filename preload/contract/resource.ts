import { z } from 'zod';
import type { Field } from './fields';
import type { Operations } from './operations';

export type Fields = Readonly<Record<string, Field>>;

/**
 * A way from a record to others: every record of `to` whose `there` has (one of) this record's `here` values. Where such a
 * value means something within another only, as a code does at its custodian, that other must be the same too.
 */
export interface Link {
  readonly label: string;
  readonly to: string;
  readonly here: string;
  readonly there: string;
  readonly within?: { readonly here: string; readonly there: string };
}

/** What the product knows about one kind of record. Everything generic is driven by it. */
export interface Resource<F extends Fields = Fields> {
  /** Name in code, of tables and of routes. */
  readonly name: string;
  /** Words: "account", "accounts". */
  readonly one: string;
  readonly many: string;
  /** Section of the specification that defines it. */
  readonly section: string;
  /** Fields whose values together name a record, in the order they are joined. */
  readonly key: readonly (keyof F & string)[];
  /** Field that titles a record; `subtitle` tells apart records of one title. */
  readonly title: readonly (keyof F & string)[];
  readonly subtitle: readonly (keyof F & string)[];
  /** What matters most of a record: the head of its panel shows these, in this order. */
  readonly head?: readonly (keyof F & string)[];
  /** The order a list opens in. */
  readonly sort: { readonly field: keyof F & string; readonly descending: boolean };
  readonly fields: F;
  readonly links: readonly Link[];
  /** What the service lets people do with it, and where. */
  readonly service: Operations;
  /** Says what IDs stand for, and little else: found in the palette and by links, not in the sidebar. */
  readonly reference?: true;
  /** Hidden while empty, and marked when not. */
  readonly deprecated?: boolean;
  /** The tolerant schema of one record: loose, every field optional and nullable. */
  readonly schema: z.ZodType;
}

/** A record by its fields alone. */
type Shape<F extends Fields> = { [K in keyof F]?: z.output<F[K]['read']> } & Record<string, unknown>;

/** Completes a descriptor with the schema that its fields make. It is the whole of a resource. */
export function resource<const F extends Fields, const O extends Operations>(
  descriptor: Omit<Resource<F>, 'schema' | 'service'> & { readonly service: O },
): Omit<Resource<F>, 'schema' | 'service'> & {
  readonly schema: z.ZodType<Shape<F>>;
  readonly service: O;
} {
  const shape = Object.fromEntries(
    Object.entries(descriptor.fields).map(([key, field]) => [key, field.read]),
  );
  return { ...descriptor, schema: z.looseObject(shape) as unknown as z.ZodType<Shape<F>> };
}

/** A column of the cache and the grid. */
export interface Column extends Field {
  readonly name: string;
}

/** The fields of a resource that are cached as columns, in descriptor order. */
export const columnsOf = (descriptor: Resource): Column[] =>
  Object.entries(descriptor.fields)
    .filter(([, field]) => field.column !== undefined)
    .map(([name, field]) => ({ ...field, name }));
