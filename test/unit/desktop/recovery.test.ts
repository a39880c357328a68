import { createCipheriv, scryptSync, type ScryptOptions } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Observable } from '#common/observable';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { unwrapKey, wrapKey } from '#main/desktop/key-wrap';
import type { Keychain } from '#main/desktop/keychain';
import { Recovery, newRecoveryCode, readRecoveryCode } from '#main/desktop/recovery';
import { swapFiles, workFiles } from '#common/work-swap';
import type { SavedWorkLocation } from '#contract/calls/control';
import type { ConnectionSession } from '#contract/calls/live';
import { openTestWorkspace, prepareQuarantined } from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';

const ID = 'harbor';
const PASSWORD = { kind: 'password', username: 'owner', password: 'Summer2026' } as const;
const KEY = '5a'.repeat(32);
let root: string;
let entries: Map<string, string>;
const keychain: Keychain = {
  read: (entry) => Promise.resolve(entries.get(entry) ?? null),
  write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
  remove: (entry) => Promise.resolve(void entries.delete(entry)),
};
const folderOf = (id: string) => path.join(root, id);
const noteOf = (id: string) => path.join(root, 'notes', `${id}.json`);
const keys = () => new ConnectionKeys(keychain, folderOf);
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-recovery-'));
  entries = new Map();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const connection = connectionOf({ id: ID, credentialKind: 'password' });
const openSavedWork = async () => {
  const key = await keys().keyOfSavedWork(ID);
  const workspace = openTestWorkspace(path.join(folderOf(ID), 'workspace.db'), key, { note: noteOf(ID) });
  const views = workspace.views.list('accounts').map(({ name }) => name);
  return { workspace, views };
};
async function write(name: string): Promise<void> {
  const { workspace } = await openSavedWork();
  workspace.views.save({
    resource: 'accounts',
    name,
    query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  });
  workspace.close();
}
async function views(): Promise<string[]> {
  const opened = await openSavedWork();
  opened.workspace.close();
  return opened.views;
}
/** The app's recovery, with the engine's part simulated here. */
function recovery(): Recovery {
  const connections = {
    session: new Observable<ConnectionSession>({
      connections: [connection],
      open: null,
      engineRestarts: 0,
      leftoverKeys: 0,
    }),
    find: () => connection,
    whileClosed: (_id: string, work: () => unknown) => Promise.resolve(work()),
    open: () => Promise.resolve(),
    replaceWork: (_connection: unknown, { staging }: { staging: string }) => {
      swapFiles({ folder: folderOf(ID), staging, out: workFiles(), note: noteOf(ID) });
      return Promise.resolve();
    },
    savedWorkOf: async (): Promise<SavedWorkLocation> => ({
      id: ID,
      name: connection.name,
      folder: folderOf(ID),
      databaseKey: await keys().keyOfSavedWork(ID),
    }),
    control: { prepareQuarantined },
  };
  return new Recovery({
    connections: connections as never,
    keys: keys(),
    folderOf,
    noteOf,
    log: () => undefined,
  });
}
/** Creates saved work of a password connection that has a recovery code, and returns the code. */
async function createSavedWork(): Promise<string> {
  await keys().setCredential(connection, PASSWORD);
  await write('Mine');
  return recovery().create(ID);
}
/** Encrypts the key like a wrap: by default with Node's scrypt parameters, as version 1 did. */
function sealed(secret: string, cost: ScryptOptions = {}, boundContext = ''): Record<string, string> {
  const salt = '000102030405060708090a0b0c0d0e0f';
  const nonce = '000102030405060708090a0b';
  const options = { ...cost, maxmem: 2 ** 28 };
  const key = scryptSync(secret, Buffer.from(salt, 'hex'), 32, options);
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'));
  cipher.setAAD(Buffer.from(boundContext));
  const data = Buffer.concat([cipher.update(KEY, 'hex'), cipher.final()]).toString('hex');
  return { salt, nonce, tag: cipher.getAuthTag().toString('hex'), data };
}
const failureOfKind = (kind: string) => ({ failure: { kind } });

