import type { Field } from './fields';

/** The operations on a list's records. Their endpoints always have the same shape (spec 4). */
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

/** Matches records changed at or after a time, in the richer form of a condition (wire facts A). */
export interface SinceCondition {
  readonly conditions: readonly [{ readonly value: string; readonly op: 'gte' }];
}

/**
 * A filter of exact matches, so that each record of the response can be compared with it; a quick refresh adds
 * a change time.
 */
export type FilterValues = Readonly<Record<string, string | number | boolean | SinceCondition>>;

/** A list endpoint that a resource is fetched from. */
export interface ListSource {
  readonly operation: 'list' | 'filter';
  readonly body?: FilterValues;
}

/** The operations of a resource. The client's endpoints and types, the refresh and the demo routes derive from it. */
export interface Operations {
  /** Relative to the base address. */
  readonly path: string;
  /** Specification section of its endpoints; "wire" if only the wire facts describe them. */
  readonly section: string;
  readonly operations: readonly Operation[];
  /** Operations that only the wire facts describe. */
  readonly wire?: readonly Operation[];
  /** Single-record operations documented with pager parameters. */
  readonly paged?: readonly Operation[];
  /** List-valued filter keys and the field each one tests, e.g. `account_ids`. */
  readonly plurals?: Readonly<Record<string, string>>;
  /**
   * The field with a record's change time, by which the filter finds changed records: a refresh then requests
   * only those, if the service proves that this works.
   */
  readonly changedAt?: string;
  /** The sources of a refresh, if not the list alone; their records are merged by key. */
  readonly sources?: readonly [ListSource, ...ListSource[]];
  /**
   * Not every service offers this resource (wire facts A): it is probed without retries, and skipped without
   * a proper response.
   */
  readonly optional?: true;
}

/** Returns operations known only from the wire facts, which a service may lack. The list operation always exists. */
export const wireOperations = ({ section, operations, wire = [] }: Operations): readonly Operation[] =>
  section === 'wire' ? operations.filter((operation) => operation !== 'list') : wire;

type Fields = Readonly<Record<string, Field>>;

/** The fields that a body accepts, selected by their mark. */
export type MarkedFields<F extends Fields, M extends 'create' | 'filter'> = {
  readonly [K in keyof F as F[K] extends Readonly<Record<M, true>> ? K : never]: F[K];
};
export const markedFields = <F extends Fields, M extends 'create' | 'filter'>(
  fields: F,
  mark: M,
): MarkedFields<F, M> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field[mark])) as MarkedFields<F, M>;
