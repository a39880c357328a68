import {
  changeRecords,
  oddListResponse,
  ok,
  type ServedResponse,
  type OddServiceRequest,
  type OddServiceOverride,
  type OddService,
} from './odd-service';
import { readEnvelope } from '#engine/wire/envelope';
import { idOf } from '#contract/exact-json/fields';
import { fieldText } from '#contract/exact-json/field-text';
import { resourceNamed } from '#contract/resources';
import { EDITS, NEIGHBOR, rebuilt, TARGETS, untouched, without, type EditedName } from './records';

/** Expected outcome of the rows under an oddity, besides what every cell requires (cells.ts). */
export type Expected =
  /** Applied, and reported as applied. */
  | 'done'
  /** Not sent, with the missing fields named. */
  | 'incomplete'
  /** Not applied, and reported as not applied. */
  | 'not-done'
  /** Either, if reported correctly. */
  | 'either';

/** An odd response to reads; the cell's `Scope` says which reads get it. */
export interface OddReading {
  readonly name: string;
  /** How each reading of a target is changed; `resource` is the edited one. */
  readonly respond: (
    resource: EditedName,
    correct: ServedResponse,
    arrived: OddServiceRequest,
  ) => ServedResponse;
  /** The reading lacks editable fields that another one has. */
  readonly isPartial?: true;
  /** The reading is as good as a correct one. */
  readonly isHarmless?: true;
  /** Used in scopes of one kind of read only: if all reads had it, it would be a real change. */
  readonly isLimitedToOneRead?: true;
}

const isTarget = (raw: string): boolean => TARGETS.some((key) => key === idOf(raw));
const changeTargets =
  (change: (resource: EditedName, raw: string) => string): OddReading['respond'] =>
  (resource, correct) =>
    changeRecords(correct, (raw) => (isTarget(raw) ? change(resource, raw) : raw));
const fixed =
  (response: ServedResponse): OddReading['respond'] =>
  () =>
    response;
const asText = (text: string): string => (/^-?\d/.test(text) ? JSON.stringify(text) : text);
const isNamed = (name: string): boolean => name === 'id' || name === 'name' || name === 'object';

export const ODD_READINGS: readonly OddReading[] = [
  {
    name: 'lacks one editable field',
    respond: changeTargets((resource, raw) => without(resource, raw, untouched(resource).slice(0, 1))),
    isPartial: true,
  },
  {
    name: 'lacks several editable fields',
    respond: changeTargets((resource, raw) => without(resource, raw, untouched(resource).slice(0, 5))),
    isPartial: true,
  },
  {
    name: 'lacks all but ID and name',
    respond: changeTargets((_, raw) => rebuilt(raw, (name, text) => (isNamed(name) ? text : undefined))),
    isPartial: true,
  },
  {
    name: 'lacks the edited fields',
    respond: changeTargets((resource, raw) => without(resource, raw, Object.keys(EDITS[resource]))),
    isPartial: true,
  },
  {
    name: 'null for one editable field',
    respond: changeTargets((resource, raw) => {
      const [field] = untouched(resource);
      return rebuilt(raw, (name, text) => (name === field ? 'null' : text));
    }),
    isLimitedToOneRead: true,
  },
  {
    name: 'null for all editable fields',
    respond: changeTargets((resource, raw) => {
      const fields = untouched(resource);
      return rebuilt(raw, (name, text) => (fields.includes(name) ? 'null' : text));
    }),
    isLimitedToOneRead: true,
  },
  {
    name: 'wrong types',
    respond: changeTargets((_, raw) => rebuilt(raw, (name, text) => (name === 'id' ? text : asText(text)))),
    isHarmless: true,
  },
  {
    name: 'extra fields',
    respond: changeTargets((_, raw) => raw.replace(/}$/, ',"later":{"a":[1,"2"]},"x":null}')),
    isHarmless: true,
  },
  {
    name: 'the ID of a neighbor that rounds to the same double',
    respond: (_, correct) =>
      changeRecords(correct, (raw) =>
        idOf(raw) === TARGETS[0] ? rebuilt(raw, (name, text) => (name === 'id' ? NEIGHBOR : text)) : raw,
      ),
  },
  { name: 'another record', respond: fixed(ok('{"id":999999,"name":"Another"}')) },
  { name: 'a message', respond: fixed(ok('{"message":"could not read it"}')) },
  { name: 'an empty body', respond: fixed(ok('')) },
  { name: 'an empty list', respond: fixed(oddListResponse([])) },
  {
    name: 'cut short',
    respond: (_, correct) => (correct === 'lost' ? correct : ok(correct.body.slice(0, -9))),
  },
  { name: '404', respond: fixed({ status: 404, body: '{"message":"There is no such record."}' }) },
  { name: '500', respond: fixed({ status: 500, body: '{"message":"Something went wrong."}' }) },
  { name: '403', respond: fixed({ status: 403, body: '{"message":"Not for you."}' }) },
  { name: 'a lost connection', respond: fixed('lost') },
];

/** Which readings are odd. */
export interface Scope {
  readonly name: string;
  readonly operations: readonly OddServiceRequest['operation'][];
}
export const SCOPES: readonly Scope[] = [
  { name: 'by ID', operations: ['get'] },
  { name: 'filter', operations: ['filter'] },
  { name: 'by ID and filter', operations: ['get', 'filter'] },
  { name: 'everywhere', operations: ['get', 'filter', 'list'] },
];

