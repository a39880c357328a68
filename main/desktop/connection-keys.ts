import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { credential, originsOf, type Connection, type Credential } from '#contract/connection';
import type { EngineRequest } from '#contract/calls/control';
import { fail } from '#contract/failure';
import { teamSecrets, type TeamSecrets } from '#contract/features/team/secrets';
import { parseJson } from '../common/parse-json';
import { sha256 } from '../common/sha256';
import { WORKSPACE } from '../common/work-swap';
import { verifyKeychain, type Keychain } from './keychain';
import { unwrapKey, wrapKey } from './key-wrap';

type Addresses = Pick<Connection, 'id' | 'baseUrl' | 'authUrl'>;

/** Stored in the credential's keychain entry: the origins it was entered for. Earlier versions stored none. */
const boundTo = z.object({ origins: z.tuple([z.string(), z.string()]).optional() });

type TeamSecretsAction = Extract<EngineRequest, { kind: 'team-secrets' }>['what'];

const secretOf = (value: Credential) => (value.kind === 'api-key' ? value.key : value.password);

/** Keychain entry of a new key until the restored work is in place. */
const RESTORED_KEY = 'restored-database-key';
/** Keychain entry of the team's keys. */
const TEAM = 'team';
/** Moved with the restored work; contains the hash of its key. */
const RESTORED_MARK = 'restored-key.sha256';

/** A key for restored work. */
export interface RestoreKey {
  readonly databaseKey: string;
  /** True if the keychain does not have the previous key. */
  readonly isNew: boolean;
  /**
   * Stores a new key in the keychain. It takes effect once the work in `staging` (a folder) has replaced the
   * old work. Fails with `conflict` if the connection's key has changed since: the work could not be read.
   */
  store(staging: string): Promise<void>;
  /** Deletes a new key if the work was not replaced. */
  discard(): Promise<void>;
}

/** The secrets of connections in the keychain: credential, database key, backup passphrase and team keys. */
export class ConnectionKeys {
  readonly #keychain: Keychain;
  readonly #folderOf: (id: string) => string;
  /** Connections with a new key that is not yet in use, because their work has not been swapped. */
  readonly #restoring = new Set<string>();

  constructor(keychain: Keychain, folderOf: (id: string) => string) {
    this.#keychain = keychain;
    this.#folderOf = folderOf;
  }

  /**
   * Returns the credential that was entered for the hosts of this connection; null if the keychain has none.
   * Fails with `credential-refused` (`other-host`) if it was entered for another host. An entry of an earlier
   * version, which names no host, is bound to the current addresses if `isOwnRecord`: this installation wrote
   * them.
   */
  async credential(connection: Addresses, isOwnRecord: boolean): Promise<Credential | null> {
    const stored = await this.#stored(connection.id);
    if (stored === null) return null;
    const origins = originsOf(connection);
    if (stored.origins === undefined && isOwnRecord) await this.#store(connection, stored.value);
    else {
      const index = origins.findIndex((origin, position) => origin !== stored.origins?.[position]);
      const host = origins[index];
      if (host !== undefined) throw otherHost(host, stored.origins?.[index]);
    }
    return stored.value;
  }

