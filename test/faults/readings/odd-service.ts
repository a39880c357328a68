import { fieldText, spellingsOf } from '#contract/exact-json/field-text';
import { idOf } from '#contract/exact-json/fields';
import { patchJson, textAt } from '#contract/exact-json/patch';
import { Verbatim } from '#contract/exact-json/read';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { readEnvelope } from '#engine/wire/envelope';

/** The kind of a request. */
export type ServiceOperation =
  | 'list'
  | 'filter'
  | 'get'
  | 'put'
  | 'putMany'
  | 'create'
  | 'createMany'
  | 'remove'
  | 'removeMany'
  | 'unassign';

/** A request as the service received it. */
export interface OddServiceRequest {
  readonly operation: ServiceOperation;
  readonly resource: ResourceName;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A response: JSON text with a status, or a lost connection. */
export type ServedResponse = { readonly status: number; readonly body: string } | 'lost';

/**
 * Returns a response instead of the service; `carryOut` performs the request and returns the correct response.
 */
export type OddServiceOverride = (
  arrived: OddServiceRequest,
  carryOut: () => ServedResponse,
) => ServedResponse;

const WRITES: readonly ServiceOperation[] = [
  'put',
  'putMany',
  'create',
  'createMany',
  'remove',
  'removeMany',
  'unassign',
];

/**
 * A service in memory that keeps records as exact JSON text, so that IDs above 2^53 survive. Its PUT is the strictest that
 * the wire facts allow (B14): an editable field that is absent from the body becomes null.
 */
export class OddService {
  readonly receivedRequests: OddServiceRequest[] = [];
  override: OddServiceOverride = (_, carryOut) => carryOut();
  readonly #tables = new Map<ResourceName, Map<string, string>>();
  /** Above 2^53 and odd, so that no double can hold it. */
  #nextId = 9_007_199_254_800_001n;
  #changes = 0;

  constructor(readonly resources: readonly ResourceName[]) {}

  /** Replaces the records of a resource; JSON texts. */
  fill(resource: ResourceName, records: readonly string[]): void {
    this.#tables.set(resource, new Map(records.map((raw) => [idOf(raw) ?? '', raw])));
  }

  records(resource: ResourceName): ReadonlyMap<string, string> {
    return this.#table(resource);
  }

  /** Writes that arrived. */
  get writes(): OddServiceRequest[] {
    return this.receivedRequests.filter(({ operation }) => WRITES.includes(operation));
  }

