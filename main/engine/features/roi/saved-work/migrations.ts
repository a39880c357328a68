import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/**
 * Creates the tables of release-of-information requests. A draft becomes at most one request: `draft` is unique.
 * `roi_before` holds the keys of accounts that had the codes at sending, to recognize those that appear later.
 */
function createRoiRequests(db: Db): void {
  db.exec(`
    CREATE TABLE roi_draft (id TEXT PRIMARY KEY, content TEXT NOT NULL, replaces TEXT, updated TEXT NOT NULL) STRICT;
    CREATE TABLE roi_request (id TEXT PRIMARY KEY, draft TEXT NOT NULL UNIQUE, content TEXT NOT NULL,
      custodian TEXT NOT NULL, json TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused', 'not-sent', 'unknown')),
      started TEXT NOT NULL, day TEXT NOT NULL, ended TEXT, answer TEXT, failure TEXT, replaces TEXT, found TEXT,
      follow_up TEXT, closed TEXT CHECK (closed IN ('granted', 'refused')), closed_at TEXT) STRICT;
    CREATE TABLE roi_code (request TEXT NOT NULL REFERENCES roi_request (id) ON DELETE CASCADE,
      code TEXT NOT NULL COLLATE NOCASE, PRIMARY KEY (request, code)) STRICT;
    CREATE INDEX roi_code_code ON roi_code (code);
    CREATE TABLE roi_before (request TEXT PRIMARY KEY REFERENCES roi_request (id) ON DELETE CASCADE,
      keys TEXT NOT NULL) STRICT;
    CREATE TABLE roi_note (id INTEGER PRIMARY KEY, request TEXT NOT NULL REFERENCES roi_request (id) ON DELETE CASCADE,
      at TEXT NOT NULL, text TEXT NOT NULL) STRICT;
    CREATE TABLE roi_contact (id INTEGER PRIMARY KEY, custodian TEXT NOT NULL, role TEXT NOT NULL,
      value TEXT NOT NULL COLLATE NOCASE, name TEXT, used TEXT, UNIQUE (custodian, role, value)) STRICT;
    CREATE TABLE roi_expectation (custodian TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
  `);
}

/** Adds indexes for finding what replaced a request, and a request's notes. */
function indexReplacedRequests(db: Db): void {
  db.exec(`
    CREATE INDEX roi_request_replaces ON roi_request (replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX roi_draft_replaces ON roi_draft (replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX roi_note_request ON roi_note (request);
  `);
}

/** Adds the method, because requests made by portal or phone are stored with those sent by email. */
function addRequestMethods(db: Db): void {
  db.exec("ALTER TABLE roi_request ADD COLUMN way TEXT NOT NULL DEFAULT 'email'");
}

/** Adds the time of the backup that a request was restored from: it may have been sent after that backup. */
function addRestoredTime(db: Db): void {
  db.exec(`
    ALTER TABLE roi_draft ADD COLUMN restored TEXT;
    ALTER TABLE roi_request ADD COLUMN restored TEXT;
  `);
}

/** Creates the table of ROI requests to make by portal or phone, kept until they are recorded or dismissed. */
function createPlannedRequests(db: Db): void {
  db.exec(
    'CREATE TABLE roi_planned (custodian TEXT PRIMARY KEY, codes TEXT NOT NULL, at TEXT NOT NULL) STRICT',
  );
}

/**
 * Renames `owner`, the former name of a request's advisor. Quotes within JSON strings are escaped, so the replaced text can
 * only be a key.
 */
function renameOwnerToAdvisor(db: Db): void {
  db.exec(`
    UPDATE roi_draft SET content = replace(content, '"ownerName":', '"advisorName":');
    UPDATE roi_request SET content = replace(content, '"ownerName":', '"advisorName":');
    UPDATE roi_contact SET role = 'advisor' WHERE role = 'owner';
  `);
}

/**
 * Requests of colleagues are in the same tables: `member` is the colleague, and null for requests of this computer.
 * `shared` has what only a team knows of a request (SharedFacts, as JSON). `uid` names a note in the team's log.
 */
function addTeamColumns(db: Db): void {
  db.exec(`
    ALTER TABLE roi_request ADD COLUMN member TEXT;
    ALTER TABLE roi_request ADD COLUMN shared TEXT;
    ALTER TABLE roi_note ADD COLUMN uid TEXT;
    ALTER TABLE roi_note ADD COLUMN author TEXT;
    CREATE UNIQUE INDEX roi_note_uid ON roi_note (request, uid) WHERE uid IS NOT NULL;
  `);
}

/**
 * Contacts, turnarounds and plans that a team shares say who changed them, and when. `shared` of a plan has this for
 * each code, as JSON.
 */
function addTeamColumnsToLists(db: Db): void {
  db.exec(`
    ALTER TABLE roi_contact ADD COLUMN changed_by TEXT;
    ALTER TABLE roi_contact ADD COLUMN changed_at TEXT;
    ALTER TABLE roi_expectation ADD COLUMN changed_by TEXT;
    ALTER TABLE roi_expectation ADD COLUMN changed_at TEXT;
    ALTER TABLE roi_planned ADD COLUMN shared TEXT;
  `);
}

export const ROI_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 3, name: 'release-of-information requests', run: createRoiRequests },
  { version: 15, name: 'replaced requests', run: indexReplacedRequests },
  { version: 17, name: 'methods of requests', run: addRequestMethods },
  { version: 22, name: 'restored work', run: addRestoredTime },
  { version: 24, name: 'planned requests', run: createPlannedRequests },
  { version: 37, name: 'advisors of requests', run: renameOwnerToAdvisor },
  { version: 42, name: 'shared ROI requests', run: addTeamColumns },
  { version: 46, name: 'shared contacts, turnarounds and plans', run: addTeamColumnsToLists },
];