  async #stored(id: string): Promise<{ value: Credential; origins: readonly string[] | undefined } | null> {
    const text = await this.#keychain.read(`${id}/credential`);
    const parsed = text === null ? undefined : credential.and(boundTo).safeParse(parseJson(text));
    if (!parsed?.success) return null;
    return { value: credential.parse(parsed.data), origins: parsed.data.origins };
  }

  async #store(connection: Addresses, value: Credential): Promise<void> {
    const entry = { ...value, origins: originsOf(connection) };
    await this.#keychain.write(`${connection.id}/credential`, JSON.stringify(entry));
  }

  /** Deletes a credential that must not be used for the work restored under its ID. */
  async forgetCredential(id: string): Promise<void> {
    await this.#keychain.remove(`${id}/credential`);
  }

  /**
   * Stores a credential for the hosts of a connection, and for no other, and wraps the database key with an
   * API key, so that a lost keychain entry costs no work. A password does not wrap it, because an attacker with
   * the file could guess it.
   */
  async setCredential(connection: Addresses, value: Credential): Promise<void> {
    const { id } = connection;
    const key = await this.databaseKey(id, value);
    await this.#store(connection, value);
    this.#wrap(id, key, value);
  }

  /**
   * Fails if a new credential could not be stored under this ID: the keychain does not work, or it has lost the key of
   * the existing work (`key-lost`), which a new credential does not unlock.
   */
  async expectUsable(id: string): Promise<void> {
    await verifyKeychain(this.#keychain);
    if ((await this.existingKey(id)) === null && this.#hasWork(id))
      throw fail('workspace-unreadable', { detail: { code: 'key-lost' } });
  }

  #hasWork(id: string): boolean {
    return fs.existsSync(path.join(this.#folderOf(id), WORKSPACE));
  }

  #wrap(id: string, key: string, value: Credential): void {
    if (value.kind === 'api-key') wrapKey(this.#wrapFile(id), id, key, value.key);
    else fs.rmSync(this.#wrapFile(id), { force: true });
  }

  /**
   * Returns the key of a connection's databases. A missing key is recovered from its wrap. Only a connection
   * without databases gets a new key: with existing databases, it would make saved work permanently
   * unreadable, so this fails then (`key-lost`).
   */
  async databaseKey(id: string, value: Credential | null): Promise<string> {
    const existingKey = await this.existingKey(id);
    if (existingKey !== null) {
      // Earlier versions also wrapped it under passwords.
      if (value?.kind === 'password') this.#wrap(id, existingKey, value);
      return existingKey;
    }
    // A connection with a password may have a wrap of an earlier version. It is used now, and deleted once the keychain
    // has the key again.
    const unwrapped = value ? unwrapKey(this.#wrapFile(id), id, secretOf(value)) : undefined;
    if (!unwrapped && this.#hasWork(id))
      throw value
        ? fail('workspace-unreadable', { detail: { code: 'key-lost' } })
        : fail('credential-refused', { detail: { code: 'key-lost' } });
    const key = unwrapped ?? randomBytes(32).toString('hex');
    await this.#keychain.write(`${id}/database-key`, key);
    return key;
  }

  /**
   * Returns the database key. If the keychain lost it, unwraps it on this computer with the stored
   * credential.
   */
  async keyOfSavedWork(id: string): Promise<string> {
    return this.databaseKey(id, (await this.#stored(id))?.value ?? null);
  }

  /**
   * Recreates a missing or damaged wrap under an API key, which is needed if the keychain loses the key.
   * Takes a tenth of a second.
   */
  async checkWrap(id: string): Promise<void> {
    const value = (await this.#stored(id))?.value;
    const key = await this.existingKey(id);
    if (value?.kind !== 'api-key' || key === null) return;
    if (unwrapKey(this.#wrapFile(id), id, value.key) !== key) this.#wrap(id, key, value);
  }

  /** Returns the database key stored in the keychain. */
  async existingKey(id: string): Promise<string | null> {
    return (await this.#keychain.read(`${id}/database-key`)) ?? (await this.#adoptRestoredKey(id));
  }

  /**
   * Makes the key of a restore the connection's key if the restored work is in place. Otherwise the app ended
   * before the swap: deletes the new key, because the old work has a different one, which a recovery code may
   * still unlock.
   */
  async #adoptRestoredKey(id: string): Promise<string | null> {
    const key = await this.#keychain.read(`${id}/${RESTORED_KEY}`);
    if (key === null) return null;
    const mark = path.join(this.#folderOf(id), RESTORED_MARK);
    const isInPlace = fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === sha256(key);
    if (isInPlace) await this.#keychain.write(`${id}/database-key`, key);
    else if (this.#restoring.has(id)) return null;
    await this.#dropRestoredKey(id);
    if (isInPlace) fs.rmSync(mark);
    return isInPlace ? key : null;
  }

  async #dropRestoredKey(id: string): Promise<void> {
    this.#restoring.delete(id);
    await this.#keychain.remove(`${id}/${RESTORED_KEY}`);
  }

  /** Restores a key that the keychain has lost. */
  async restoreKey(id: string, databaseKey: string): Promise<void> {
    await this.#keychain.write(`${id}/database-key`, databaseKey);
  }

  /**
   * Returns the key for restored work: the connection's own, or a new one, which is stored once the work is
   * ready.
   */
  async keyForRestore(id: string): Promise<RestoreKey> {
    const existingKey = await this.existingKey(id);
    const expectUnchanged = async (): Promise<void> => {
      if ((await this.existingKey(id)) !== existingKey)
        throw fail('conflict', { cause: 'its key has changed' });
    };
    if (existingKey !== null)
      return {
        databaseKey: existingKey,
        isNew: false,
        store: expectUnchanged,
        discard: () => Promise.resolve(),
      };
    const databaseKey = randomBytes(32).toString('hex');
    return {
      databaseKey,
      isNew: true,
      store: async (staging) => {
        await expectUnchanged();
        this.#restoring.add(id);
        fs.writeFileSync(path.join(staging, RESTORED_MARK), sha256(databaseKey), { mode: 0o600 });
        await this.#keychain.write(`${id}/${RESTORED_KEY}`, databaseKey);
      },
      discard: () => this.#dropRestoredKey(id),
    };
  }

  /**
   * Reads, stores or deletes the keys of a connection's team. Returns those that the keychain has afterwards; null if
   * it has none that this version can read.
   */
  async teamSecrets(id: string, what: TeamSecretsAction): Promise<TeamSecrets | null> {
    const entry = `${id}/${TEAM}`;
    if (what.action === 'remove') await this.#keychain.remove(entry);
    if (what.action === 'remove') return null;
    if (what.action === 'write') await this.#keychain.write(entry, JSON.stringify(what.secrets));
    const text = await this.#keychain.read(entry);
    const parsed = text === null ? undefined : teamSecrets.safeParse(parseJson(text));
    return parsed?.success ? parsed.data : null;
  }

  /** The passphrase of daily backups; null if there are none. */
  backupPassphrase(id: string): Promise<string | null> {
    return this.#keychain.read(`${id}/backup-passphrase`);
  }

  async setBackupPassphrase(id: string, passphrase: string | null): Promise<void> {
    if (passphrase === null) await this.#keychain.remove(`${id}/backup-passphrase`);
    else await this.#keychain.write(`${id}/backup-passphrase`, passphrase);
  }

  /**
   * Deletes all secrets. Returns true if the keychain works and verifiably has none of them: a locked one may say
   * that it has none although it does.
   */
  async remove(id: string): Promise<boolean> {
    const entries = ['credential', 'database-key', RESTORED_KEY, 'backup-passphrase', TEAM].map(
      (name) => `${id}/${name}`,
    );
    try {
      for (const entry of entries) await this.#keychain.remove(entry);
      await verifyKeychain(this.#keychain);
      for (const entry of entries) if ((await this.#keychain.read(entry)) !== null) return false;
      return true;
    } catch {
      return false; // the caller keeps the removal pending, and reports it
    }
  }

  /** Returns the path of a connection's wrap, and creates its folder. */
  #wrapFile(id: string): string {
    const folder = this.#folderOf(id);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, 'key-wrap.json');
  }
}

const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

/** `storedOrigin` is undefined if the entry does not name the address that its credential was entered for. */
const otherHost = (origin: string, storedOrigin: string | undefined): Error =>
  fail('credential-refused', {
    detail: {
      code: 'other-host',
      facts: {
        host: hostOf(origin),
        ...(storedOrigin === undefined ? {} : { before: hostOf(storedOrigin) }),
      },
    },
  });