  /** The `fetch` function for a client. */
  fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    const arrived = this.#parseRequest(request.method, pathname.replace(/^\/v2/, ''), body);
    if (!arrived) return Response.json({ message: 'Not found' }, { status: 404 });
    this.receivedRequests.push(arrived);
    const response = this.override(arrived, () => this.#carryOut(arrived));
    if (response === 'lost') {
      const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      throw new TypeError('fetch failed', { cause });
    }
    const { status } = response;
    return new Response(status === 204 ? null : response.body, {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };

  /** Performs the request, and returns the correct response. */
  #carryOut({ operation, resource, path, body }: OddServiceRequest): ServedResponse {
    const table = this.#table(resource);
    const id = path.slice(path.lastIndexOf('/') + 1);
    switch (operation) {
      case 'list':
        return oddListResponse([...table.values()]);
      case 'filter':
        return oddListResponse(filtered([...table.values()], body));
      case 'get':
        return recordResponse(table.get(id));
      case 'put':
        return recordResponse(this.put(resource, body));
      case 'putMany':
        return oddListResponse(readEnvelope(body).records.flatMap((raw) => this.put(resource, raw) ?? []));
      case 'create':
        return recordResponse(this.create(resource, body));
      case 'createMany':
        return oddListResponse(readEnvelope(body).records.map((raw) => this.create(resource, raw)));
      case 'remove':
        return ok(table.delete(id) ? `{"message":"OK","id":${id}}` : '{"message":"Not found"}');
      case 'removeMany': {
        const ids = readEnvelope(textAt(body, ['ids']) ?? '[]').records.filter((key) => table.delete(key));
        return ok(`{"n":${ids.length},"ids":[${ids.join(',')}]}`);
      }
      case 'unassign':
        return this.#unassign(body);
    }
  }

  /** Writes the editable fields of a record; returns the updated record. */
  put(resource: ResourceName, body: string): string | undefined {
    const { fields } = resourceNamed(resource);
    const table = this.#table(resource);
    const id = idOf(body) ?? '';
    const current = table.get(id);
    if (current === undefined) return undefined;
    const edits = Object.entries(fields).flatMap(([name, field]) => {
      if (!field.editable) return [];
      const names = spellingsOf(name, field);
      const present = names.map((spelling) => textAt(body, [spelling])).find((text) => text !== undefined);
      const usedName = names.find((spelling) => textAt(current, [spelling]) !== undefined) ?? name;
      return [{ op: 'set' as const, path: [usedName], value: new Verbatim(present ?? 'null') }];
    });
    const next = patchJson(current, [...edits, this.#stamp()]);
    table.set(id, next);
    return next;
  }

  /** Creates a record with every field of the resource; fields missing from the body are null. */
  create(resource: ResourceName, body: string): string {
    const { fields } = resourceNamed(resource);
    const id = String((this.#nextId += 2n));
    const members = Object.keys(fields).map((name) => {
      const text = name === 'id' ? id : (textAt(body, [name]) ?? 'null');
      return `${JSON.stringify(name)}:${text}`;
    });
    const raw = patchJson(`{${members.join(',')}}`, [this.#stamp()]);
    this.#table(resource).set(id, raw);
    return raw;
  }

  #unassign(body: string): ServedResponse {
    const table = this.#table('billingGroups');
    const [id, group] = [textAt(body, ['id']) ?? '', textAt(body, ['group_id']) ?? ''];
    const current = table.get(group);
    const assignments = current && fieldText(current, 'assignments', {});
    if (!current || !assignments) return { status: 404, body: '{"message":"There is no such group."}' };
    const remaining = readEnvelope(assignments).records.filter((raw) => idOf(raw) !== id);
    const value = new Verbatim(`[${remaining.join(',')}]`);
    table.set(group, patchJson(current, [{ op: 'set', path: ['assignments'], value }, this.#stamp()]));
    return ok(`{"n":1,"ids":[${id}]}`);
  }

  #stamp() {
    this.#changes += 1;
    const time = new Date(Date.UTC(2026, 0, 2) + this.#changes * 1_000).toISOString();
    return { op: 'set' as const, path: ['updated_at_utc'], value: time };
  }

  #table(resource: ResourceName): Map<string, string> {
    const table = this.#tables.get(resource) ?? new Map<string, string>();
    this.#tables.set(resource, table);
    return table;
  }

  #parseRequest(method: string, path: string, body: string): OddServiceRequest | undefined {
    const isUnassign = path === '/billing/groups/remove-assignment';
    const resource = this.resources.find((name) => {
      const { path: base } = resourceNamed(name).service;
      return path === base || path.startsWith(`${base}/`);
    });
    if (!resource) return undefined;
    const suffix = path.slice(resourceNamed(resource).service.path.length);
    const operation = isUnassign ? 'unassign' : operationOf(method, suffix);
    return operation && { operation, resource, method, path, body };
  }
}

function operationOf(method: string, suffix: string): ServiceOperation | undefined {
  const named: Readonly<Record<string, ServiceOperation>> = {
    'GET ': 'list',
    'POST /filter': 'filter',
    'PUT ': 'putMany',
    'POST ': 'create',
    'POST /create-many': 'createMany',
    'POST /delete-many': 'removeMany',
  };
  if (/^\/[^/]+$/.test(suffix)) {
    const single: Readonly<Record<string, ServiceOperation>> = { GET: 'get', PUT: 'put', DELETE: 'remove' };
    if (method in single) return single[method];
  }
  return named[`${method} ${suffix}`];
}

export const ok = (body: string): ServedResponse => ({ status: 200, body });
const recordResponse = (raw: string | undefined): ServedResponse =>
  raw === undefined ? { status: 404, body: '{"message":"There is no such record."}' } : ok(raw);
export const oddListResponse = (raws: readonly string[]): ServedResponse =>
  ok(
    `{"object":"list","has_next":false,"has_previous":false,"current_page":1,"total_pages":1,"page_size_limit":10000,"total_items":${raws.length},"data":[${raws.join(',')}]}`,
  );

/** Filters by ID, and by the status that the list of closed accounts requires. */
function filtered(raws: readonly string[], body: string): string[] {
  const status = textAt(body, ['status']);
  const ids = textAt(body, ['id', 'conditions']);
  const wanted =
    ids === undefined
      ? undefined
      : new Set(readEnvelope(ids).records.map((condition) => textAt(condition, ['value'])));
  return raws.filter(
    (raw) =>
      (wanted === undefined || wanted.has(idOf(raw) ?? '')) &&
      (status === undefined || textAt(raw, ['status']) === status),
  );
}

/** Changes every record of a success, whatever its envelope; other responses stay. */
export function changeRecords(response: ServedResponse, change: (raw: string) => string): ServedResponse {
  if (response === 'lost' || response.status !== 200) return response;
  const { shape, records } = readEnvelope(response.body);
  return shape === 'single' ? ok(change(response.body)) : oddListResponse(records.map(change));
}
