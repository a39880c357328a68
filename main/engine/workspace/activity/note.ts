import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#common/write-file-atomic';
import type { Db } from '../../sqlite/open-database';

/** Interval for checking whether anything was written. */
const INTERVAL_MS = 500;
/** A note that cannot be written is tried again after 1, 2, 4, … intervals, at most a minute. */
const MAX_RETRY_INTERVALS = 120;
const BUSY_TIMEOUT_MS = 5_000;

const workspaceNote = z.object({
  version: z.literal(1),
  /** Number of lines in the activity log, and the hash of the last one. */
  lines: z.number().int().min(0),
  hash: z.string(),
  /** Incremented by every write, logged or not. */
  revision: z.number().int().min(0),
  /** True if a history database exists as well. */
  history: z.boolean().optional(),
});
/** What is recorded about a workspace outside its folder: that it exists, and its progress. */
export type WorkspaceNote = z.output<typeof workspaceNote>;

/** Reads a note; undefined if it is missing or unreadable, so that a bad note never keeps saved work from opening. */
export function readNote(file: string): WorkspaceNote | undefined {
  try {
    return workspaceNote.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the progress of a workspace. */
export function noteOf(db: Db): WorkspaceNote {
  const head = db.prepare<[], { seq: number; hash: string }>('SELECT seq, hash FROM activity_head').get();
  const revision = db.prepare<[], number>('SELECT n FROM revision').pluck().get() ?? 0;
  return { version: 1, lines: head?.seq ?? 0, hash: head?.hash ?? '', revision };
}

/** Returns whether a workspace contains everything recorded about it. It may contain more. */
export function hasRecorded(db: Db, { lines, hash, revision }: WorkspaceNote): boolean {
  if (noteOf(db).revision < revision) return false;
  if (lines === 0) return true;
  const storedHash = db
    .prepare<[number], string>('SELECT hash FROM activity WHERE seq = ?')
    .pluck()
    .get(lines);
  return storedHash === hash;
}

/**
 * Records the progress of a workspace in another file, soon after writes and at closing, and checkpoints the
 * WAL when idle, so that a WAL lost later takes nothing with it.
 */
export function maintainNote(
  db: Db,
  file: string,
  hasHistory: () => boolean = () => false,
): { readonly latestNote: () => WorkspaceNote | undefined; close(): void } {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const incrementRevision = db.prepare(
    'INSERT INTO revision VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET n = n + 1',
  );
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  let last = readNote(file);
  let lastChanges = last ? changes.get() : -1; // -1 differs from every count: without a note, one is written
  let revisedChanges: number | undefined; // those that the last revision includes
  let isQuiet = false;
  let failedAttempts = 0;
  let intervalsToSkip = 0;

  const write = (rename?: typeof fs.renameSync): void => {
    if (changes.get() !== revisedChanges) incrementRevision.run();
    revisedChanges = changes.get();
    const current = { ...noteOf(db), history: hasHistory() };
    // Lines removed by tampering are not forgotten: verification reports them.
    if (!last || (current.lines >= last.lines && hasRecorded(db, last))) {
      writeFileAtomic(file, JSON.stringify(current), rename);
      last = current;
    }
    lastChanges = changes.get();
  };
  const checkpoint = (): boolean => {
    db.pragma('busy_timeout = 0'); // does not wait for readers in other threads
    try {
      const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      return row?.busy === 0;
    } finally {
      db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  };
  const flush = (): void => {
    if (db.inTransaction) return;
    try {
      if (changes.get() !== lastChanges && intervalsToSkip-- <= 0) {
        isQuiet = false;
        intervalsToSkip = Math.min(2 ** failedAttempts++, MAX_RETRY_INTERVALS) - 1;
        write(fs.renameSync); // does not wait: a later interval tries again
        failedAttempts = intervalsToSkip = 0;
      } else if (!isQuiet) isQuiet = checkpoint();
    } catch {
      // A full disk or an active reader: a later interval tries again.
    }
  };
  const timer = setInterval(flush, INTERVAL_MS);
  timer.unref();
  return {
    latestNote: () => last,
    close() {
      clearInterval(timer);
      try {
        if (changes.get() !== lastChanges) write();
      } catch {
        // Less is recorded than exists, which is harmless.
      }
    },
  };
}
