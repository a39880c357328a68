import fs from 'node:fs';
import path from 'node:path';
import type { QuarantinedWork } from '#contract/calls/backups';
import type { BackupAbout, WorkCounts } from '#contract/backup';
import type { Purpose } from '#contract/calls/choose';
import { fail } from '#contract/failure';
import { quarantineDate, isQuarantineFolder } from '../common/quarantine-folder';
import type { Connections } from './connections';
import type { Log } from './log-line';

interface QuarantineStoreOptions {
  readonly connections: Pick<Connections, 'control' | 'savedWorkOf' | 'find' | 'replaceWork'>;
  readonly folderOf: (id: string) => string;
  readonly pathOf: (grant: string, purpose: Purpose) => string;
  /** Fails with `weak-passphrase` if a passphrase is too easy to guess. */
  readonly requireStrong: (passphrase: string) => Promise<void>;
  readonly log: Log;
}

/** Saved work that was set aside: by a restore, a rescue, or when its key was lost. */
export class QuarantineStore {
  readonly #options: QuarantineStoreOptions;

  constructor(options: QuarantineStoreOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(id: string): QuarantinedWork[] {
    const folder = this.#options.folderOf(this.#options.connections.find(id).id);
    if (!fs.existsSync(folder)) return [];
    return fs
      .readdirSync(folder)
      .filter(isQuarantineFolder)
      .sort()
      .reverse()
      .map((name) => ({ name, at: quarantineDate(name), bytes: bytesIn(path.join(folder, name)) }));
  }

  async compare(id: string, name: string): Promise<{ here: WorkCounts; quarantined: WorkCounts }> {
    const { connections } = this.#options;
    const from = this.#folder(id, name);
    const { folder, databaseKey } = await connections.savedWorkOf(connections.find(id));
    return {
      here: await connections.control.countWork({ folder, databaseKey }),
      quarantined: await connections.control.countWork({ folder: from, databaseKey }),
    };
  }

  /**
   * Replaces the current work with quarantined work; the current work is quarantined in turn. The quarantined
   * files stay where they are.
   */
  async open(id: string, name: string): Promise<void> {
    const { connections } = this.#options;
    const from = this.#folder(id, name);
    const connection = connections.find(id);
    const location = await connections.savedWorkOf(connection);
    const { staging } = await connections.control.prepareQuarantined({
      ...location,
      from,
      // Work whose key was lost is opened with its recovery code (Recovery.unlock).
      oldKey: location.databaseKey,
    });
    const { databaseKey } = location;
    await connections.replaceWork(connection, { staging, madeAt: quarantineDate(name), databaseKey });
  }

  /** Writes quarantined work to the backup file that the user chose (`backup-file`). */
  async export(id: string, name: string, grant: string, passphrase: string): Promise<BackupAbout> {
    const { connections, pathOf, requireStrong } = this.#options;
    const folder = this.#folder(id, name);
    await requireStrong(passphrase);
    const connection = connections.find(id);
    const location = { ...(await connections.savedWorkOf(connection)), folder };
    const to = pathOf(grant, 'backup-file');
    return connections.control.backUp({ location, connection, passphrase, to, isDaily: false });
  }

  remove(id: string, name: string): void {
    fs.rmSync(this.#folder(id, name), { recursive: true });
    this.#options.log('set-aside.removed');
  }

  #folder(id: string, name: string): string {
    const folder = path.join(this.#options.folderOf(this.#options.connections.find(id).id), name);
    if (!isQuarantineFolder(name) || !fs.existsSync(folder))
      throw fail('not-found', { cause: 'no such folder' });
    return folder;
  }
}

const bytesIn = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((total, { parentPath, name }) => total + fs.statSync(path.join(parentPath, name)).size, 0);
