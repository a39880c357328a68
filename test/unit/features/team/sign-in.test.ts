import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { TeamProblemError } from '#engine/features/team/database-problems';
import { PostgresConnection } from '#engine/features/team/postgres';
import { addCleanup } from '#test/support/cleanups';

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const PASSWORD = 'planted password';

/** Starts a server that answers each message as the test says, and returns what it received. */
async function fakeServer(
  answer: (message: Buffer, socket: Socket) => void,
): Promise<{ port: number; received: () => string }> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (message) => {
      chunks.push(message);
      answer(message, socket);
    });
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  addCleanup(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    received: () => Buffer.concat(chunks).toString('latin1'),
  };
}

async function problemAt(host: string, port: number) {
  const database = { host, port, database: 'team', login: 'anna', ca: null };
  try {
    const connection = await PostgresConnection.connect(database, PASSWORD);
    await connection.close();
  } catch (error) {
    return error instanceof TeamProblemError ? error.problem.code : String(error);
  }
  return 'none';
}

/** AuthenticationCleartextPassword, and AuthenticationMD5Password with its salt. */
const WEAK = [
  ['in plain text', [82, 0, 0, 0, 8, 0, 0, 0, 3]],
  ['as MD5', [82, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]],
] as const;

it.each(WEAK)('gives no password to a server that wants it %s', async (_, request) => {
  const server = await fakeServer((_message, socket) => void socket.write(Buffer.from(request)));
  expect(await problemAt('127.0.0.1', server.port)).toBe('weak-sign-in');
  expect(server.received()).not.toContain(PASSWORD);
  expect(server.received()).not.toContain('md5');
});

it('sends nothing unencrypted to another computer', async () => {
  const server = await fakeServer((_message, socket) => void socket.write('N'));
  // Another address of this computer, which does not count as this computer.
  expect(await problemAt('127.0.0.2', server.port)).toBe('tls-not-supported');
  expect(Buffer.from(server.received(), 'latin1')).toEqual(SSL_REQUEST);
});

/** The answers of a web server and of MySQL, which speaks first. */
const OTHER_PROGRAMS = ['HTTP/1.1 400 Bad Request\r\n\r\n', '\x4a\0\0\0\n8.4.3\0'];

it.each(OTHER_PROGRAMS)('says that a server that answers %j is not PostgreSQL', async (answer) => {
  const server = await fakeServer((_message, socket) => void socket.end(answer, 'latin1'));
  // The second address does not count as this computer, so that encryption is requested.
  for (const host of ['127.0.0.1', '127.0.0.2'])
    expect(await problemAt(host, server.port)).toBe('not-postgres');
  expect(server.received()).not.toContain(PASSWORD);
});

it('reports an impossible address as unknown, without a later uncaught error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  addCleanup(() => void vi.useRealTimers());
  for (const host of ['\0', '\uD800']) expect(await problemAt(host, 5_432)).toBe('host-unknown');
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 20));
});
