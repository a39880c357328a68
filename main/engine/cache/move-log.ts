import type { Db } from '../sqlite/open-database';

/** So long whoever reads in another thread is waited for; most have a few milliseconds' work. */
const READER_MS = 250;
/** What other statements of the writer wait (better-sqlite3's own). */
const BUSY_MS = 5_000;

/**
 * Moves the log of a database into its file and empties it: it has hundreds of megabytes after a first refresh. Lists are
 * read meanwhile. What cannot be moved under a long reading stays in the log, whole, until the next time.
 */
export function moveLog(db: Db): void {
  db.pragma(`busy_timeout = ${READER_MS}`);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}
