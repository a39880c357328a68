import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/**
 * Creates the tables of billing periods: check-offs, the firm's own steps, samples and signatures. An empty firm stands
 * for files whose record names no firm. Signatures never change.
 */
function createBillingPeriods(db: Db): void {
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

/**
 * Steps get an ID that is the same on every computer of a team, and their marks stay if they are deleted. A section can
 * have check-offs of different facts, and colleagues' signatures are kept without their content.
 */
function shareStepsAndChecks(db: Db): void {
  db.exec(`
    ALTER TABLE period_step ADD COLUMN uid TEXT;
    UPDATE period_step SET uid = lower(hex(randomblob(16)));
    CREATE UNIQUE INDEX period_step_uid ON period_step (uid);
    CREATE TABLE period_step_mark (step TEXT NOT NULL, end_date TEXT NOT NULL, note TEXT NOT NULL, at TEXT NOT NULL,
      user TEXT NOT NULL, PRIMARY KEY (step, end_date)) STRICT, WITHOUT ROWID;
    INSERT INTO period_step_mark SELECT uid, end_date, note, at, user FROM period_step_done
      JOIN period_step ON id = step;
    DROP TABLE period_step_done;
    ALTER TABLE period_check RENAME TO period_check_before;
    CREATE TABLE period_check (id INTEGER PRIMARY KEY, firm TEXT NOT NULL, end_date TEXT NOT NULL,
      section TEXT NOT NULL, hash TEXT NOT NULL, note TEXT NOT NULL, at TEXT NOT NULL, user TEXT NOT NULL) STRICT;
    INSERT INTO period_check (firm, end_date, section, hash, note, at, user)
      SELECT firm, end_date, section, hash, note, at, user FROM period_check_before;
    DROP TABLE period_check_before;
    CREATE UNIQUE INDEX period_check_of ON period_check (firm, end_date, section, hash);
    CREATE TABLE colleague_period_signature (key TEXT NOT NULL, member TEXT NOT NULL, firm TEXT NOT NULL,
      end_date TEXT NOT NULL, is_own INTEGER NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (key, member)) STRICT, WITHOUT ROWID;
  `);
}

/**
 * Samples get an ID that is the same on every computer of a team. The sample with the highest `rank` counts in its period;
 * one without a rank never does. A verdict may arrive before its sample, and `seen` has what a colleague saw.
 */
function shareSamples(db: Db): void {
  db.exec(`
    ALTER TABLE period_sample ADD COLUMN uid TEXT;
    ALTER TABLE period_sample ADD COLUMN rank INTEGER;
    UPDATE period_sample SET uid = lower(hex(randomblob(16))), rank = id;
    CREATE UNIQUE INDEX period_sample_uid ON period_sample (uid);
    CREATE TABLE period_sample_verdict (sample TEXT NOT NULL, account TEXT NOT NULL, verdict TEXT NOT NULL,
      reason TEXT NOT NULL, shown TEXT, seen TEXT, at TEXT NOT NULL, user TEXT NOT NULL,
      PRIMARY KEY (sample, account)) STRICT, WITHOUT ROWID;
    INSERT INTO period_sample_verdict (sample, account, verdict, reason, shown, at, user)
      SELECT uid, account, verdict, reason, shown, item.at, item.user FROM period_sample_item AS item
      JOIN period_sample ON id = sample WHERE verdict IS NOT NULL;
    CREATE TABLE period_sample_account (sample INTEGER NOT NULL REFERENCES period_sample (id) ON DELETE CASCADE,
      account TEXT NOT NULL, place INTEGER NOT NULL, chosen INTEGER NOT NULL,
      PRIMARY KEY (sample, account)) STRICT, WITHOUT ROWID;
    INSERT INTO period_sample_account SELECT sample, account, place, chosen FROM period_sample_item;
    DROP TABLE period_sample_item;
  `);
}

/**
 * Adds the approval of a signature, as JSON, and whether the team's log has the approval of a shared signature (null:
 * none was required).
 */
function addApprovals(db: Db): void {
  db.exec(`
    ALTER TABLE period_signature ADD COLUMN approval TEXT;
    ALTER TABLE colleague_period_signature ADD COLUMN is_approved INTEGER;
  `);
}

export const PERIOD_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 33, name: 'billing periods', run: createBillingPeriods },
  { version: 47, name: 'shared periods', run: shareStepsAndChecks },
  { version: 50, name: 'shared samples', run: shareSamples },
  { version: 51, name: 'approved periods', run: addApprovals },
];
