import type { ServedResponse, OddServiceRequest, OddServiceOverride } from './odd-service';
import { changed, listed, ok, type OddService } from './odd-service';
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
  /** Either, if it is true. */
  | 'either';

/** An odd response to reads; the cell's `Scope` says which reads get it. */
export interface OddReading {
  readonly name: string;
  /** How each reading of a target is changed; `resource` is the edited one. */
  readonly answer: (
    resource: EditedName,
    honest: ServedResponse,
    arrived: OddServiceRequest,
  ) => ServedResponse;
  /** The reading lacks editable fields that another one has. */
  readonly isPartial?: true;
  /** The reading is as good as a correct one. */
  readonly isHarmless?: true;
  /** Excludes writes for which it cannot be distinguished from a real change. */
  readonly notEverywhere?: true;
}

const isTarget = (raw: string): boolean => TARGETS.some((key) => key === idOf(raw));
const each =
  (change: (resource: EditedName, raw: string) => string): OddReading['answer'] =>
  (resource, honest) =>
    changed(honest, (raw) => (isTarget(raw) ? change(resource, raw) : raw));
const fixed =
  (response: ServedResponse): OddReading['answer'] =>
  () =>
    response;
const asText = (text: string): string => (/^-?\d/.test(text) ? JSON.stringify(text) : text);
const isNamed = (name: string): boolean => name === 'id' || name === 'name' || name === 'object';

export const ODD_READINGS: readonly OddReading[] = [
  {
    name: 'lacks one editable field',
    answer: each((resource, raw) => without(resource, raw, untouched(resource).slice(0, 1))),
    isPartial: true,
  },
  {
    name: 'lacks several editable fields',
    answer: each((resource, raw) => without(resource, raw, untouched(resource).slice(0, 5))),
    isPartial: true,
  },
  {
    name: 'lacks all but ID and name',
    answer: each((_, raw) => rebuilt(raw, (name, text) => (isNamed(name) ? text : undefined))),
    isPartial: true,
  },
  {
    name: 'lacks the edited fields',
    answer: each((resource, raw) => without(resource, raw, Object.keys(EDITS[resource]))),
    isPartial: true,
  },
  {
    name: 'null for one editable field',
    answer: each((resource, raw) => {
      const [field] = untouched(resource);
      return rebuilt(raw, (name, text) => (name === field ? 'null' : text));
    }),
    notEverywhere: true,
  },
  {
    name: 'null for all editable fields',
    answer: each((resource, raw) => {
      const fields = untouched(resource);
      return rebuilt(raw, (name, text) => (fields.includes(name) ? 'null' : text));
    }),
    notEverywhere: true,
  },
  {
    name: 'wrong types',
    answer: each((_, raw) => rebuilt(raw, (name, text) => (name === 'id' ? text : asText(text)))),
    isHarmless: true,
  },
  {
    name: 'extra fields',
    answer: each((_, raw) => raw.replace(/}$/, ',"later":{"a":[1,"2"]},"x":null}')),
    isHarmless: true,
  },
  {
    name: 'the neighbor above 2^53',
    answer: (_, honest) =>
      changed(honest, (raw) =>
        idOf(raw) === TARGETS[0] ? rebuilt(raw, (name, text) => (name === 'id' ? NEIGHBOR : text)) : raw,
      ),
  },
  { name: 'another record', answer: fixed(ok('{"id":999999,"name":"Another"}')) },
  { name: 'a message', answer: fixed(ok('{"message":"could not read it"}')) },
  { name: 'an empty body', answer: fixed(ok('')) },
  { name: 'an empty list', answer: fixed(listed([])) },
  { name: 'cut short', answer: (_, honest) => (honest === 'lost' ? honest : ok(honest.body.slice(0, -9))) },
  { name: '404', answer: fixed({ status: 404, body: '{"message":"There is no such record."}' }) },
  { name: '500', answer: fixed({ status: 500, body: '{"message":"Something went wrong."}' }) },
  { name: '403', answer: fixed({ status: 403, body: '{"message":"Not for you."}' }) },
  { name: 'a lost connection', answer: fixed('lost') },
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
  (resource: EditedName, { answer }: OddReading, { operations }: Scope): OddServiceOverride =>
  (arrived, carryOut) => {
    const honest = carryOut();
    const isOdd = arrived.resource === resource && operations.includes(arrived.operation);
    return isOdd ? answer(resource, honest, arrived) : honest;
  };

