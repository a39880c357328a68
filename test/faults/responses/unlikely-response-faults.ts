import { gzipSync } from 'node:zlib';
import { json, gatewayPage, rawResponse, type Behavior } from '../../support/misbehaving-service';
import type { ResponseFault } from './response-faults';

/** Statuses that no call expects, each with a body that may come with it. */
const STATUSES = [
  201, 202, 203, 206, 207, 208, 226, 300, 301, 303, 305, 307, 308, 402, 406, 408, 411, 412, 413, 414, 415,
  416, 417, 418, 421, 423, 424, 425, 426, 428, 431, 451, 499, 505, 506, 507, 508, 510, 511, 520, 521, 522,
  523, 524, 525, 526, 527, 530, 598, 599,
];
const BODIES: Readonly<Record<string, (status: number) => Behavior>> = {
  'a message': (status) => json({ message: 'could not do it' }, status),
  'a web page': (status) => gatewayPage(status),
  nothing: (status) => rawResponse('', status, 'application/json'),
  'a list of junk': (status) => json([1, 'two', null, [3], { message: 'no' }], status),
  'malformed JSON': (status) => rawResponse('[{"id":1,}]', status, 'application/json'),
  'another record': (status) => json([{ id: 999_999, name: 'Another', code: 'ZZZ' }], status),
};

const body = '{"message":"could not do it"}';
const encoded =
  (encoding: string, bytes: Buffer | string): Behavior =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes);
const ofType =
  (type: string, bytes: Buffer | string): Behavior =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes);
/** Writes bytes to the socket unchanged. */
const raw =
  (text: string): Behavior =>
  (response) =>
    response.socket?.end(text);

const ENCODINGS: Readonly<Record<string, Behavior>> = {
  'plain text called gzip': encoded('gzip', body),
  'plain text called brotli': encoded('br', body),
  'plain text called deflate': encoded('deflate', body),
  'an unknown encoding': encoded('x-unknown', body),
  'gzip cut in the middle': encoded('gzip', gzipSync(body.repeat(50)).subarray(0, 40)),
  'gzip of gzip': encoded('gzip', gzipSync(gzipSync(body))),
  'UTF-16 called JSON': ofType('application/json; charset=utf-16', Buffer.from(`\uFEFF${body}`, 'utf16le')),
  'bytes that are not UTF-8': ofType('application/json', Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d])),
  'a NUL in the JSON': ofType('application/json', '{"message":\0"no"}'),
  'JSON called an image': ofType('image/png', body),
};
const LINES: Readonly<Record<string, Behavior>> = {
  'no HTTP at all': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'half a status line': raw('HTTP/1.1 20'),
  'headers without an end': raw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'),
  'a chunk with an invalid size': raw(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n',
  ),
  'a chunk that is cut': raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"data":['),
  'two lengths': raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
  'a length that is not a number': raw('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}'),
  'a header of 200 kB': raw(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}\r\n\r\n{}`),
};

const faultsOf = (behaviors: Readonly<Record<string, Behavior>>): ResponseFault[] =>
  Object.entries(behaviors).map(([name, behavior]) => ({ name, behaviorFor: () => behavior }));

/** Less likely responses of a service or an intermediary. */
export const UNLIKELY_FAULTS: readonly ResponseFault[] = [
  ...STATUSES.flatMap((status) =>
    faultsOf(
      Object.fromEntries(
        Object.entries(BODIES).map(([name, behaviorOf]) => [`${status} with ${name}`, behaviorOf(status)]),
      ),
    ),
  ),
  ...faultsOf(ENCODINGS),
  ...faultsOf(LINES),
].map((fault) => (fault.name.startsWith('421') ? { ...fault, misdirected: true as const } : fault));