describe('protection against guessing a password', () => {
  it('writes no wrap for the database key of a password connection', async () => {
    await createSavedWork();
    expect(fs.existsSync(path.join(folderOf(ID), 'key-wrap.json'))).toBe(false);
    for (const name of fs.readdirSync(folderOf(ID)).filter((entry) => entry.endsWith('.json')))
      expect(unwrapKey(path.join(folderOf(ID), name), ID, PASSWORD.password)).toBeUndefined();
  });

  it('deletes an earlier version’s wrap when the connection opens', async () => {
    await createSavedWork();
    wrapKey(path.join(folderOf(ID), 'key-wrap.json'), ID, KEY, PASSWORD.password);
    await keys().databaseKey(ID, PASSWORD);
    expect(fs.existsSync(path.join(folderOf(ID), 'key-wrap.json'))).toBe(false);
  });

  it('deletes the wrap when a password replaces an API key', async () => {
    await keys().setCredential(connection, { kind: 'api-key', key: 'canary-key-1234' });
    expect(fs.existsSync(path.join(folderOf(ID), 'key-wrap.json'))).toBe(true);
    await keys().setCredential(connection, PASSWORD);
    expect(fs.existsSync(path.join(folderOf(ID), 'key-wrap.json'))).toBe(false);
  });
});

describe('a wrap', () => {
  const file = () => path.join(root, 'wrap.json');
  it('opens only with its secret, connection and parameters', () => {
    wrapKey(file(), ID, KEY, 'secret');
    expect(unwrapKey(file(), ID, 'secret')).toBe(KEY);
    expect(unwrapKey(file(), ID, 'Secret')).toBeUndefined();
    expect(unwrapKey(file(), 'another', 'secret')).toBeUndefined();
    const content = JSON.parse(fs.readFileSync(file(), 'utf8')) as { N: number };
    fs.writeFileSync(file(), JSON.stringify({ ...content, N: content.N / 2 }));
    expect(unwrapKey(file(), ID, 'secret')).toBeUndefined();
  });

  it('is rejected if its parameters would exhaust the memory', () => {
    // Valid in every other respect. `r` is small, so that the test itself needs little memory.
    const write = (N: number) => {
      const cost = { N, r: 2, p: 1 };
      const boundContext = `firm-desk key 2 ${ID} ${N} 2 1`;
      fs.writeFileSync(
        file(),
        JSON.stringify({ version: 2, ...cost, ...sealed('secret', cost, boundContext) }),
      );
    };
    write(2 ** 17);
    expect(unwrapKey(file(), ID, 'secret')).toBe(KEY);
    write(2 ** 18);
    expect(unwrapKey(file(), ID, 'secret')).toBeUndefined();
  });

  it('of an earlier version still opens', () => {
    // Created by version 1 of the wrap: scrypt with Node's default parameters, without a bound context.
    fs.writeFileSync(file(), JSON.stringify({ version: 1, ...sealed('secret') }));
    expect(unwrapKey(file(), ID, 'secret')).toBe(KEY);
  });
});

