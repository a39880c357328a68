import { unlazyRouter } from '@orpc/server';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWriter } from '#engine/cache/ingest/writer';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { engineRouter } from '#engine/engine-router';
import { verifyLog } from '#engine/workspace/activity/verify-log';
import { openEncrypted } from '#engine/sqlite/open-database';
import { engineContract } from '#test/support/engine-contract';
import { refreshCache } from '../../unit/cache/temp-cache';
import { json, startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';
import { bundleCacheThread } from '../../support/bundle';
import { inlineIntake } from '../../support/intake';
import { FakeClock } from '../../support/fake-clock';
import { expectAnswered, PROCEDURE_TIMEOUT_MS, proceduresOf } from './expect-answered';

const KEY = '5a'.repeat(32);
const root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-messages-'));
const folder = path.join(root, 'connection');
let service: MisbehavingService;
let connections: OpenConnections;
let router: object;

beforeAll(async () => {
  fs.mkdirSync(folder);
  const writer = openWriter(path.join(folder, 'cache.db'), KEY);
  refreshCache(
    writer,
    'accounts',
    Array.from({ length: 300 }, (_, id) => ({ id, name: `Account ${id}`, custodian: 'PER' })),
  );
  writer.close();
  service = await startMisbehaving(json({ message: 'no' }, 404));
  const writerEntry = await bundleCacheThread();
  connections = new OpenConnections({ savedWork: ALL_SAVED_WORK, fetch: globalThis.fetch, writerEntry });
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
    const verification = verifyLog(db);
    db.close();
    return Promise.resolve(verification);
  };
  router = await unlazyRouter(
    engineRouter(connections, { verify, intakeOf: inlineIntake, clock: new FakeClock() }),
  );
}, 60_000);
afterAll(async () => {
  await connections.close();
  await service.close();
  fs.rmSync(root, { recursive: true });
});

/** Deletes the local data, so it runs last: the other procedures need some. */
const REBUILD = 'refresh.rebuild';
const PROCEDURES = proceduresOf(engineContract).sort(
  (a, b) => Number(a.name === REBUILD) - Number(b.name === REBUILD),
);

describe('the engine after hostile messages from a page', () => {
  it.each(PROCEDURES)(
    '$name answers each hostile message in time, and the engine continues',
    async (procedure) => {
      await expectAnswered(router, procedure, 'hostile messages', { sample: 10 });
      const { total } = connections.current.reader.window({
        query: { resource: 'accounts', search: '', filters: [], sort: { field: 'name', descending: false } },
        columns: ['name'],
        offset: 0,
        limit: 1,
      } as never);
      if (procedure.name !== REBUILD) expect(total).toBe(300);
      expect(fs.readdirSync(root)).toEqual(['connection']);
    },
    PROCEDURE_TIMEOUT_MS,
  );
});
