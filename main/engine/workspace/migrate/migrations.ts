import type { Db } from '../../sqlite/open-database';
import type { VersionedMigration } from '../open/saved-work';

/** Saved views, and the arrangement of each grid. */
function createViewsAndLayouts(db: Db): void {
  db.exec(`
    CREATE TABLE view (id TEXT PRIMARY KEY, resource TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL,
      created TEXT NOT NULL) STRICT;
    CREATE TABLE layout (resource TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT;
  `);
}

/** The activity log. Lines cannot be changed or removed; the head reveals missing last lines. */
function createActivityLog(db: Db): void {
  db.exec(`
    CREATE TABLE activity (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, user TEXT NOT NULL, connection TEXT NOT NULL,
      kind TEXT NOT NULL, count INTEGER NOT NULL, facts TEXT NOT NULL, of INTEGER REFERENCES activity (seq),
      outcome TEXT, hash TEXT NOT NULL) STRICT;
    CREATE INDEX activity_of ON activity (of);
    CREATE TABLE activity_head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
    CREATE TRIGGER activity_stays BEFORE UPDATE ON activity BEGIN SELECT RAISE (ABORT, 'append only'); END;
    CREATE TRIGGER activity_remains BEFORE DELETE ON activity BEGIN SELECT RAISE (ABORT, 'append only'); END;
  `);
}

/**
 * Durable jobs: rows to write to the service, and their outcomes. `activity` is the start line of the job's activity
 * entry while that has no end, `before` the row counts when it was written; `dismissed` is when the user dismissed
 * the outcome.
 */
function createJobs(db: Db): void {
  db.exec(`
    CREATE TABLE job (id TEXT PRIMARY KEY, kind TEXT NOT NULL, facts TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'done', 'canceled', 'stopped', 'interrupted')),
      failure TEXT, created TEXT NOT NULL, started TEXT, ended TEXT, checked TEXT, activity INTEGER, before TEXT,
      dismissed TEXT) STRICT;
    CREATE TABLE job_row (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, at INTEGER NOT NULL,
      state TEXT NOT NULL
        CHECK (state IN ('planned', 'skipped', 'asked', 'done', 'refused', 'not-sent', 'unknown')),
      input TEXT NOT NULL, remark TEXT, answer TEXT, seen INTEGER, PRIMARY KEY (job, at)) STRICT, WITHOUT ROWID;
    CREATE INDEX job_row_state ON job_row (job, state, at, seen);
  `);
}

/**
 * Drafts: `fields` is each row's change to its record, as exact JSON texts. Also adds two row outcomes, which
 * means recreating the table because a CHECK cannot be altered.
 */
function createDraftsAndExtendOutcomes(db: Db): void {
  db.exec(`
    CREATE TABLE draft (id TEXT PRIMARY KEY, resource TEXT NOT NULL, kind TEXT NOT NULL, origin TEXT NOT NULL,
      title TEXT, edits TEXT NOT NULL, of TEXT, file TEXT, created TEXT NOT NULL, updated TEXT NOT NULL,
      checked TEXT) STRICT;
    CREATE TABLE draft_row (draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE, at INTEGER NOT NULL,
      key TEXT, title TEXT NOT NULL, subtitle TEXT NOT NULL, line INTEGER,
      state TEXT NOT NULL CHECK (state IN ('ready', 'unchanged', 'wrong', 'conflict', 'gone')),
      fields TEXT NOT NULL, remark TEXT, PRIMARY KEY (draft, at)) STRICT, WITHOUT ROWID;
    CREATE INDEX draft_row_state ON draft_row (draft, state, at);
    CREATE INDEX draft_row_key ON draft_row (key);

    CREATE TABLE job_row_now (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('planned', 'skipped', 'asked', 'done', 'refused', 'conflict', 'not-taken',
        'not-sent', 'unknown')),
      input TEXT NOT NULL, remark TEXT, answer TEXT, seen INTEGER, PRIMARY KEY (job, at)) STRICT, WITHOUT ROWID;
    INSERT INTO job_row_now SELECT * FROM job_row;
    DROP TABLE job_row;
    ALTER TABLE job_row_now RENAME TO job_row;
    CREATE INDEX job_row_state ON job_row (job, state, at, seen);
  `);
}

/** The time of the latest visit, and when the previous visit ended. */
function createVisits(db: Db): void {
  db.exec(`
    CREATE TABLE visit (one INTEGER PRIMARY KEY CHECK (one = 1), since TEXT, seen TEXT NOT NULL) STRICT;
  `);
}

/**
 * Rows are updated hundreds at a time, and the index of states cost as much as everything else. Planned rows
 * are read in order from the table itself.
 */
function indexSettledRows(db: Db): void {
  db.exec(`
    DROP INDEX job_row_state;
    CREATE INDEX job_row_told ON job_row (job, state, at, seen) WHERE state NOT IN ('planned', 'asked');
  `);
}

/** A counter of writes, which reveals an older workspace file (workspace/activity/note.ts). */
function createRevision(db: Db): void {
  db.exec('CREATE TABLE revision (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL) STRICT');
}

