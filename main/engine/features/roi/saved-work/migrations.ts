import type { Db } from '#engine/sqlite/open-database';

/**
 * Requests of colleagues are in the same tables: `member` is the colleague, and null for requests of this computer.
 * `shared` has what only a team knows of a request (SharedFacts, as JSON). `uid` names a note in the team's log.
 */
export function sharedRequests(db: Db): void {
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
export function sharedRoiLists(db: Db): void {
  db.exec(`
    ALTER TABLE roi_contact ADD COLUMN changed_by TEXT;
    ALTER TABLE roi_contact ADD COLUMN changed_at TEXT;
    ALTER TABLE roi_expectation ADD COLUMN changed_by TEXT;
    ALTER TABLE roi_expectation ADD COLUMN changed_at TEXT;
    ALTER TABLE roi_planned ADD COLUMN shared TEXT;
  `);
}