describe('a recovery code', () => {
  it('is different each time and avoids ambiguous letters', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('is accepted in any spelling', () => {
    expect(readRecoveryCode(' 7k3m 0o1l–iabc ')).toBe('7K3M00111ABC');
  });

  it('opens saved work after both keychain entries are lost and the password changed', async () => {
    const code = await createSavedWork();
    entries.clear();
    await expect(keys().databaseKey(ID, null)).rejects.toMatchObject({
      failure: { kind: 'credential-refused', detail: { code: 'key-lost' } },
    });
    await recovery().unlock(ID, code.toLowerCase());
    await keys().setCredential(connection, { ...PASSWORD, password: 'Autumn2026' });
    expect(await views()).toEqual(['Mine']);
  });

  it('that is wrong changes nothing', async () => {
    await createSavedWork();
    entries.clear();
    await expect(recovery().unlock(ID, newRecoveryCode())).rejects.toMatchObject(
      failureOfKind('recovery-refused'),
    );
    expect(entries.size).toBe(0);
  });

  it('is void once a newer one was written down', async () => {
    const code = await createSavedWork();
    await recovery().create(ID);
    recovery().confirm(ID);
    entries.clear();
    await expect(recovery().unlock(ID, code)).rejects.toMatchObject(failureOfKind('recovery-refused'));
  });

  it('stays valid while no newer one was written down', async () => {
    const code = await createSavedWork();
    expect(recovery().codeState(ID)).toBe('created');
    const lost = await recovery().create(ID);
    expect(recovery().codeState(ID)).toBe('unconfirmed');
    const newest = await recovery().create(ID);
    expect([code, lost, newest].map((each) => recovery().matchesAnyCode(each))).toEqual([true, false, true]);
    entries.clear();
    await recovery().unlock(ID, code);
    expect(await views()).toEqual(['Mine']);
    recovery().confirm(ID);
    expect(recovery().codeState(ID)).toBe('created');
    expect([code, newest].map((each) => recovery().matchesAnyCode(each))).toEqual([false, true]);
  });

  it('is in no file and no keychain entry', async () => {
    const code = await createSavedWork();
    const files = fs
      .readdirSync(folderOf(ID))
      .map((name) => fs.readFileSync(path.join(folderOf(ID), name)).toString('latin1'));
    for (const text of [...files, JSON.stringify([...entries])])
      for (const form of [code, readRecoveryCode(code)]) expect(text).not.toContain(form);
  });
});

describe('starting over', () => {
  it('quarantines the work, starts empty, and the code restores the work later', async () => {
    const code = await createSavedWork();
    entries.clear();
    await recovery().startOver(ID);
    await keys().setCredential(connection, { ...PASSWORD, password: 'Autumn2026' });
    expect(await views()).toEqual([]);
    await write('New');
    await recovery().unlock(ID, code);
    expect(await views()).toEqual(['Mine']);
    // The newer work is quarantined in turn, under the current key.
    const quarantined = fs.readdirSync(folderOf(ID)).filter((name) => name.startsWith('set-aside-'));
    expect(quarantined).toHaveLength(2);
  });

  it('leaves the code valid for the app lock, until the quarantined work is deleted', async () => {
    const code = await createSavedWork();
    entries.clear();
    await recovery().startOver(ID);
    expect(recovery().codeState(ID)).toBe('none');
    expect(recovery().hasUnlockingCode(ID)).toBe(true);
    expect(recovery().hasAnyCode()).toBe(true);
    expect(recovery().hasAnyCode({ except: ID })).toBe(false);
    expect(recovery().matchesAnyCode(code)).toBe(true);
    expect(recovery().matchesAnyCode(newRecoveryCode())).toBe(false);
    for (const name of fs.readdirSync(folderOf(ID)).filter((entry) => entry.startsWith('set-aside-')))
      fs.rmSync(path.join(folderOf(ID), name), { recursive: true });
    expect(recovery().hasAnyCode()).toBe(false);
  });

  it('is refused while the key exists', async () => {
    await createSavedWork();
    await expect(recovery().startOver(ID)).rejects.toMatchObject(failureOfKind('conflict'));
    expect(await views()).toEqual(['Mine']);
  });

  it('works without a code and keeps the quarantined work intact', async () => {
    await keys().setCredential(connection, PASSWORD);
    await write('Mine');
    const before = fs.readFileSync(path.join(folderOf(ID), 'workspace.db'));
    entries.clear();
    await recovery().startOver(ID);
    const [quarantined = ''] = fs.readdirSync(folderOf(ID)).filter((name) => name.startsWith('set-aside-'));
    expect(fs.readFileSync(path.join(folderOf(ID), quarantined, 'workspace.db')).equals(before)).toBe(true);
    expect(await views()).toEqual([]);
  });
});

it('lets an old code restore the work that a backup under a new key replaced', async () => {
  const code = await createSavedWork();
  entries.clear();
  const restored = await keys().keyForRestore(ID);
  expect(restored.isNew).toBe(true);
  const staging = 'restore-Ab12Cd';
  fs.mkdirSync(path.join(folderOf(ID), staging));
  await restored.store(path.join(folderOf(ID), staging));
  swapFiles({
    folder: folderOf(ID),
    staging,
    out: [...workFiles(), 'recovery.json'],
    note: noteOf(ID),
  });
  await write('Restored');
  await recovery().unlock(ID, code);
  expect(await keys().databaseKey(ID, null)).toBe(restored.databaseKey);
  expect(await views()).toEqual(['Mine']);
});
