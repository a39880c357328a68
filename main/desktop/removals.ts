import fs from 'node:fs';
import { z } from 'zod';
import { connectionId } from '#contract/connection';
import { errorCodeOf } from '../common/error-code';
import { SerialQueue } from '../common/serial-queue';
import { writeFileAtomic } from '../common/write-file-atomic';
import type { ConnectionKeys } from './connection-keys';

/** An ID names a folder to delete. Invalid ones, as in a file edited by hand, are therefore ignored. */
const storedIds = z
  .array(z.unknown())
  .transform((items) => items.flatMap((item) => connectionId.safeParse(item).data ?? []));

/**
 * Removed connections whose data may still be on the disk, or their secrets in the keychain: the files were in use, or
 * the keychain was locked. Stored in a small file from before the deletion until it is verifiably complete.
 */
export class ConnectionRemovals {
  readonly #file: string;
  readonly #keys: Pick<ConnectionKeys, 'remove'>;
  readonly #queue = new SerialQueue();
  #pendingIds: readonly string[];
  /** New connections; only the file counts them as removed. */
  readonly #unfinished = new Set<string>();

  constructor(file: string, keys: Pick<ConnectionKeys, 'remove'>) {
    this.#file = file;
    this.#keys = keys;
    this.#pendingIds = this.#read();
  }

  /** Number of pending removals. */
  get count(): number {
    return this.#pendingIds.length;
  }

  get ids(): readonly string[] {
    return this.#pendingIds;
  }

  /** Returns whether the removal of a connection is pending. */
  has(id: string): boolean {
    return this.#pendingIds.includes(id);
  }

  /** Registers a removal. Throws if it cannot be stored: then nothing may be deleted. */
  add(id: string): void {
    this.#write([...this.#pendingIds.filter((item) => item !== id), id]);
  }

  /**
   * Registers a new connection before its secrets are stored: if the app is killed before `endCreation`, the next
   * start removes it. Throws if it cannot be stored.
   */
  beginCreation(id: string): void {
    this.#unfinished.add(id);
    this.#write(this.#pendingIds);
  }

  /** Call it when a new connection is stored, or has failed. */
  endCreation(id: string): void {
    this.#unfinished.delete(id);
    this.#write(this.#pendingIds);
  }

  /** Deletes the remaining secrets of connections; stops at the first one that the keychain does not delete. */
  finish(ids: readonly string[]): Promise<void> {
    return this.#queue.run(() => this.#removeSecrets(ids));
  }

  async #removeSecrets(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (!this.has(id)) continue; // an earlier call removed them, and the connection may have new ones
      if (!(await this.#keys.remove(id))) return; // the keychain is locked: the next call would time out too
      this.#write(this.#pendingIds.filter((item) => item !== id));
    }
  }

  #write(ids: readonly string[]): void {
    const stored = [...ids, ...this.#unfinished];
    if (stored.length === 0) fs.rmSync(this.#file, { force: true });
    else writeFileAtomic(this.#file, JSON.stringify(stored));
    this.#pendingIds = ids;
  }

  #read(): string[] {
    try {
      return storedIds.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return [];
      if (error instanceof SyntaxError || error instanceof z.ZodError) return []; // no saved work depends on it
      throw error;
    }
  }
}
