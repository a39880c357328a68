import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { TeamProblemError } from '#engine/features/team/database-problems';
import { PostgresConnection } from '#engine/features/team/postgres';
import type { TestPostgres } from '#test/support/postgres';
import { it, useServer } from '#test/support/postgres-tests';

/** An address of this computer that counts as another computer. */
const ELSEWHERE = '127.0.0.2';

let folder: string;
const server = useServer();
let access: Awaited<ReturnType<TestPostgres['newDatabase']>>;

const file = (name: string) => path.join(folder, name);
const read = (name: string) => fs.readFileSync(file(name), 'utf8');
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: folder });

/** Creates the certificate of an authority. */
function newAuthority(name: string): void {
  const subject = ['-subj', `/CN=${name}`, '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  openssl('req', '-x509', ...subject, '-keyout', `${name}.key`, '-out', `${name}.pem`);
}

/** Gives the server a certificate for an address, signed by the authority; it is used from the next connection on. */
async function useCertificate(address: string, days: number): Promise<void> {
  fs.writeFileSync(file('names'), `subjectAltName=IP:${address}`);
  openssl(
    'req',
    '-new',
    '-subj',
    '/CN=server',
    '-nodes',
    '-newkey',
    'rsa:2048',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  const signing = ['-CA', 'trusted.pem', '-CAkey', 'trusted.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-days', String(days), '-out', 'server.pem');
  await server().useCertificate(read('server.key'), read('server.pem'));
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-tls-'));
  newAuthority('trusted');
  newAuthority('other');
  access = await server().newDatabase('anna');
}, 120_000);
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function problemAt(ca: string | null): Promise<string> {
  try {
    const database = { ...access.database, host: ELSEWHERE, ca };
    const connection = await PostgresConnection.connect(database, access.password);
    const { isEncrypted } = connection;
    await connection.close();
    return isEncrypted ? 'encrypted' : 'plain';
  } catch (error) {
    return error instanceof TeamProblemError ? error.problem.code : String(error);
  }
}

it('connects to another computer only with a valid certificate for its address', async () => {
  expect(await problemAt(read('trusted.pem'))).toBe('tls-not-supported');
  await useCertificate(ELSEWHERE, 2);
  expect(await problemAt(read('trusted.pem'))).toBe('encrypted');
  expect(await problemAt(read('other.pem'))).toBe('certificate-untrusted');
  expect(await problemAt(null)).toBe('certificate-untrusted');
  await useCertificate('127.0.0.9', 2);
  expect(await problemAt(read('trusted.pem'))).toBe('certificate-other-host');
  await useCertificate(ELSEWHERE, -1);
  expect(await problemAt(read('trusted.pem'))).toBe('certificate-expired');
}, 60_000);