/** A PUT in the place where it arrived; `field` is the first of those that it changes. */
export interface ArrivedPut {
  readonly service: OddService;
  readonly resource: EditedName;
  readonly field: string;
}

/** An odd way of a service to carry out a PUT and to answer it. */
export interface OddAnswer {
  readonly name: string;
  readonly answer: (
    put: ArrivedPut,
    arrived: OddServiceRequest,
    carryOut: () => ServedResponse,
  ) => ServedResponse;
  readonly expected: Expected;
}

const refusing = (status: number): ServedResponse => ({ status, body: '{"message":"It is not valid."}' });
const lines = ({ body }: OddServiceRequest): string[] => readEnvelope(body).records;
const inForm = ({ operation }: OddServiceRequest, raws: readonly string[]): ServedResponse =>
  operation === 'put' ? ok(raws[0] ?? '') : listed(raws);

/** Applies the first record of many, or the first edited field of one. */
function applyPart({ service, resource, field }: ArrivedPut, arrived: OddServiceRequest): void {
  const [first = '', ...more] = lines(arrived);
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
  response: (honest: ServedResponse, arrived: OddServiceRequest) => ServedResponse,
): OddAnswer => ({
  name: `applied, answered with ${name}`,
  answer: (_, arrived, carryOut) => response(carryOut(), arrived),
  expected: 'done',
});
const notApplied = (name: string, response: (arrived: OddServiceRequest) => ServedResponse): OddAnswer => ({
  name: `not applied, answered with ${name}`,
  answer: (_, arrived) => response(arrived),
  expected: 'not-done',
});

export const ODD_BODIES: readonly (readonly [string, ServedResponse])[] = [
  ['an empty body', ok('')],
  ['204', { status: 204, body: '' }],
  ['a message', ok('{"message":"could not do it"}')],
  ['a page', ok('<html>hello</html>')],
  ['another record', ok('{"id":999999,"name":"Another"}')],
  ['a lost connection', 'lost'],
  ...[400, 403, 404, 409, 413, 422, 500, 504].map((status) => [String(status), refusing(status)] as const),
];

export const ODD_ANSWERS: readonly OddAnswer[] = [
  ...ODD_BODIES.map(([name, answer]) => applied(name, () => answer)),
  ...ODD_BODIES.map(([name, answer]) => notApplied(name, () => answer)),
  applied('what was sent', (_, arrived) => inForm(arrived, lines(arrived))),
  notApplied('what was sent', (arrived) => inForm(arrived, lines(arrived))),
  applied('a record without most fields', (honest) =>
    changed(honest, (raw) => rebuilt(raw, (name, text) => (isNamed(name) ? text : undefined))),
  ),
  applied('extra fields', (honest) => changed(honest, (raw) => raw.replace(/}$/, ',"later":1}'))),
  applied('wrong types', (honest) =>
    changed(honest, (raw) => rebuilt(raw, (name, text) => (name === 'id' ? text : asText(text)))),
  ),
  applied('a body that is cut short', (honest) =>
    honest === 'lost' ? honest : ok(honest.body.slice(0, -9)),
  ),
  applied('the ID of the neighbor above 2^53', (honest) =>
    changed(honest, (raw) =>
      idOf(raw) === TARGETS[0] ? rebuilt(raw, (name, text) => (name === 'id' ? NEIGHBOR : text)) : raw,
    ),
  ),
  {
    name: 'applied, answered with the old value',
    answer: ({ service, resource }, arrived, carryOut) => {
      const before = lines(arrived).map((raw) => service.records(resource).get(idOf(raw) ?? '') ?? raw);
      carryOut();
      return inForm(arrived, before);
    },
    expected: 'done',
  },
  {
    name: 'not applied, answered with the old value',
    answer: ({ service, resource }, arrived) =>
      inForm(
        arrived,
        lines(arrived).map((raw) => service.records(resource).get(idOf(raw) ?? '') ?? raw),
      ),
    expected: 'not-done',
  },
  ...[400, 409, 500].map((status): OddAnswer => ({
    name: `applied in part, answered with ${status}`,
    answer: (put, arrived) => {
      applyPart(put, arrived);
      return refusing(status);
    },
    expected: 'either',
  })),
];

export const oddAnswer =
  (put: ArrivedPut, { answer }: OddAnswer): OddServiceOverride =>
  (arrived, carryOut) => {
    const isPut = arrived.operation === 'put' || arrived.operation === 'putMany';
    return isPut && arrived.resource === put.resource ? answer(put, arrived, carryOut) : carryOut();
  };
