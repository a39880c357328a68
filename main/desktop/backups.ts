import fs from 'node:fs';
import path from 'node:path';
import { dailyBackup, type BackupPreview, type DailyBackup } from '#contract/calls/backups';
import type { BackupAbout, RescueResult } from '#contract/backup';
import type { Purpose } from '#contract/calls/choose';
import type { Connection } from '#contract/connection';
import { fail, failureOf } from '#contract/failure';
import { fixedBackupFolder, forbidsDailyBackups, type Policies } from '#contract/policies';
import { writeFileAtomic } from '../common/write-file-atomic';
import { WORKSPACE } from '../common/work-swap';
import type { ConnectionKeys } from './connection-keys';
import type { Connections } from './connections';
import type { Log } from './log-line';

/** Interval for checking whether a daily backup is due. */
const CHECK_INTERVAL_MS = 30 * 60_000;
const SETTING = 'backup.json';

interface BackupsOptions {
  readonly connections: Pick<
    Connections,
    | 'session'
    | 'control'
    | 'savedWorkOf'
    | 'find'
    | 'replaceWork'
    | 'openRestored'
    | 'finishRemovalOf'
    | 'whileClosed'
    | 'dismissOutcome'
  >;
  readonly keys: ConnectionKeys;
  readonly folderOf: (id: string) => string;
  /** Returns the path of a connection's workspace note. */
  readonly noteOf: (id: string) => string;
  /** Returns the path that the user chose; fails if there is none. */
  readonly pathOf: (grant: string, purpose: Purpose) => string;
  readonly policies?: () => Policies;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Backups of saved work: manual, daily while the connection is open, and restoring. */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #now: () => Date;
  #isBackingUp = false;
  /** By connection ID: when a due backup was last reported as forbidden by a policy (ISO, UTC). */
  readonly #forbiddenAt = new Map<string, string>();

