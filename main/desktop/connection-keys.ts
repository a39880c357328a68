import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { credential, type Credential } from '../../preload/contract/connection';
import { fail } from '../../preload/contract/failure';
import { proveKeychain, type Keychain } from './keychain';
import { unwrapKey, wrapKey } from './key-wrap';

const secretOf = (value: Credential) => (value.kind === 'api-key' ? value.key : value.password);

/** The secrets of connections: a credential and a database key each, in the keychain. */
export class ConnectionKeys {
  readonly #keychain: Keychain;
  readonly #folderOf: (id: string) => string;

  constructor(keychain: Keychain, folderOf: (id: string) => string) {
    this.#keychain = keychain;
    this.#folderOf = folderOf;
  }

  async credential(id: string): Promise<Credential | null> {
    const text = await this.#keychain.read(`${id}/credential`);
    const parsed = text === null ? undefined : credential.safeParse(JSON.parse(text));
    return parsed?.success ? parsed.data : null;
  }

  /**
   * Keeps a credential, and wraps the database key under an API key, so that a lost keychain entry costs no work. Never
   * under a password: people's can be guessed by whoever has the file.
   */
  async setCredential(id: string, value: Credential): Promise<void> {
    const key = await this.databaseKey(id, value);
    await this.#keychain.write(`${id}/credential`, JSON.stringify(value));
    this.#wrap(id, key, value);
  }

  #wrap(id: string, key: string, value: Credential): void {
    if (value.kind === 'api-key') wrapKey(this.#wrapFile(id), id, key, value.key);
    else fs.rmSync(this.#wrapFile(id), { force: true });
  }

  /**
   * The key of a connection's databases. A missing one is got back from its wrap with the credential it was wrapped
   * under. Only a connection that has no databases yet gets a new key: a new key beside old databases would make what
   * people wrote unreadable for good.
   */
  async databaseKey(id: string, value: Credential | null): Promise<string> {
    const known = await this.#keychain.read(`${id}/database-key`);
    if (known !== null) {
      // Earlier versions wrapped it under passwords too.
      if (value?.kind === 'password') this.#wrap(id, known, value);
      return known;
    }
    // Of a password connection there may be a wrap of an earlier version: of use now, and gone with the key's return.
    const unwrapped = value ? unwrapKey(this.#wrapFile(id), id, secretOf(value)) : undefined;
    if (!unwrapped && fs.existsSync(path.join(this.#folderOf(id), 'workspace.db')))
      throw value
        ? fail('workspace-unreadable', { detail: { code: 'key-lost' } })
        : fail('credential-refused', { detail: { code: 'key-lost' } });
    const key = unwrapped ?? randomBytes(32).toString('hex');
    await this.#keychain.write(`${id}/database-key`, key);
    return key;
  }

  /**
   * Makes the wrap under an API key anew where it is missing or damaged: it is needed on the day when the keychain has lost
   * the key. Takes a tenth of a second.
   */
  async checkWrap(id: string): Promise<void> {
    const value = await this.credential(id);
    const key = await this.known(id);
    if (value?.kind !== 'api-key' || key === null) return;
    if (unwrapKey(this.#wrapFile(id), id, value.key) !== key) this.#wrap(id, key, value);
  }

  /** The key of its databases that the keychain has. */
  known(id: string): Promise<string | null> {
    return this.#keychain.read(`${id}/database-key`);
  }

  /** Puts a key back that the keychain has lost. */
  async bringBack(id: string, databaseKey: string): Promise<void> {
    await this.#keychain.write(`${id}/database-key`, databaseKey);
  }

  /** The key that a restored database is to have: the connection's own, or a new one. */
  async keyForRestore(id: string): Promise<string> {
    const known = await this.known(id);
    if (known !== null) return known;
    // A phrase of the lost key still opens what the backup replaces, and nothing of the new key.
    const wrap = path.join(this.#folderOf(id), 'recovery.json');
    if (fs.existsSync(wrap)) fs.renameSync(wrap, wrap.replace('.json', `-${Date.now()}.json`));
    const key = randomBytes(32).toString('hex');
    await this.#keychain.write(`${id}/database-key`, key);
    return key;
  }

  /** Of the daily backups; null where there are none. */
  backupPassphrase(id: string): Promise<string | null> {
    return this.#keychain.read(`${id}/backup-passphrase`);
  }

  async setBackupPassphrase(id: string, passphrase: string | null): Promise<void> {
    if (passphrase === null) await this.#keychain.remove(`${id}/backup-passphrase`);
    else await this.#keychain.write(`${id}/backup-passphrase`, passphrase);
  }

  /** Deletes all of it; true when the keychain was seen to work and to have none of it. A locked one may answer as if it had. */
  async remove(id: string): Promise<boolean> {
    const entries = [`${id}/credential`, `${id}/database-key`, `${id}/backup-passphrase`];
    try {
      for (const entry of entries) await this.#keychain.remove(entry);
      await proveKeychain(this.#keychain);
      for (const entry of entries) if ((await this.#keychain.read(entry)) !== null) return false;
      return true;
    } catch {
      return false; // it is remembered, and told
    }
  }

  #wrapFile(id: string): string {
    const folder = this.#folderOf(id);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, 'key-wrap.json');
  }
}
