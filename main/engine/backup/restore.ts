import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ActivityFacts } from '#contract/features/activity/schemas';
import type { BackupAbout } from '#contract/backup';
import { connection } from '#contract/connection';
import { fail, failureOf } from '#contract/failure';
import { quarantineDate } from '#common/quarantine-folder';
import { HISTORY, WORKSPACE } from '#common/work-swap';
import { openEncrypted } from '../sqlite/open-database';
import { openHistory } from '../history/open-history';
import { readReplacedFile } from '../workspace/open/restored';
import type { AllSavedWork } from '../workspace/open/saved-work';
import { openWorkspace } from '../workspace/open/workspace';
import { requireSpace, type FreeBytes } from './free-space';
import { importDatabases } from './import-databases';
import { readAbout, unpack } from './sealed-file';

const backupHead = z.object({
  connection,
  createdAt: z.string(),
  lines: z.number().int(),
  /** The key of the databases in the backup, used for nothing else. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
});

interface Target {
  /** The connection's folder; its current work may be open. */
  readonly folder: string;
  /** The key that the restored databases get. */
  readonly databaseKey: string;
  readonly savedWork: AllSavedWork;
  readonly free?: FreeBytes;
}

/** Work that is ready to replace the current one (common/work-swap). */
export interface StagedWork {
  /** Name of the folder, within the connection's, that holds it. */
  readonly staging: string;
}

/** Copies on the disk at the same time: the unpacked files, the imported databases, and pages of a migration. */
const COPIES = 3;

/** Returns what a backup holds, without its key. */
export async function previewBackup(file: string, passphrase: string): Promise<BackupAbout> {
  const { key: _key, ...about } = headOf(await readAbout(file, passphrase));
  return about;
}

/**
 * Prepares the contents of a backup in a staging folder: unpacks and verifies it, imports the databases under
 * the connection's key, migrates and opens them. Does not touch the current work; after a failure nothing is
 * left behind.
 */
export async function prepareRestore(
  file: string,
  passphrase: string,
  { folder, databaseKey, savedWork, free }: Target,
): Promise<StagedWork & { readonly about: BackupAbout }> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return runInStaging(folder, async (staging, foreign) => {
    const checkSpace = (bytes: number) => requireSpace(folder, COPIES * bytes, free);
    const { key, ...about } = headOf(await unpack(file, passphrase, foreign, checkSpace));
    const { connection: source, createdAt } = about;
    try {
      importDatabases(foreign, staging, { fromKey: key, databaseKey, savedWork });
      openRestored(
        staging,
        { folder, databaseKey, savedWork },
        { name: source.name, facts: { 'backup of': createdAt }, backupTime: createdAt },
      );
    } catch (error) {
      // The local data is from this version, so only the backup can be newer.
      if (failureOf(error).kind !== 'newer-data') throw error;
      throw fail('newer-data', { detail: { code: 'newer-backup' } }, error);
    }
    return { about };
  });
}

/**
 * Prepares quarantined work, under the same key or another, as `prepareRestore` does. The quarantined files
 * stay. Fails with `backup-unreadable` if they are damaged.
 */
export function prepareQuarantined({
  folder,
  databaseKey,
  savedWork,
  name,
  from,
  oldKey,
  free,
}: Target & { readonly name: string; readonly from: string; readonly oldKey: string }): Promise<StagedWork> {
  return runInStaging(folder, (staging, foreign) => {
    const files = [WORKSPACE, HISTORY]
      .flatMap((file) => [file, `${file}-wal`])
      .filter((file) => fs.existsSync(path.join(from, file)));
    requireSpace(folder, COPIES * sum(files.map((file) => fs.statSync(path.join(from, file)).size)), free);
    for (const file of files) fs.copyFileSync(path.join(from, file), path.join(foreign, file));
    importDatabases(foreign, staging, { fromKey: oldKey, databaseKey, savedWork });
    const folderName = path.basename(from);
    openRestored(
      staging,
      { folder, databaseKey, savedWork },
      { name, facts: { 'set aside': folderName }, backupTime: quarantineDate(folderName) },
    );
    return {};
  });
}

/**
 * Adds to prepared work what the current work stored since the preparation, and a restore keeps. Call it right before
 * the swap, when the connection is closed.
 */
export function addLaterWork({
  folder,
  staging,
  databaseKey,
  savedWork,
}: Omit<Target, 'free'> & StagedWork): void {
  const add = readReplacedFile(path.join(folder, WORKSPACE), databaseKey, (db) => savedWork.readLater(db));
  const db = openEncrypted(path.join(folder, staging, WORKSPACE), databaseKey);
  try {
    db.transaction(() => add(db)).immediate();
  } finally {
    db.close();
  }
}

/**
 * Runs the steps with a staging folder and a folder for untrusted files. Deletes the latter at the end, and
 * both on failure.
 */
async function runInStaging<T extends object>(
  folder: string,
  steps: (staging: string, foreign: string) => Promise<T> | T,
): Promise<T & StagedWork> {
  const staging = fs.mkdtempSync(path.join(folder, 'restore-'));
  try {
    const foreign = fs.mkdtempSync(path.join(staging, 'foreign-'));
    const result = await steps(staging, foreign);
    fs.rmSync(foreign, { recursive: true });
    return { ...result, staging: path.basename(staging) };
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Migrates the restored databases, reads all pages of the workspace, marks work that may have been sent since the
 * backup, and logs the restore. `backupTime`: when the backup was made (ISO, UTC). `facts`: its origin;
 * verify-log.ts reads 'backup of'.
 */
function openRestored(
  staging: string,
  { folder, databaseKey, savedWork }: Target,
  {
    name,
    facts,
    backupTime,
  }: { readonly name: string; readonly facts: ActivityFacts; readonly backupTime: string },
): void {
  const workspace = openWorkspace(path.join(staging, WORKSPACE), databaseKey, savedWork, {
    connection: () => name,
    isCopy: true,
  });
  try {
    const replaced = path.join(folder, WORKSPACE);
    const mark = readReplacedFile(replaced, databaseKey, (db) => savedWork.readReplaced(db));
    workspace.markRestored(backupTime, mark);
    const { lines } = workspace.activity.verify();
    workspace.activity.note({ kind: 'backup-restore', count: lines, facts });
  } finally {
    workspace.close();
  }
  const history = path.join(staging, HISTORY);
  if (fs.existsSync(history)) openHistory(history, databaseKey, { isCopy: true }).db.close();
}

function headOf(value: unknown): z.output<typeof backupHead> {
  const { success, data } = backupHead.safeParse(value);
  if (!success) throw fail('backup-unreadable', { cause: 'its contents have an unexpected format' });
  return data;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
