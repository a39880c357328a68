import { masked as maskedSecret } from '../../../preload/contract/domain/masked';
import type { Query, Selection } from '../../../preload/contract/query';
import type { Resource } from '../../../preload/contract/resource';
import type { ResourceName } from '../../../preload/contract/resources';
import { EMPTY, isEmpty } from '../../kit/format';

/** Enough of a secret to tell two apart, and no more. */
export function masked(value: unknown): string {
  if (isEmpty(value)) return EMPTY;
  return maskedSecret(String(value));
}

/** Records whose plain tax ids are asked for. It goes from hand to hand and is never part of a route. */
export interface TaxIdRequest {
  readonly query: Query;
  readonly selection: Selection;
  readonly count: number;
}

/** Whether records of a resource have tokens. */
export const hasTokens = (descriptor: Resource): boolean =>
  Object.values(descriptor.fields).some((field) => field.secret);

/** The request for one record. */
export const taxIdRequestFor = (descriptor: Resource, resource: ResourceName, key: string): TaxIdRequest => ({
  query: { resource, search: '', filters: [], sort: descriptor.sort },
  selection: { kind: 'keys', keys: [key] },
  count: 1,
});
