import { z } from 'zod';
import { writeShapeOf, type Field, type WrittenField } from '#contract/fields';
import { markedFields, type MarkedFields } from '#contract/operations';
import type { Fields } from '#contract/resource';
import { jsonOf } from './body-messages';

/**
 * Request bodies. They are strict: an undocumented field or an unknown code is our bug and is stopped before
 * it is sent.
 */

/** The richer form of a condition (wire facts A, filters). */
const condition = z.strictObject({
  any_or_all: z.enum(['any', 'all']).optional(),
  conditions: z
    .array(
      z.strictObject({
        value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
        op: z.enum(['eq', 'contains', 'gte', 'lte']),
      }),
    )
    .min(1),
});

type Filterable<F extends Fields> = {
  [K in keyof MarkedFields<F, 'filter'>]: z.ZodOptional<
    z.ZodUnion<[z.ZodNullable<F[K & keyof F]['write']>, typeof condition]>
  >;
};
type Plural<F extends Fields, P> = {
  [K in keyof P]: P[K] extends keyof F ? z.ZodOptional<z.ZodArray<F[P[K]]['write']>> : never;
};
export type FilterBody<F extends Fields, P> = z.ZodObject<Filterable<F> & Plural<F, P>, z.core.$strict>;

/**
 * Returns the body of a filter: any of the fields marked `filter`, exact or with conditions, combined with AND.
 * Plural keys match any of their values. `changedAt`: the time of the last change, by conditions only.
 */
export function filterBody<F extends Fields, P extends Readonly<Record<string, string>>>(
  fields: F,
  plurals: P,
  changedAt?: string,
): FilterBody<F, P> {
  const single = Object.entries<Field>(markedFields(fields, 'filter')).map(([name, { write }]) => [
    name,
    z.union([write.nullable(), condition]).optional(),
  ]);
  const many = Object.entries(plurals).map(([name, field]) => [
    name,
    z.array(fields[field]?.write ?? z.never()).optional(),
  ]);
  const changed = changedAt === undefined ? [] : [[changedAt, condition.optional()]];
  return z.strictObject(Object.fromEntries([...single, ...many, ...changed])) as unknown as FilterBody<F, P>;
}

type Created<F extends Fields> = { [K in keyof MarkedFields<F, 'create'>]: WrittenField<F[K & keyof F]> };
export type CreateBody<F extends Fields> = z.ZodObject<Created<F>, z.core.$strict>;

/** Returns the body of a creation: the fields marked `create` (spec 4.5, 4.6). */
export const createBody = <F extends Fields>(fields: F): CreateBody<F> =>
  z.strictObject(writeShapeOf(markedFields(fields, 'create')));

/**
 * The body of a PUT (spec 4.2, 4.6): the record as read, including unknown fields, nulls and unknown codes,
 * because only edited fields may differ from the service's record (wire facts B1, B5, B9). Edits are
 * validated field by field earlier; here only the ID is required.
 */
export const wholeRecord = z.custom<Readonly<Record<string, unknown>> & { readonly id: number | string }>(
  (record) => Number.isInteger(jsonOf(record)?.['id']) || typeof jsonOf(record)?.['id'] === 'string',
  'a record needs its id',
);

/** An integer of any length. It is sent as text; z.int() would reject IDs beyond 2^53. */
const longId = z.number().refine(Number.isInteger);
export const idList = z.strictObject({ ids: z.array(longId).min(1) });
export const removedAssignment = z.strictObject({ id: longId, group_id: longId });
export const taxIdTokens = z.strictObject({ tax_id_tokens: z.array(z.string()).min(1) });

/** The form that signs in or renews a session (spec 5.1). */
export const tokenForm = z.discriminatedUnion('grant_type', [
  z.strictObject({ grant_type: z.literal('password'), username: z.string(), password: z.string() }),
  z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);