/** Columns and default of views, and favorite and recent records and views, by key. */
function createBookmarks(db: Db): void {
  db.exec(`
    ALTER TABLE view ADD COLUMN columns TEXT;
    ALTER TABLE view ADD COLUMN favorite INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE view ADD COLUMN usual INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE favorite (resource TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (resource, key)) STRICT, WITHOUT ROWID;
    CREATE TABLE recent (resource TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (resource, key)) STRICT, WITHOUT ROWID;
  `);
}

/**
 * Moves outcomes to a separate table: the input is long and never changes, and was rewritten twice per row.
 */
function moveOutcomesToTable(db: Db): void {
  db.exec(`
    CREATE TABLE job_told (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, at INTEGER NOT NULL,
      state TEXT NOT NULL
        CHECK (state IN ('skipped', 'done', 'refused', 'conflict', 'not-taken', 'not-sent', 'unknown')),
      remark TEXT, answer TEXT, seen INTEGER, PRIMARY KEY (job, at)) STRICT, WITHOUT ROWID;
    INSERT INTO job_told SELECT job, at, state, remark, answer, seen FROM job_row
      WHERE state NOT IN ('planned', 'asked');
    CREATE INDEX job_told_state ON job_told (job, state, at, seen);
    CREATE TABLE job_asked (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, first INTEGER NOT NULL,
      last INTEGER NOT NULL, PRIMARY KEY (job, first)) STRICT, WITHOUT ROWID;
    INSERT INTO job_asked SELECT job, at, at FROM job_row WHERE state = 'asked';
    CREATE TABLE job_row_now (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, at INTEGER NOT NULL,
      input TEXT NOT NULL, remark TEXT, PRIMARY KEY (job, at)) STRICT, WITHOUT ROWID;
    INSERT INTO job_row_now SELECT job, at, input, CASE state WHEN 'planned' THEN remark END FROM job_row;
    DROP TABLE job_row;
    ALTER TABLE job_row_now RENAME TO job_row;
  `);
}

/** Nearly all rows end as done: a partial index without them costs a third less to write. */
function indexOpenRows(db: Db): void {
  db.exec(`
    DROP INDEX job_told_state;
    CREATE INDEX job_told_open ON job_told (job, state, at) WHERE state <> 'done';
  `);
}

/** Adds the time of the backup that work was restored from: it may have been sent after that backup. */
function addRestoredTime(db: Db): void {
  db.exec(`
    ALTER TABLE job ADD COLUMN restored TEXT;
    ALTER TABLE draft ADD COLUMN restored TEXT;
  `);
}

/** Renames `remark`, the former name of a row's issue. Sealed results keep that name. */
function renameRemarksToIssues(db: Db): void {
  const renamed = (fields: string): string => `(
    SELECT json_group_array(json(iif(json_type(value, '$.remark') IS NULL, value,
      json_remove(json_set(value, '$.issue', json(value -> '$.remark')), '$.remark'))))
    FROM (SELECT value FROM json_each(${fields}) ORDER BY key))`;
  db.exec(`
    ALTER TABLE job_told RENAME COLUMN remark TO issue;
    ALTER TABLE job_row RENAME COLUMN remark TO issue;
    ALTER TABLE draft_row RENAME COLUMN remark TO issue;
    UPDATE draft_row SET fields = ${renamed('fields')} WHERE fields LIKE '%"remark"%';
    UPDATE job_row SET input = json_set(input, '$.fields', json(${renamed("input, '$.fields'")}))
      WHERE input LIKE '%"remark"%' AND json_type(input, '$.fields') = 'array';
  `);
}

/** Renames columns and tables to their names in the code. */
function renameOutcomesAndDefaults(db: Db): void {
  db.exec(`
    ALTER TABLE job_told RENAME TO job_outcome;
    ALTER TABLE job_outcome RENAME COLUMN seen TO verified;
    DROP INDEX job_told_open;
    CREATE INDEX job_outcome_open ON job_outcome (job, state, at) WHERE state <> 'done';
    ALTER TABLE job_asked RENAME TO job_in_flight;
    ALTER TABLE view RENAME COLUMN usual TO is_default;
    ALTER TABLE visit RENAME COLUMN seen TO last_seen;
  `);
}

/** Migrations of the saved work that belongs to no feature. */
export const CORE_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 1, name: 'views and layouts', run: createViewsAndLayouts },
  { version: 2, name: 'activity log', run: createActivityLog },
  { version: 6, name: 'durable jobs', run: createJobs },
  { version: 9, name: 'drafts, and two more outcomes of jobs', run: createDraftsAndExtendOutcomes },
  { version: 12, name: 'visits', run: createVisits },
  { version: 13, name: 'index of row outcomes', run: indexSettledRows },
  { version: 14, name: 'revision', run: createRevision },
  { version: 16, name: 'bookmarks', run: createBookmarks },
  { version: 19, name: 'row outcomes in a separate table', run: moveOutcomesToTable },
  { version: 20, name: 'an index of rows that are not done', run: indexOpenRows },
  { version: 22, name: 'restored work', run: addRestoredTime },
  { version: 28, name: 'issues of rows and files', run: renameRemarksToIssues },
  { version: 35, name: 'renamed outcomes and defaults', run: renameOutcomesAndDefaults },
];
