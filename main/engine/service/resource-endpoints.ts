import { z } from 'zod';
import type { FilterValues, Operation } from '#contract/operations';
import type { Resource } from '#contract/resource';
import {
  RESOURCE_NAMES,
  resourceNamed,
  type RecordOf,
  type ResourceName,
  type Resources,
} from '#contract/resources';
import { changedSince } from '../wire/changed-since';
import {
  listResponse,
  recordOf,
  removalResponse,
  type ListedRecords,
  type ReadRecord,
  type RemovalResponse,
} from './parse-response';
import { createBody, filterBody, idList, wholeRecord, type CreateBody, type FilterBody } from './bodies';
import { queryEndpoint, get, post, put, deleteEndpoint, type Endpoint } from './endpoint';

type Declaration<N extends ResourceName> = Resources[N]['service'];
type FieldsOf<N extends ResourceName> = Resources[N]['fields'];
type PluralsOf<N extends ResourceName> = Declaration<N> extends { readonly plurals: infer P } ? P : unknown;

/** The types of a resource's endpoints, by operation. `P`: the path of its list. */
interface Entries<N extends ResourceName, P extends string = Declaration<N>['path']> {
  list: Endpoint<P, null, ListedRecords<RecordOf<N>>>;
  filter: Endpoint<`${P}/filter`, FilterBody<FieldsOf<N>, PluralsOf<N>>, ListedRecords<RecordOf<N>>>;
  get: Endpoint<`${P}/{id}`, null, ReadRecord<RecordOf<N>>>;
  put: Endpoint<`${P}/{id}`, typeof wholeRecord, ReadRecord<RecordOf<N>>>;
  putMany: Endpoint<P, z.ZodArray<typeof wholeRecord>, ListedRecords<RecordOf<N>>>;
  create: Endpoint<P, CreateBody<FieldsOf<N>>, ReadRecord<RecordOf<N>>>;
  createMany: Endpoint<`${P}/create-many`, z.ZodArray<CreateBody<FieldsOf<N>>>, ListedRecords<RecordOf<N>>>;
  remove: Endpoint<`${P}/{id}`, null, RemovalResponse>;
  removeMany: Endpoint<`${P}/delete-many`, typeof idList, RemovalResponse>;
}

type NameOf<N extends ResourceName> = `${N}.${Declaration<N>['operations'][number]}`;
export type ResourceEndpoints = {
  readonly [K in { [N in ResourceName]: NameOf<N> }[ResourceName]]: K extends `${infer N extends
    ResourceName}.${infer O extends Operation}`
    ? Entries<N>[O]
    : never;
};

/** Returns the endpoints of a resource. */
function crud(name: ResourceName, { fields, service, deprecated }: Resource): Record<string, Endpoint> {
  const { path, plurals = {}, changedAt, optional } = service;
  // A day's work needs few of the hundreds of schemas, so each is created with the first request that needs
  // it.
  const filter = z.lazy(() => filterBody(fields, plurals, changedAt));
  const created = z.lazy(() => createBody(fields));
  const make: Record<Operation, (section: string) => Endpoint> = {
    // An optional resource that responds slowly is treated as missing.
    list: (section) => get(section, path, listResponse(name), optional ? { optional, limits: 'quick' } : {}),
    filter: (section) => queryEndpoint(section, `${path}/filter`, filter, listResponse(name)),
    get: (section) => get(section, `${path}/{id}`, recordOf(name)),
    put: (section) => put(section, `${path}/{id}`, wholeRecord, recordOf(name)),
    putMany: (section) => put(section, path, z.array(wholeRecord).min(1), listResponse(name)),
    create: (section) => post(section, path, created, recordOf(name)),
    createMany: (section) =>
      post(section, `${path}/create-many`, z.array(created).min(1), listResponse(name)),
    remove: (section) => deleteEndpoint(section, `${path}/{id}`, removalResponse),
    removeMany: (section) => post(section, `${path}/delete-many`, idList, removalResponse),
  };
  return Object.fromEntries(
    service.operations.map((operation) => [
      `${name}.${operation}`,
      {
        ...make[operation](service.wire?.includes(operation) ? 'wire' : service.section),
        ...(service.paged?.includes(operation) ? { paged: true } : {}),
        ...(deprecated ? { deprecated: true as const } : {}),
      },
    ]),
  );
}

/** The endpoints of all resources. */
export const resourceEndpoints = Object.assign(
  {},
  ...RESOURCE_NAMES.map((name) => crud(name, resourceNamed(name))),
) as ResourceEndpoints;

/** One list of the service that a resource is fetched from. */
export interface FetchedList {
  readonly endpoint: keyof ResourceEndpoints & (`${ResourceName}.list` | `${ResourceName}.filter`);
  readonly body?: FilterValues;
}

export type FilteredList = FetchedList & Required<Pick<FetchedList, 'body'>>;

/** Returns the lists of a resource; several lists are merged by record key. */
export const listsOf = (name: ResourceName): readonly [FetchedList, ...FetchedList[]] => {
  const [first, ...others] = resourceNamed(name).service.sources ?? [{ operation: 'list' as const }];
  const fetched = ({ operation, body }: typeof first): FetchedList => ({
    endpoint: `${name}.${operation}` as FetchedList['endpoint'],
    ...(body === undefined ? {} : { body }),
  });
  return [fetched(first), ...others.map(fetched)];
};

/**
 * Returns, for each list of a resource, the filter that finds its records changed at or after a moment
 * (milliseconds since 1970); undefined without such a filter.
 */
export function changedLists(name: ResourceName, since: number): readonly FilteredList[] | undefined {
  const { changedAt, operations } = resourceNamed(name).service;
  if (changedAt === undefined || !operations.includes('filter')) return undefined;
  return listsOf(name).map(({ body }) => ({
    endpoint: `${name}.filter` as FetchedList['endpoint'],
    body: { ...body, [changedAt]: changedSince(since) },
  }));
}
