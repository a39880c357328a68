import {
  closeDelimited,
  incompleteResponse,
  hangUp,
  json,
  listBody,
  gatewayPage,
  rawResponse,
  neverResponds,
  type Behavior,
  type ReceivedRequest,
} from '../../support/misbehaving-service';
import { API_KEY_OF_FIRM } from './api-key';

/** One kind of wrong response from a service. */
export interface ResponseFault {
  readonly name: string;
  /** `records`: the content of a correct response. */
  readonly behaviorFor: (records: readonly object[]) => Behavior;
  /** It never ends by itself: timeouts end it. */
  readonly stalls?: true;
  /**
   * The HTTP stack itself retries on another connection (421, RFC 9110 15.5.20): the request was not
   * processed.
   */
  readonly misdirected?: true;
}

const fixed = (name: string, behavior: Behavior): ResponseFault => ({ name, behaviorFor: () => behavior });
const stalling = (name: string, behavior: Behavior): ResponseFault => ({
  ...fixed(name, behavior),
  stalls: true,
});
const listing = (
  name: string,
  changeEnvelope: (envelope: ReturnType<typeof listBody>, request: ReceivedRequest) => unknown,
): ResponseFault => ({
  name,
  behaviorFor: (records) => (response, request, count) =>
    json(changeEnvelope(listBody(records, request), request))(response, request, count),
});
const text = (name: string, body: string): ResponseFault =>
  fixed(name, rawResponse(body, 200, 'application/json'));
const message = { message: 'could not do it' };

/** All rows of the table. */
export const FAULTS: readonly ResponseFault[] = [
  ...[400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 501, 503, 504].map((status) =>
    fixed(`${status} with a message`, json(message, status)),
  ),
  ...[400, 401, 403, 404, 407, 502, 504].map((status) =>
    fixed(`${status} as a web page`, gatewayPage(status)),
  ),
  fixed('429 for a day', json(message, 429, { 'retry-after': '86400' })),
  fixed('503 until a date', json(message, 503, { 'retry-after': 'Fri, 02 Jan 2099 00:00:00 GMT' })),
  fixed(
    '400 that echoes the key',
    json({ message: `no ${API_KEY_OF_FIRM}`, validation_errors: ['123-45-6789'] }, 400),
  ),
  fixed('302 to another address', (response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  ),
  fixed('304', (response) => response.writeHead(304).end()),
  fixed('200 as a web page', gatewayPage(200)),
  fixed('a web page called JSON', rawResponse('<html>hello</html>', 200, 'application/json')),
  fixed('200 with a message', json(message)),
  fixed('206 with a message', json(message, 206)),
  fixed('204', (response) => response.writeHead(204).end()),
  fixed('plain OK', rawResponse('OK')),
  fixed('nothing', rawResponse('', 200, 'application/json')),
  text('an empty object', '{}'),
  text('an empty list', '[]'),
  text('null', 'null'),
  text('a number', '42'),
  text('a text', '"done"'),
  text('a count of none', '{"n":0,"ids":[]}'),
  text('a list of junk', '[1,"two",null,[3],{"message":"no"}]'),
  text('malformed JSON', '[{"id":1,}]'),
  text('an envelope of malformed JSON', '{"has_next":false,"data":[{"id":1,}]}'),
  text('names of JavaScript properties', '[{"__proto__":{"id":1},"constructor":1}]'),
  text('a value 3,000 deep', `[{"id":${'['.repeat(3000)}${']'.repeat(3000)}}]`),
  fixed('another record', json([{ id: 999_999, name: 'Another', code: 'ZZZ' }])),
  fixed('cut, ended by closing', closeDelimited('{"has_next":false,"data":[{"id":1}')),
  fixed('cut, announced longer', incompleteResponse('{"has_next":false,"data":[{"id":1}]}', 40)),
  fixed('a line that drops', hangUp),
  fixed(
    'an announced gigabyte',
    (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': 1_073_741_824 })
        .write('{"data":['), // the announced length is refused at once: no timeout ends it
  ),
  stalling('silence', neverResponds),
  stalling('silence after the head', (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
  }),
  { name: 'a bare list cut at ten', behaviorFor: (records) => json(records.slice(0, 10)) },
  {
    name: 'a list cut at ten without a pager',
    behaviorFor: (records) => json({ data: records.slice(0, 10) }),
  },
  listing('a page that lacks what it counts', (envelope) => ({
    ...envelope,
    data: envelope.data.slice(0, 10),
  })),
  listing('a list with a record without its ID', (envelope) => ({
    ...envelope,
    data: [...envelope.data.slice(1), { name: 'nobody' }],
  })),
  {
    name: 'a list without an end',
    behaviorFor: (records) => (response, request, count) => {
      const first = Number(request.query.get('pager.page') ?? 1) * 100_000;
      const data = records.map((record, index) => ({
        ...record,
        id: first + index,
        account_id: first + index,
      }));
      json({ ...listBody(records, request), has_next: true, data })(response, request, count);
    },
  },
];
