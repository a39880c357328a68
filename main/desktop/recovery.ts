import fs from 'node:fs';
import path from 'node:path';
import type { Connection } from '#contract/connection';
import { fail, failureOf } from '#contract/failure';
import { randomInt } from 'node:crypto';
import { QUARANTINE_PREFIX, quarantineDate } from '../common/quarantine-folder';
import { swapFiles } from '../common/work-swap';
import { writeFileAtomic } from '../common/write-file-atomic';
import type { ConnectionKeys } from './connection-keys';
import type { Connections } from './connections';
import { PREVIOUS_RECOVERY_WRAP, RECOVERY_WRAP, unwrapKey, wrapKey } from './key-wrap';
import type { Log } from './log-line';

/** Excludes letters that are easily confused on paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 7;
const GROUP_LENGTH = 4;

/** Creates a code of 140 random bits: "7K3M-…", seven groups of four. */
export const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
  ).join('-');

/** Normalizes a typed code: lowercase, other separators, O for 0, I and L for 1. */
export const readRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** The databases encrypted with a lost key, and the wraps of that key. */
const LOST_KEY_FILES = /^((workspace|history|cache)\.db.*|recovery.*\.json|key-wrap\.json)$/;

/**
 * Returns the keys that a code opens in a folder: the current and earlier ones
 * (`ConnectionKeys.keyForRestore`).
 */
const keysIn = (folder: string, id: string, code: string): string[] =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => /^recovery(-\d+|-previous)?\.json$/.test(name))
        .flatMap((name) => unwrapKey(path.join(folder, name), id, code) ?? [])
    : [];

/** Returns the folders with quarantined work in a connection's folder. */
const quarantinedIn = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => name.startsWith(QUARANTINE_PREFIX))
        .map((name) => path.join(folder, name))
    : [];

interface RecoveryOptions {
  readonly connections: Pick<
    Connections,
    'session' | 'control' | 'savedWorkOf' | 'find' | 'replaceWork' | 'open' | 'whileClosed'
  >;
  readonly keys: ConnectionKeys;
  readonly folderOf: (id: string) => string;
  /** Returns the path of a connection's workspace note. */
  readonly noteOf: (id: string) => string;
  readonly log: Log;
}

/** Recovery of saved work whose key the keychain has lost: with a code, or by starting over. */
export class Recovery {
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Returns whether a connection has a code, and whether the one before it is still valid (`create`). */
  codeState(id: string): 'none' | 'created' | 'unconfirmed' {
    const folder = this.#options.folderOf(id);
    if (fs.existsSync(path.join(folder, PREVIOUS_RECOVERY_WRAP))) return 'unconfirmed';
    return fs.existsSync(path.join(folder, RECOVERY_WRAP)) ? 'created' : 'none';
  }

  /** Returns whether the work of a connection, or quarantined work of it, has a code, as the app lock counts them. */
  hasUnlockingCode(id: string): boolean {
    return this.#wrapsOf(id).length > 0;
  }

  /** Returns whether any connection on this computer, other than `except`, has such a code. */
  hasAnyCode({ except }: { except?: string } = {}): boolean {
    return this.#options.connections.session.value.connections.some(
      ({ id }) => id !== except && this.hasUnlockingCode(id),
    );
  }

  /** Returns whether this is the code of a connection on this computer, or of its quarantined work. */
  matchesAnyCode(typed: string): boolean {
    const code = readRecoveryCode(typed);
    return this.#options.connections.session.value.connections.some(({ id }) =>
      this.#wrapsOf(id).some((wrap) => unwrapKey(wrap, id, code) !== undefined),
    );
  }

  /** Returns a connection's wraps under a code. Quarantined ones count, so that no replaced work ends the app lock. */
  #wrapsOf(id: string): string[] {
    const folder = this.#options.folderOf(id);
    return [folder, ...quarantinedIn(folder)]
      .flatMap((parent) => [RECOVERY_WRAP, PREVIOUS_RECOVERY_WRAP].map((name) => path.join(parent, name)))
      .filter((wrap) => fs.existsSync(wrap));
  }

  /**
   * Creates a code, which is returned here and stored nowhere. An earlier one stays valid until `confirm`, because the
   * app may lock or end before the user has written the new one down.
   */
  async create(id: string): Promise<string> {
    const { connections, log } = this.#options;
    const { databaseKey, folder } = await connections.savedWorkOf(connections.find(id));
    const code = newRecoveryCode();
    const wrap = path.join(folder, RECOVERY_WRAP);
    const previous = path.join(folder, PREVIOUS_RECOVERY_WRAP);
    // If there is one, the code to be replaced was not confirmed either.
    if (fs.existsSync(wrap) && !fs.existsSync(previous))
      writeFileAtomic(previous, fs.readFileSync(wrap, 'utf8'));
    wrapKey(wrap, id, databaseKey, readRecoveryCode(code));
    log('recovery.created');
    return code;
  }

  /** Voids the code before the one that was created last, which the user has written down. */
  confirm(id: string): void {
    fs.rmSync(path.join(this.#options.folderOf(id), PREVIOUS_RECOVERY_WRAP), { force: true });
  }

  /**
   * Recovers the key of the saved work, or restores the newest quarantined work with this code,
   * quarantining the current work. Fails with `recovery-refused` if the code opens neither.
   */
  async unlock(id: string, typed: string): Promise<void> {
    const { connections, keys, folderOf, log } = this.#options;
    const connection = connections.find(id);
    const code = readRecoveryCode(typed);
    const folder = folderOf(id);
    const savedKeys = keysIn(folder, id, code);
    const knownKey = await keys.existingKey(id);
    const key = savedKeys.find((candidate) => knownKey === null || knownKey === candidate);
    if (key !== undefined) {
      await keys.restoreKey(id, key);
      log('recovery.used', { quarantined: false });
      await connections.open(id);
      return;
    }
    for (const from of quarantinedIn(folder).sort().reverse()) {
      // Work replaced by a restore has its code in the parent folder.
      for (const oldKey of [...keysIn(from, id, code), ...savedKeys])
        if (await this.#restoreQuarantined(connection, from, oldKey)) return;
    }
    throw fail('recovery-refused');
  }

  /**
   * Quarantines work whose key is lost, including its code file, and starts empty. Fails with `conflict` if the
   * keychain has the key.
   */
  async startOver(id: string): Promise<void> {
    const { connections, keys, folderOf, noteOf, log } = this.#options;
    const connection = connections.find(id);
    if ((await keys.existingKey(id)) !== null) throw fail('conflict', { cause: 'the keychain has its key' });
    const folder = folderOf(id);
    await connections.whileClosed(id, () => {
      const out = fs.readdirSync(folder).filter((name) => LOST_KEY_FILES.test(name));
      swapFiles({ folder, staging: null, out, note: noteOf(id) });
    });
    log('recovery.started-over');
    await connections.open(connection.id);
  }

  /** Returns false if that work has another key or is damaged; other work may still match. */
  async #restoreQuarantined(connection: Connection, from: string, oldKey: string): Promise<boolean> {
    const { connections, log } = this.#options;
    const location = await connections.savedWorkOf(connection);
    let staging: string;
    try {
      ({ staging } = await connections.control.prepareQuarantined({ ...location, from, oldKey }));
    } catch (error) {
      if (failureOf(error).kind !== 'backup-unreadable') throw error;
      return false;
    }
    const { databaseKey } = location;
    const madeAt = quarantineDate(path.basename(from));
    await connections.replaceWork(connection, { staging, madeAt, databaseKey });
    log('recovery.used', { quarantined: true });
    return true;
  }
}
