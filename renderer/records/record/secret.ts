import { maskSecret as maskedSecret } from '#contract/text';
import type { Query, Selection } from '#contract/query';
import type { Resource } from '#contract/resource';
import type { ResourceName } from '#contract/resources';
import { EMPTY, isEmptyValue } from '../../ui/format';

/** Masks a secret, showing only enough to distinguish two. */
export function masked(value: unknown): string {
  if (isEmptyValue(value)) return EMPTY;
  return maskedSecret(String(value));
}

/** Records whose plain tax IDs are requested. It is passed on directly and never part of a route. */
export interface TaxIdRequest {
  readonly query: Query;
  readonly selection: Selection;
  readonly count: number;
}

/** Returns true if records of a resource have tokens. */
export const hasTokens = (descriptor: Resource): boolean =>
  Object.values(descriptor.fields).some((field) => field.secret);

/** Returns the request for one record. */
export const taxIdRequestFor = (descriptor: Resource, resource: ResourceName, key: string): TaxIdRequest => ({
  query: { resource, search: '', filters: [], sort: descriptor.sort },
  selection: { kind: 'keys', keys: [key] },
  count: 1,
});
