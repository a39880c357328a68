import { idOf } from '#contract/exact-json/fields';
import { patchJson } from '#contract/exact-json/patch';
import { Verbatim } from '#contract/exact-json/read';
import { readEnvelope } from '#engine/wire/envelope';
import {
  listed,
  ok,
  type ServedResponse,
  type OddServiceRequest,
  type OddService,
  type OddServiceOverride,
} from './odd-service';

/** An odd response to a create or a delete. `respond` carries out some or none of the write and returns the response. */
export interface OddWrite {
  readonly name: string;
  readonly respond: (
    arrived: OddServiceRequest,
    service: OddService,
    known: readonly string[],
  ) => ServedResponse;
}

/** How much of a write is carried out before the error response. */
export type Extent = 'nothing' | 'half' | 'all';
export const EXTENTS: readonly Extent[] = ['nothing', 'half', 'all'];

/** Returns the texts of the records to create, or the IDs of those to delete. */
const itemsOf = ({ operation, path, body }: OddServiceRequest): string[] => {
  if (operation === 'create') return [body];
  if (operation === 'createMany') return [...readEnvelope(body).records];
  if (operation === 'remove') return [path.slice(path.lastIndexOf('/') + 1)];
  const ids = /\[([^\]]*)\]/.exec(body)?.[1] ?? '';
  return ids.split(',').filter(Boolean);
};

/** Carries out a create or a delete to an extent; returns the texts of the new records, or the deleted IDs. */
export function carryOut(arrived: OddServiceRequest, service: OddService, extent: Extent = 'all'): string[] {
  const items = itemsOf(arrived);
  const count = extent === 'all' ? items.length : extent === 'half' ? Math.ceil(items.length / 2) : 0;
  const creates = arrived.operation === 'create' || arrived.operation === 'createMany';
  return items.slice(0, count).map((item) => {
    if (creates) return service.create(arrived.resource, item);
    service.fill(
      arrived.resource,
      [...service.records(arrived.resource)].flatMap(([key, raw]) => (key === item ? [] : [raw])),
    );
    return item;
  });
}

const isCreate = ({ operation }: OddServiceRequest): boolean =>
  operation === 'create' || operation === 'createMany';
const isMany = ({ operation }: OddServiceRequest): boolean =>
  operation === 'createMany' || operation === 'removeMany';

/** Returns a response in the correct form with some records or IDs. */
function responseWith(arrived: OddServiceRequest, items: readonly string[]): ServedResponse {
  const [first = ''] = items;
  if (isCreate(arrived)) return isMany(arrived) ? listed(items) : ok(first);
  return isMany(arrived) ? ok(`{"n":${items.length},"ids":[${items.join(',')}]}`) : ok(`{"id":${first}}`);
}

const withId = (raw: string, id: string): string =>
  patchJson(raw, [{ op: 'set', path: ['id'], value: new Verbatim(id) }]);
const MESSAGE = '{"message":"Something went wrong."}';

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

const failing = (name: string, response: ServedResponse): OddWrite[] =>
  EXTENTS.map((extent) => ({
    name: `${name} after ${extent}`,
    respond: (arrived, service) => {
      carryOut(arrived, service, extent);
      return response;
    },
  }));
const succeeding = (name: string, body: string): OddWrite[] => failing(name, ok(body));

export const ODD_WRITES: readonly OddWrite[] = [
  ...STATUSES.flatMap(([status, body]) =>
    failing(`${status}${body === '{}' ? '' : ' with a reason'}`, { status, body }),
  ),
  ...failing('a lost connection', 'lost'),
  ...succeeding('a message', '{"message":"could not do it"}'),
  ...succeeding('an empty object', '{}'),
  ...succeeding('an empty list', '[]'),
  ...succeeding('the text OK', 'OK'),
  ...succeeding('nothing', ''),
  ...succeeding('a count of none', '{"n":0,"ids":[]}'),
  ...succeeding('a truncated response', '[{"id":1,"na'),
  ...succeeding('a record of junk', '[1,null,{"id":"x"}]'),
  {
    name: 'a success, and nothing done',
    respond: (arrived) =>
      responseWith(
        arrived,
        itemsOf(arrived).map((item, at) => (isCreate(arrived) ? withId(item, `77000${at}`) : item)),
      ),
  },
  {
    name: 'a success, and half done',
    respond: (arrived, service) => {
      const items = itemsOf(arrived);
      const done = carryOut(arrived, service, 'half');
      const rest = items
        .slice(done.length)
        .map((item, at) => (isCreate(arrived) ? withId(item, `77000${at}`) : item));
      return responseWith(arrived, [...done, ...rest]);
    },
  },
  {
    name: 'IDs of other records',
    respond: (arrived, service, known) => {
      const done = carryOut(arrived, service);
      if (!isCreate(arrived)) return responseWith(arrived, known.slice(-done.length));
      return responseWith(
        arrived,
        done.map((raw, at) => withId(raw, known[at % known.length] ?? '1')),
      );
    },
  },
  {
    name: 'IDs of other records, and nothing done',
    respond: (arrived, _, known) => {
      const items = itemsOf(arrived);
      if (!isCreate(arrived)) return responseWith(arrived, known.slice(-items.length));
      return responseWith(
        arrived,
        items.map((raw, at) => withId(raw, known[at % known.length] ?? '1')),
      );
    },
  },
  {
    name: 'one ID for all',
    respond: (arrived, service) => {
      const done = carryOut(arrived, service);
      const id = isCreate(arrived) ? (idOf(done[0] ?? '{}') ?? '1') : (done[0] ?? '1');
      return responseWith(
        arrived,
        done.map((raw) => (isCreate(arrived) ? withId(raw, id) : id)),
      );
    },
  },
  {
    name: 'an echo without an ID',
    respond: (arrived, service) => {
      carryOut(arrived, service);
      return responseWith(arrived, isCreate(arrived) ? itemsOf(arrived) : ['null']);
    },
  },
  {
    name: 'IDs rounded to a double',
    respond: (arrived, service) => {
      const rounded = (id: string | null): string => BigInt(Number(id ?? 0)).toString();
      const done = carryOut(arrived, service);
      return responseWith(
        arrived,
        done.map((item) => (isCreate(arrived) ? withId(item, rounded(idOf(item))) : rounded(item))),
      );
    },
  },
  {
    name: 'IDs as text',
    respond: (arrived, service) => {
      const done = carryOut(arrived, service);
      return responseWith(
        arrived,
        done.map((item) => (isCreate(arrived) ? withId(item, JSON.stringify(idOf(item))) : `"${item}"`)),
      );
    },
  },
];

const WRITING: readonly OddServiceRequest['operation'][] = ['create', 'createMany', 'remove', 'removeMany'];

/** Responds oddly to the first write, or to all of them. */
export function oddWrite(
  service: OddService,
  { respond }: OddWrite,
  { known, isOnce }: { readonly known: readonly string[]; readonly isOnce: boolean },
): OddServiceOverride {
  let odd = 0;
  return (arrived, respondCorrectly) => {
    if (!WRITING.includes(arrived.operation) || (isOnce && odd > 0)) return respondCorrectly();
    odd += 1;
    return respond(arrived, service, known);
  };
}
