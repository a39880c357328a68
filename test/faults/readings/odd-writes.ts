import { idOf } from '#contract/exact-json/fields';
import { patchJson } from '#contract/exact-json/patch';
import { Verbatim } from '#contract/exact-json/read';
import { readEnvelope } from '#engine/wire/envelope';
import {
  oddListResponse,
  ok,
  type ServedResponse,
  type OddServiceRequest,
  type OddService,
  type OddServiceOverride,
} from './odd-service';

/** An odd response to a create or a delete. `respond` applies all, part or none of the write and returns the response. */
export interface OddWrite {
  readonly name: string;
  readonly respond: (
    request: OddServiceRequest,
    service: OddService,
    existingIds: readonly string[],
  ) => ServedResponse;
}

/** How much of a write is applied before the odd response. */
export type Extent = 'none' | 'half' | 'all';
export const EXTENTS: readonly Extent[] = ['none', 'half', 'all'];

/** Returns the texts of the records to create, or the IDs of those to delete. */
const itemsOf = ({ operation, path, body }: OddServiceRequest): string[] => {
  if (operation === 'create') return [body];
  if (operation === 'createMany') return [...readEnvelope(body).records];
  if (operation === 'remove') return [path.slice(path.lastIndexOf('/') + 1)];
  const ids = /\[([^\]]*)\]/.exec(body)?.[1] ?? '';
  return ids.split(',').filter(Boolean);
};

/** Applies none, half or all of a create or a delete; returns the texts of the new records, or the deleted IDs. */
export function applyWrite(
  request: OddServiceRequest,
  service: OddService,
  extent: Extent = 'all',
): string[] {
  const items = itemsOf(request);
  const count = extent === 'all' ? items.length : extent === 'half' ? Math.ceil(items.length / 2) : 0;
  const creates = request.operation === 'create' || request.operation === 'createMany';
  return items.slice(0, count).map((item) => {
    if (creates) return service.create(request.resource, item);
    service.fill(
      request.resource,
      [...service.records(request.resource)].flatMap(([key, raw]) => (key === item ? [] : [raw])),
    );
    return item;
  });
}

const isCreate = ({ operation }: OddServiceRequest): boolean =>
  operation === 'create' || operation === 'createMany';
const isMany = ({ operation }: OddServiceRequest): boolean =>
  operation === 'createMany' || operation === 'removeMany';

/** Returns a response in the correct form with some records or IDs. */
function responseWith(request: OddServiceRequest, items: readonly string[]): ServedResponse {
  const [first = ''] = items;
  if (isCreate(request)) return isMany(request) ? oddListResponse(items) : ok(first);
  return isMany(request) ? ok(`{"n":${items.length},"ids":[${items.join(',')}]}`) : ok(`{"id":${first}}`);
}

/** An ID that no record of the service has. */
const inventedId = (index: number): string => `77000${index}`;
const withId = (raw: string, id: string): string =>
  patchJson(raw, [{ op: 'set', path: ['id'], value: new Verbatim(id) }]);
const MESSAGE = '{"message":"Something went wrong."}';

/** With bodies. A 404 without a reason may mean that the service does not have the call; one with a reason does not. */
const STATUSES: readonly (readonly [number, string])[] = [
  [400, MESSAGE],
  [401, MESSAGE],
  [403, '{}'],
  [404, '{}'],
  [404, '{"message":"Security 62 not found."}'],
  [405, '{}'],
  [409, MESSAGE],
  [413, '{}'],
  [422, '{"validation_errors":["name: is taken"]}'],
  [429, '{}'],
  [500, MESSAGE],
  [501, '{}'],
  [503, '{}'],
];

const atEachExtent = (name: string, response: ServedResponse): OddWrite[] =>
  EXTENTS.map((extent) => ({
    name: `${name}, ${extent} of the write applied`,
    respond: (request, service) => {
      applyWrite(request, service, extent);
      return response;
    },
  }));

