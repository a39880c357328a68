import fs from 'node:fs';
import { fail, failureOf } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { migrate, type Migration } from '../../sqlite/migrate';
import { openEncrypted, type Db } from '../../sqlite/open-database';
import { areAllPagesReadable } from '../../sqlite/integrity';
import type { Activity } from '../activity/activity';
import { hasRecorded, maintainNote, readNote, noteOf, type WorkspaceNote } from '../activity/note';
import type { MarkRestored } from './restored';
import type { AllSavedWork, Stores } from './saved-work';
import { saveRootPages } from './root-pages';

/** The user's saved work: the stores of all features. */
export interface Workspace extends Stores {
  /** Returns the last recorded state of the log; undefined if none is recorded. */
  readonly latestNote: () => WorkspaceNote | undefined;
  /**
   * Marks all of it as restored from a backup of this time (restored.ts). By default, keeps nothing of the replaced
   * work.
   */
  readonly markRestored: (backupTime: string, mark?: MarkRestored) => void;
  /** Runs several writes in one transaction, such as a change with its activity entry. */
  readonly transaction: <T>(work: () => T) => T;
  readonly close: () => void;
}

interface WorkspaceOptions {
  /** Name of the connection, for the activity log. */
  readonly connection?: () => string;
  readonly steps?: readonly Migration[];
  /** File outside the folder that records the log's last state. */
  readonly note?: string | undefined;
  /** True if the user accepts that some recorded work is missing. */
  readonly acceptLoss?: boolean | undefined;
  /** True if every page was just verified elsewhere. */
  readonly isChecked?: boolean | undefined;
  /** Returns whether there is a change history next to it, for the note. */
  readonly hasHistory?: (() => boolean) | undefined;
  /** True for a disposable copy, whose upgrade needs no backup. */
  readonly isCopy?: boolean | undefined;
}

/**
 * Opens the user's saved work. Applies missing migrations, after a copy next to the file. Fails with `newer-data` if
 * a newer version wrote it, `disk-full`, `disk-not-written`, `disk-not-read`, `workspace-lost` if it is missing, empty
 * or older than recorded, else `workspace-unreadable`. The file then stays unchanged, but an older one may be upgraded.
 */
export function openWorkspace(
  file: string,
  keyHex: string,
  savedWork: AllSavedWork,
  {
    connection = () => '',
    steps = savedWork.migrations,
    note,
    acceptLoss = false,
    isChecked = false,
    isCopy = false,
    hasHistory,
  }: WorkspaceOptions = {},
): Workspace {
  const existingNote = note === undefined ? undefined : readNote(note);
  if (existingNote && !acceptLoss && !hasBytes(file))
    throw fail('workspace-lost', { detail: { code: 'work-missing', facts: { lines: existingNote.lines } } });
  if (existingNote && !hasBytes(file)) quarantineWal(`${file}-wal`);
  const isMissing = !hasBytes(file);
  const db = openVerified(file, keyHex, steps, {
    existingNote: acceptLoss ? undefined : existingNote,
    isChecked,
    isCopy,
  });
  let noteKeeper: ReturnType<typeof maintainNote> | undefined;
  const close = (): void => {
    noteKeeper?.close();
    db.close();
  };
  try {
    saveRootPages(db, file);
    const stores = savedWork.openStores(db, connection);
    const { activity } = stores;
    if (note !== undefined && existingNote && acceptLoss)
      acceptLossOf(existingNote, { db, activity, note, savedWork });
    if (note !== undefined && !existingNote && acceptLoss && isMissing)
      activity.note({ kind: 'saved-work-lost', count: 0, facts: { 'lines found': 0 } });
    noteKeeper = note === undefined ? undefined : maintainNote(db, note, hasHistory);
    return {
      ...stores, // opens those that the log did not need
      latestNote: () => noteKeeper?.latestNote(),
      markRestored(backupTime, mark = savedWork.readReplaced(undefined)) {
        db.transaction(() => mark(db, backupTime)).immediate();
      },
      transaction: (work) => db.transaction(work).immediate(),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Size of the write-ahead log at which SQLite writes a checkpoint: 32 MB. */
const WAL_PAGES = 4_096;

const hasBytes = (file: string): boolean => (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Renames the write-ahead log of a missing file, which support may need and a new file would overwrite. */
function quarantineWal(wal: string): void {
  if (hasBytes(wal)) fs.renameSync(wal, `${wal}.left-${Date.now()}`);
}

/** Marks work that may have been sent since, logs the missing lines and resets the recorded state. */
function acceptLossOf(
  existingNote: WorkspaceNote,
  {
    db,
    activity,
    note,
    savedWork,
  }: {
    readonly db: Db;
    readonly activity: Activity;
    readonly note: string;
    readonly savedWork: AllSavedWork;
  },
): void {
  if (hasRecorded(db, existingNote)) return;
  const currentNote = noteOf(db);
  const facts = { 'lines before': existingNote.lines, 'lines found': currentNote.lines };
  db.transaction(() => {
    savedWork.markOlder(db, lastLineTime(db) ?? new Date().toISOString());
    activity.note({
      kind: 'saved-work-lost',
      count: Math.max(0, existingNote.lines - currentNote.lines),
      facts,
    });
  }).immediate();
  fs.rmSync(note, { force: true });
}

/** Returns the time of the last line of the activity log (ISO, UTC), if any. */
const lastLineTime = (db: Db): string | undefined =>
  db.prepare<[], string>('SELECT at FROM activity ORDER BY seq DESC LIMIT 1').pluck().get();

function openVerified(
  file: string,
  keyHex: string,
  steps: readonly Migration[],
  {
    existingNote,
    isChecked,
    isCopy,
  }: {
    readonly existingNote: WorkspaceNote | undefined;
    readonly isChecked: boolean;
    readonly isCopy: boolean;
  },
): Db {
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex);
    db.pragma('synchronous = FULL'); // committed work survives a power loss
    // Checkpoints encrypt pages again, so they wait until writing pauses (note.ts).
    db.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
    if (!isChecked && !areAllPagesReadable(db))
      throw fail('workspace-unreadable', { cause: 'a page is damaged' });
    if (!isChecked) db.pragma('shrink_memory'); // frees the page cache, which the check has filled with up to 16 MB
    migrate(db, file, steps, { where: 'workspace', isCopy });
    if (existingNote && !hasRecorded(db, existingNote)) {
      const facts = { lines: existingNote.lines, found: noteOf(db).lines };
      throw fail('workspace-lost', { detail: { code: 'work-older', facts } });
    }
    return db;
  } catch (error) {
    db?.close();
    // A full or failing disk says nothing about the file.
    if (failureOf(error).kind !== 'unexpected') throw error;
    throw fail('workspace-unreadable', { cause: errorCodeOf(error) }, error);
  }
}
