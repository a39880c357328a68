import { isContractProcedure } from '@orpc/contract';
import { call, ORPCError, type AnyProcedure } from '@orpc/server';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openWriter } from '../../../main/engine/cache/writer';
import { OpenConnections } from '../../../main/engine/connection/open-connections';
import { engineRouter } from '../../../main/engine/engine-router';
import { verifyLog } from '../../../main/engine/workspace/verify-log';
import { openEncrypted } from '../../../main/engine/sqlite/open-database';
import { engineContract } from '../../../preload/contract/calls/engine';
import { refresh } from '../../unit/cache/temp-cache';
import { json, startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';
import { bundledWriter } from '../../support/bundled';
import { dice, inWhole, trials } from '../told';
import { hostileMessages } from './hostile';

const KEY = '5a'.repeat(32);
const MESSAGES = inWhole(10, 2_000);
/** Whoever expects nothing takes no message: it is called a few times. */
const CALLS = 3;
/** So long the engine may be busy with one message. */
const LONGEST_MS = 2_000;
const root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-messages-'));
const folder = path.join(root, 'connection');
let service: MisbehavingService;
let connections: OpenConnections;
let router: object;

beforeAll(async () => {
  fs.mkdirSync(folder);
  const writer = openWriter(path.join(folder, 'cache.db'), KEY);
  refresh(
    writer,
    'accounts',
    Array.from({ length: 300 }, (_, id) => ({ id, name: `Account ${id}`, custodian: 'PER' })),
  );
  writer.close();
  service = await startMisbehaving(json({ message: 'no' }, 404));
  const writerEntry = await bundledWriter();
  connections = new OpenConnections({ fetch: globalThis.fetch, writerEntry });
  await connections.open({
    connection: {
      id: 'firm-1',
      name: 'Firm',
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      application: 'production',
      credentialKind: 'api-key',
      demo: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    credential: { kind: 'api-key', key: 'the-key' },
    databaseKey: KEY,
    folder,
  });
  const verify = (file: string, key: string) => {
    const db = openEncrypted(file, key, { readonly: true });
    const found = verifyLog(db);
    db.close();
    return Promise.resolve(found);
  };
  router = engineRouter(connections, verify);
}, 60_000);
afterAll(async () => {
  await connections.close();
  await service.close();
  fs.rmSync(root, { recursive: true });
});

interface Named {
  readonly name: string;
  readonly input: z.ZodType | undefined;
}
/** Every procedure of a contract, by its path. */
function proceduresOf(contract: object, before = ''): Named[] {
  return Object.entries(contract).flatMap(([part, value]: [string, unknown]) => {
    const name = before === '' ? part : `${before}.${part}`;
    if (!isContractProcedure(value)) return proceduresOf(value as object, name);
    return [{ name, input: value['~orpc'].inputSchema as z.ZodType | undefined }];
  });
}
const procedureOf = (name: string): AnyProcedure =>
  name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], router) as AnyProcedure;

/** What goes on is followed to its first news and left. */
async function ask(name: string, message: unknown): Promise<void> {
  const left = new AbortController();
  try {
    const answer: unknown = await call(procedureOf(name), message, { signal: left.signal, context: {} });
    if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
      const news = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      const soon = new Promise((done) => setTimeout(done, 5));
      await Promise.race([news.next(), soon]);
      left.abort();
      await news.return?.();
    }
  } catch (error) {
    // Declared, or refused for its form; an answer that does not fit the contract would be neither.
    expect(error).toBeInstanceOf(ORPCError);
    expect(['FAILED', 'BAD_REQUEST']).toContain((error as ORPCError<string, unknown>).code);
  } finally {
    left.abort();
  }
}

/** Takes the data on this computer away, as asked: last, so that the others meet some. */
const REBUILD = 'sync.rebuild';
const PROCEDURES = proceduresOf(engineContract).sort(
  (a, b) => Number(a.name === REBUILD) - Number(b.name === REBUILD),
);

describe('whatever a page sends to the engine', () => {
  it.each(PROCEDURES)(
    '$name answers each hostile message, soon, and the engine goes on',
    async ({ name, input }) => {
      const random = dice(20_261_125);
      const next = input ? hostileMessages(input, random) : () => undefined;
      await trials('hostile messages', input ? MESSAGES : CALLS, async () => {
        const message = next();
        const begun = performance.now();
        const busy = process.cpuUsage();
        await ask(name, message);
        const { user, system } = process.cpuUsage(busy);
        const took = Math.min(performance.now() - begun, (user + system) / 1_000);
        expect(took, `${name} ${shown(message)}`).toBeLessThan(LONGEST_MS);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      });
      const { total } = connections.current.reader.window({
        query: { resource: 'accounts', search: '', filters: [], sort: { field: 'name', descending: false } },
        columns: ['name'],
        offset: 0,
        limit: 1,
      } as never);
      if (name !== REBUILD) expect(total).toBe(300);
      expect(fs.readdirSync(root)).toEqual(['connection']);
    },
    inWhole(60_000, 600_000),
  );
});

const shown = (message: unknown): string => {
  try {
    return JSON.stringify(message).slice(0, 500);
  } catch {
    return 'what JSON cannot hold';
  }
};
