import type { Db } from '../../sqlite/open-database';

/** How long to wait for readers in other threads; most finish within a few milliseconds. */
const READER_TIMEOUT_MS = 250;
/** Timeout of the writer's other statements (better-sqlite3's default). */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Checkpoints the WAL into the database file and truncates it: after a first refresh it holds hundreds of
 * megabytes. Lists can be read at the same time. Pages that a long reader still needs stay in the WAL until
 * the next checkpoint.
 */
export function checkpointWal(db: Db): void {
  db.pragma(`busy_timeout = ${READER_TIMEOUT_MS}`);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