export const oddReading =
  (resource: EditedName, { respond }: OddReading, { operations }: Scope): OddServiceOverride =>
  (arrived, carryOut) => {
    const correct = carryOut();
    const isOdd = arrived.resource === resource && operations.includes(arrived.operation);
    return isOdd ? respond(resource, correct, arrived) : correct;
  };

/** A PUT that the service received; `field` is the first one that it changes. */
export interface ReceivedPut {
  readonly service: OddService;
  readonly resource: EditedName;
  readonly field: string;
}

/** An odd result of a PUT: how the service carries it out, and its response. */
export interface OddPutResponse {
  readonly name: string;
  readonly respond: (
    put: ReceivedPut,
    arrived: OddServiceRequest,
    carryOut: () => ServedResponse,
  ) => ServedResponse;
  readonly expected: Expected;
}

const refusal = (status: number): ServedResponse => ({ status, body: '{"message":"It is not valid."}' });
const recordsIn = ({ body }: OddServiceRequest): string[] => readEnvelope(body).records;
const responseOf = ({ operation }: OddServiceRequest, raws: readonly string[]): ServedResponse =>
  operation === 'put' ? ok(raws[0] ?? '') : oddListResponse(raws);

/** Applies the first record of many, or the first edited field of one. */
function applyPart({ service, resource, field }: ReceivedPut, arrived: OddServiceRequest): void {
  const [first = '', ...more] = recordsIn(arrived);
  if (more.length > 0) {
    service.put(resource, first);
    return;
  }
  const current = service.records(resource).get(idOf(first) ?? '') ?? '{}';
  const wanted = fieldText(first, field, resourceNamed(resource).fields[field] ?? {});
  service.put(
    resource,
    rebuilt(current, (name, text) => (name === field ? (wanted ?? text) : text)),
  );
}

const applied = (
  name: string,
  response: (correct: ServedResponse, arrived: OddServiceRequest) => ServedResponse,
): OddPutResponse => ({
  name: `applied, answered with ${name}`,
  respond: (_, arrived, carryOut) => response(carryOut(), arrived),
  expected: 'done',
});
const notApplied = (
  name: string,
  response: (arrived: OddServiceRequest) => ServedResponse,
): OddPutResponse => ({
  name: `not applied, answered with ${name}`,
  respond: (_, arrived) => response(arrived),
  expected: 'not-done',
});

export const ODD_BODIES: readonly (readonly [string, ServedResponse])[] = [
  ['an empty body', ok('')],
  ['204', { status: 204, body: '' }],
  ['a message', ok('{"message":"could not do it"}')],
  ['an HTML page', ok('<html>hello</html>')],
  ['another record', ok('{"id":999999,"name":"Another"}')],
  ['a lost connection', 'lost'],
  ...[400, 403, 404, 409, 413, 422, 500, 504].map((status) => [String(status), refusal(status)] as const),
];

export const ODD_PUT_RESPONSES: readonly OddPutResponse[] = [
  ...ODD_BODIES.map(([name, respond]) => applied(name, () => respond)),
  ...ODD_BODIES.map(([name, respond]) => notApplied(name, () => respond)),
  applied('what was sent', (_, arrived) => responseOf(arrived, recordsIn(arrived))),
  notApplied('what was sent', (arrived) => responseOf(arrived, recordsIn(arrived))),
  applied('a record without most fields', (correct) =>
    changeRecords(correct, (raw) => rebuilt(raw, (name, text) => (isNamed(name) ? text : undefined))),
  ),
  applied('extra fields', (correct) => changeRecords(correct, (raw) => raw.replace(/}$/, ',"later":1}'))),
  applied('wrong types', (correct) =>
    changeRecords(correct, (raw) => rebuilt(raw, (name, text) => (name === 'id' ? text : asText(text)))),
  ),
  applied('a body that is cut short', (correct) =>
    correct === 'lost' ? correct : ok(correct.body.slice(0, -9)),
  ),
  applied('the ID of a neighbor that rounds to the same double', (correct) =>
    changeRecords(correct, (raw) =>
      idOf(raw) === TARGETS[0] ? rebuilt(raw, (name, text) => (name === 'id' ? NEIGHBOR : text)) : raw,
    ),
  ),
  {
    name: 'applied, answered with the old value',
    respond: ({ service, resource }, arrived, carryOut) => {
      const before = recordsIn(arrived).map((raw) => service.records(resource).get(idOf(raw) ?? '') ?? raw);
      carryOut();
      return responseOf(arrived, before);
    },
    expected: 'done',
  },
  {
    name: 'not applied, answered with the old value',
    respond: ({ service, resource }, arrived) =>
      responseOf(
        arrived,
        recordsIn(arrived).map((raw) => service.records(resource).get(idOf(raw) ?? '') ?? raw),
      ),
    expected: 'not-done',
  },
  ...[400, 409, 500].map((status): OddPutResponse => ({
    name: `applied in part, answered with ${status}`,
    respond: (put, arrived) => {
      applyPart(put, arrived);
      return refusal(status);
    },
    expected: 'either',
  })),
];

export const oddPutResponse =
  (put: ReceivedPut, { respond }: OddPutResponse): OddServiceOverride =>
  (arrived, carryOut) => {
    const isPut = arrived.operation === 'put' || arrived.operation === 'putMany';
    return isPut && arrived.resource === put.resource ? respond(put, arrived, carryOut) : carryOut();
  };