  constructor(options: BackupsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /** Checks whether a backup is due: now, whenever a connection opens, and periodically. */
  async watch(until: AbortSignal): Promise<void> {
    const timer = setInterval(() => void this.makeIfDue(), CHECK_INTERVAL_MS);
    until.addEventListener('abort', () => clearInterval(timer), { once: true });
    let previousId: string | undefined;
    for await (const { open } of this.#options.connections.session.follow(until)) {
      const openId = open?.state === 'open' ? open.connection.id : undefined;
      if (openId && openId !== previousId) void this.makeIfDue();
      previousId = openId;
    }
  }

  /** Returns whether a passphrase is too easy to guess for a backup of the open connection. */
  async isGuessable(passphrase: string): Promise<boolean> {
    const { name } = this.#openConnection();
    const { isGuessable } = await import('./passphrase-strength'); // its word lists are loaded only when needed
    return isGuessable(passphrase, ['Firm', 'Desk', 'FirmDesk', 'backup', ...name.split(/\s+/)]);
  }

  async make(grant: string, passphrase: string): Promise<BackupAbout> {
    const connection = this.#openConnection();
    await this.requireStrong(passphrase);
    return this.#write(connection, passphrase, this.#options.pathOf(grant, 'backup-file'), 'manual');
  }

  /** Returns the setting in force: a policy may replace the folder. Null if daily backups are off. */
  dailySetting(id: string): DailyBackup | null {
    const setting = this.#storedSetting(id);
    return setting && { ...setting, folder: fixedBackupFolder(this.#policies) ?? setting.folder };
  }

  #storedSetting(id: string): DailyBackup | null {
    const file = this.#settingFile(id);
    if (!fs.existsSync(file)) return null;
    try {
      return dailyBackup.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    } catch {
      return null; // an unreadable setting counts as none, so the user can set it again
    }
  }

  /** Makes the first backup; the daily setting is stored only if that succeeds. */
  async startDaily(grant: string, passphrase: string): Promise<DailyBackup> {
    const { keys, pathOf } = this.#options;
    const connection = this.#openConnection();
    await this.requireStrong(passphrase);
    const folder = pathOf(grant, 'backup-folder');
    const { createdAt } = await this.#write(connection, passphrase, folder, 'daily');
    await keys.setBackupPassphrase(connection.id, passphrase);
    const setting = { folder, last: createdAt };
    writeFileAtomic(this.#settingFile(connection.id), JSON.stringify(setting));
    return setting;
  }

  async stopDaily(id: string): Promise<void> {
    this.#options.connections.find(id);
    fs.rmSync(this.#settingFile(id), { force: true });
    await this.#options.keys.setBackupPassphrase(id, null);
  }

  async inspect(grant: string, passphrase: string): Promise<BackupPreview> {
    const { connections, pathOf, folderOf } = this.#options;
    const about = await connections.control.previewBackup({
      file: pathOf(grant, 'backup-restore'),
      passphrase,
    });
    const { id } = about.connection;
    const existing = connections.session.value.connections.find((candidate) => candidate.id === id);
    return {
      ...about,
      hasSavedWork: fs.existsSync(path.join(folderOf(id), WORKSPACE)),
      existing: existing ? { baseUrl: existing.baseUrl, authUrl: existing.authUrl } : null,
    };
  }

  /** Prepares the work of a backup next to the current one before replacing it. */
  async restore(grant: string, passphrase: string): Promise<{ id: string }> {
    const { connections, keys, folderOf, pathOf } = this.#options;
    const file = pathOf(grant, 'backup-restore');
    const { connection, createdAt } = await connections.control.previewBackup({ file, passphrase });
    const { id } = connection;
    await connections.finishRemovalOf(id);
    try {
      const key = await keys.keyForRestore(id);
      const { databaseKey } = key;
      const request = { file, passphrase, folder: folderOf(id), databaseKey };
      const { staging } = await connections.control.prepareRestore(request);
      // The backup contains the service address: a credential from an earlier installation must not be sent
      // there.
      if (!connections.session.value.connections.some((candidate) => candidate.id === id))
        await keys.forgetCredential(id);
      await connections.replaceWork(connection, { staging, madeAt: createdAt, databaseKey, key });
    } catch (error) {
      await this.#logFailedRestore(id, createdAt, failureOf(error).kind);
      throw error;
    }
    return { id };
  }

  dismissOutcome(): void {
    this.#options.connections.dismissOutcome();
  }

  /** Logs the failed restore in the activity log of the current work, if that can be opened. */
  async #logFailedRestore(id: string, madeAt: string, cause: string): Promise<void> {
    const { connections, folderOf, log } = this.#options;
    const stored = connections.session.value.connections.find((candidate) => candidate.id === id);
    if (!stored || !fs.existsSync(path.join(folderOf(id), WORKSPACE))) return;
    try {
      const location = await connections.savedWorkOf(stored);
      await connections.control.noteFailedRestore({ location, madeAt, cause });
    } catch (error) {
      log('activity.not-written', { kind: failureOf(error).kind });
    }
  }

  /** Copies the readable part of damaged saved work; then opens the connection as after a restore. */
  async rescue(id: string): Promise<RescueResult> {
    const { connections, noteOf, log } = this.#options;
    const connection = connections.find(id);
    const location = await connections.savedWorkOf(connection);
    const rescued = await connections.whileClosed(id, () =>
      connections.control.rescue({ ...location, note: noteOf(id) }),
    );
    log('backup.rescued', { rows: rescued.rows, incomplete: rescued.incomplete.length });
    await connections.openRestored(connection);
    return rescued;
  }

  /** Makes a daily backup of the open connection if it is due. */
  async makeIfDue(): Promise<void> {
    const { connections, keys, log } = this.#options;
    const open = connections.session.value.open;
    if (this.#isBackingUp || open?.state !== 'open') return;
    const { id } = open.connection;
    const setting = this.dailySetting(id);
    if (!setting || isSameDay(setting.last, this.#now())) return;
    if (forbidsDailyBackups(this.#policies)) {
      if (isSameDay(this.#forbiddenAt.get(id) ?? null, this.#now())) return;
      this.#forbiddenAt.set(id, this.#now().toISOString());
    }
    this.#isBackingUp = true;
    try {
      const passphrase = await keys.backupPassphrase(id);
      if (passphrase === null) throw fail('keychain-absent', { cause: 'the passphrase is missing' });
      await this.#write(open.connection, passphrase, setting.folder, 'daily');
      this.#noteMade(id);
      log('backup.made');
    } catch (error) {
      const { kind } = failureOf(error);
      log('backup.failed', { kind });
      await connections.control.reportFailure({ kind: 'backup-failed', cause: kind }).catch(() => undefined);
    } finally {
      this.#isBackingUp = false;
    }
  }

  /**
   * Stores when the last backup was made. Reads the setting again, because the user may have changed it or turned it
   * off during the backup, and because the folder of a policy must not replace the stored one.
   */
  #noteMade(id: string): void {
    const stored = this.#storedSetting(id);
    if (!stored) return;
    writeFileAtomic(this.#settingFile(id), JSON.stringify({ ...stored, last: this.#now().toISOString() }));
  }

  /** Fails with `weak-passphrase` if a passphrase is too easy to guess. */
  async requireStrong(passphrase: string): Promise<void> {
    if (await this.isGuessable(passphrase)) throw fail('weak-passphrase');
  }

  async #write(
    connection: Connection,
    passphrase: string,
    to: string,
    kind: 'manual' | 'daily',
  ): Promise<BackupAbout> {
    if (kind === 'daily' && forbidsDailyBackups(this.#policies)) throw fail('by-policy');
    const { connections } = this.#options;
    // The open connection of a demo has the address of this start, which no backup should contain.
    const stored = connections.find(connection.id);
    const location = await connections.savedWorkOf(stored);
    const keep = this.#policies.BackupDays;
    return connections.control.backUp({
      location,
      connection: stored,
      passphrase,
      to,
      isDaily: kind === 'daily',
      ...(keep && { keep }),
    });
  }

  get #policies(): Policies {
    return this.#options.policies?.() ?? {};
  }

  #openConnection(): Connection {
    const open = this.#options.connections.session.value.open;
    if (open?.state !== 'open') throw fail('no-connection');
    return open.connection;
  }

  #settingFile(id: string): string {
    return path.join(this.#options.folderOf(id), SETTING);
  }
}

const isSameDay = (last: string | null, now: Date): boolean =>
  last !== null && new Date(last).toDateString() === now.toDateString();