export const ODD_WRITES: readonly OddWrite[] = [
  ...STATUSES.flatMap(([status, body]) =>
    atEachExtent(`${status}${body === '{}' ? '' : ' with a reason'}`, { status, body }),
  ),
  ...atEachExtent('a lost connection', 'lost'),
  ...atEachExtent('a message', ok('{"message":"could not do it"}')),
  ...atEachExtent('an empty object', ok('{}')),
  ...atEachExtent('an empty list', ok('[]')),
  ...atEachExtent('the text OK', ok('OK')),
  ...atEachExtent('an empty body', ok('')),
  ...atEachExtent('a count of zero', ok('{"n":0,"ids":[]}')),
  ...atEachExtent('a truncated response', ok('[{"id":1,"na')),
  ...atEachExtent('a list of invalid records', ok('[1,null,{"id":"x"}]')),
  {
    name: 'a success, and nothing done',
    respond: (request) =>
      responseWith(
        request,
        itemsOf(request).map((item, index) => (isCreate(request) ? withId(item, inventedId(index)) : item)),
      ),
  },
  {
    name: 'a success, and half done',
    respond: (request, service) => {
      const items = itemsOf(request);
      const applied = applyWrite(request, service, 'half');
      const invented = items
        .slice(applied.length)
        .map((item, index) => (isCreate(request) ? withId(item, inventedId(index)) : item));
      return responseWith(request, [...applied, ...invented]);
    },
  },
  {
    name: 'IDs of other records',
    respond: (request, service, existingIds) => {
      const applied = applyWrite(request, service);
      if (!isCreate(request)) return responseWith(request, existingIds.slice(-applied.length));
      return responseWith(
        request,
        applied.map((raw, index) => withId(raw, existingIds[index % existingIds.length] ?? '1')),
      );
    },
  },
  {
    name: 'IDs of other records, and nothing done',
    respond: (request, _, existingIds) => {
      const items = itemsOf(request);
      if (!isCreate(request)) return responseWith(request, existingIds.slice(-items.length));
      return responseWith(
        request,
        items.map((raw, index) => withId(raw, existingIds[index % existingIds.length] ?? '1')),
      );
    },
  },
  {
    name: 'one ID for all',
    respond: (request, service) => {
      const applied = applyWrite(request, service);
      const id = isCreate(request) ? (idOf(applied[0] ?? '{}') ?? '1') : (applied[0] ?? '1');
      return responseWith(
        request,
        applied.map((raw) => (isCreate(request) ? withId(raw, id) : id)),
      );
    },
  },
  {
    name: 'an echo without an ID',
    respond: (request, service) => {
      applyWrite(request, service);
      return responseWith(request, isCreate(request) ? itemsOf(request) : ['null']);
    },
  },
  {
    name: 'IDs rounded to a double',
    respond: (request, service) => {
      const rounded = (id: string | null): string => BigInt(Number(id ?? 0)).toString();
      const applied = applyWrite(request, service);
      return responseWith(
        request,
        applied.map((item) => (isCreate(request) ? withId(item, rounded(idOf(item))) : rounded(item))),
      );
    },
  },
  {
    name: 'IDs as text',
    respond: (request, service) => {
      const applied = applyWrite(request, service);
      return responseWith(
        request,
        applied.map((item) => (isCreate(request) ? withId(item, JSON.stringify(idOf(item))) : `"${item}"`)),
      );
    },
  },
];

const WRITING: readonly OddServiceRequest['operation'][] = ['create', 'createMany', 'remove', 'removeMany'];

/** Responds oddly to the first write, or to all of them. */
export function oddWrite(
  service: OddService,
  { respond }: OddWrite,
  { existingIds, isOnce }: { readonly existingIds: readonly string[]; readonly isOnce: boolean },
): OddServiceOverride {
  let odd = 0;
  return (request, respondCorrectly) => {
    if (!WRITING.includes(request.operation) || (isOnce && odd > 0)) return respondCorrectly();
    odd += 1;
    return respond(request, service, existingIds);
  };
}
