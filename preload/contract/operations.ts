import type { Field } from './fields';

/** What the service lets people do with the records of a list; the endpoints of each are always shaped alike (spec 4). */
export const OPERATIONS = [
  'list', // GET path
  'filter', // POST path/filter, with the fields marked `filter`
  'get', // GET path/{id}
  'put', // PUT path/{id}, the whole record
  'putMany', // PUT path, whole records
  'create', // POST path, with the fields marked `create`
  'createMany', // POST path/create-many
  'remove', // DELETE path/{id}
  'removeMany', // POST path/delete-many
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A filter of exact matches, so that each record of the answer can be compared with it. */
export type FilterValues = Readonly<Record<string, string | number | boolean>>;

/** A list of the service that a resource is fetched from. */
export interface Source {
  readonly operation: 'list' | 'filter';
  readonly body?: FilterValues;
}

/**
 * A resource's row of operations. From it come the client's endpoints with the types of their bodies and answers, what
 * a refresh fetches, and the demo service's routes.
 */
export interface Operations {
  /** Relative to the base address. */
  readonly path: string;
  /** Section of the specification that has its endpoints; "wire" where only the wire facts know them. */
  readonly section: string;
  readonly operations: readonly Operation[];
  /** Those of them that only the wire facts know. */
  readonly wire?: readonly Operation[];
  /** Those of one record that are documented with the pager's parameters all the same. */
  readonly paged?: readonly Operation[];
  /** Lists of values that the filter takes beside single ones: the field each stands for, e.g. `account_ids`. */
  readonly plurals?: Readonly<Record<string, string>>;
  /** Where a refresh has it from, when that is not the list alone: records of all of these are united by their keys. */
  readonly sources?: readonly [Source, ...Source[]];
  /**
   * A neighbor of the specification that not every service has (wire facts A): asked for quietly, and lived without
   * where it gives no proper answer.
   */
  readonly optional?: true;
}

/** The operations that only the wire facts know: a service may not have them. Where its list is one, that is there. */
export const wireOperations = ({ section, operations, wire = [] }: Operations): readonly Operation[] =>
  section === 'wire' ? operations.filter((operation) => operation !== 'list') : wire;

type Fields = Readonly<Record<string, Field>>;

/** The fields that a body takes, chosen by their mark. */
export type Marked<F extends Fields, M extends 'create' | 'filter'> = {
  readonly [K in keyof F as F[K] extends Readonly<Record<M, true>> ? K : never]: F[K];
};
export const marked = <F extends Fields, M extends 'create' | 'filter'>(fields: F, mark: M): Marked<F, M> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field[mark])) as Marked<F, M>;
