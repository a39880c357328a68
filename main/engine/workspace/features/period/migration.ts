import type { Db } from '#engine/sqlite/open-database';

/**
 * Billing periods: check-offs, the firm's own steps, samples and signatures. An empty firm stands for files
 * whose record names none. Signatures never change.
 */
export function billingPeriods(db: Db): void {
  db.exec(`
    CREATE TABLE period_check (firm TEXT NOT NULL, end_date TEXT NOT NULL, section TEXT NOT NULL, hash TEXT NOT NULL,
      note TEXT NOT NULL, at TEXT NOT NULL, user TEXT NOT NULL,
      PRIMARY KEY (firm, end_date, section)) STRICT, WITHOUT ROWID;
    CREATE TABLE period_step (id INTEGER PRIMARY KEY, firm TEXT NOT NULL, title TEXT NOT NULL,
      place INTEGER NOT NULL) STRICT;
    CREATE TABLE period_step_done (step INTEGER NOT NULL REFERENCES period_step (id) ON DELETE CASCADE,
      end_date TEXT NOT NULL, note TEXT NOT NULL, at TEXT NOT NULL, user TEXT NOT NULL,
      PRIMARY KEY (step, end_date)) STRICT, WITHOUT ROWID;
    CREATE TABLE period_sample (id INTEGER PRIMARY KEY, firm TEXT NOT NULL, end_date TEXT NOT NULL, seed TEXT NOT NULL,
      size INTEGER NOT NULL, population INTEGER NOT NULL, population_hash TEXT NOT NULL, at TEXT NOT NULL,
      user TEXT NOT NULL) STRICT;
    CREATE TABLE period_sample_item (sample INTEGER NOT NULL REFERENCES period_sample (id) ON DELETE CASCADE,
      account TEXT NOT NULL, place INTEGER NOT NULL, chosen INTEGER NOT NULL, verdict TEXT, reason TEXT NOT NULL,
      shown TEXT, at TEXT, user TEXT, PRIMARY KEY (sample, account)) STRICT, WITHOUT ROWID;
    CREATE TABLE period_signature (id INTEGER PRIMARY KEY, firm TEXT NOT NULL, end_date TEXT NOT NULL,
      at TEXT NOT NULL, user TEXT NOT NULL, note TEXT NOT NULL, content_hash TEXT NOT NULL, seal TEXT NOT NULL,
      content TEXT NOT NULL, tables BLOB NOT NULL, setup BLOB NOT NULL) STRICT;
    CREATE INDEX period_signature_of ON period_signature (firm, end_date);
  `);
}
