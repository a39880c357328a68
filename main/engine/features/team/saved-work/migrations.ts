import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/**
 * Creates the tables of the team's shared log as far as it was read, and this member's entries that wait to be sent.
 * `place` is the position in the log: null while an entry waits, and for entries that the database lost. Entries up to
 * `folded` are part of the state.
 */
function createTeamLog(db: Db): void {
  db.exec(`
    CREATE TABLE team_self (one INTEGER PRIMARY KEY CHECK (one = 1), team TEXT NOT NULL, member TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('joining', 'member')), team_name TEXT NOT NULL, member_name TEXT NOT NULL,
      database TEXT NOT NULL, joining TEXT, cursor INTEGER NOT NULL DEFAULT 0, folded INTEGER NOT NULL DEFAULT 0,
      is_refolding INTEGER NOT NULL DEFAULT 0, as_of TEXT) STRICT;
    CREATE TABLE team_entry (member TEXT NOT NULL, number INTEGER NOT NULL, place INTEGER, epoch INTEGER NOT NULL,
      previous BLOB NOT NULL, body BLOB NOT NULL, signature BLOB NOT NULL, hash BLOB, content TEXT, at TEXT,
      PRIMARY KEY (member, number)) STRICT;
    CREATE UNIQUE INDEX team_entry_place ON team_entry (place) WHERE place IS NOT NULL;
    CREATE INDEX team_entry_waiting ON team_entry (member, number) WHERE place IS NULL;
    CREATE UNIQUE INDEX team_entry_content ON team_entry (member, content) WHERE content IS NOT NULL;
    CREATE TABLE team_issue (member TEXT NOT NULL, number INTEGER NOT NULL, code TEXT NOT NULL, place INTEGER,
      PRIMARY KEY (member, number, code)) STRICT, WITHOUT ROWID;
    CREATE TABLE team_outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, content TEXT NOT NULL,
      number INTEGER) STRICT;
    CREATE TABLE team_key (epoch INTEGER PRIMARY KEY, key BLOB NOT NULL) STRICT;
    CREATE TABLE team_membership (place INTEGER PRIMARY KEY, member TEXT NOT NULL, content TEXT NOT NULL) STRICT;
    CREATE TABLE team_head (member TEXT PRIMARY KEY, lines INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
    CREATE TABLE team_invitation (id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, expires TEXT NOT NULL,
      key BLOB NOT NULL, request TEXT) STRICT;
    CREATE TABLE team_review_mark (rule TEXT NOT NULL, key TEXT NOT NULL, member TEXT NOT NULL, number INTEGER NOT NULL,
      place INTEGER, at TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (rule, key, member, number)) STRICT, WITHOUT ROWID;
    CREATE INDEX team_review_mark_entry ON team_review_mark (member, number);
  `);
}

/**
 * Creates the table of everything that members shared, by topic and key: place 0 is work from before the team, and a
 * negative number is the outbox line of an item that waits. Replaces the table of review marks.
 */
function createTeamItems(db: Db): void {
  db.exec(`
    CREATE TABLE team_item (topic TEXT NOT NULL, key TEXT NOT NULL, member TEXT NOT NULL, number INTEGER NOT NULL,
      place INTEGER, at TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (topic, key, member, number)) STRICT, WITHOUT ROWID;
    CREATE INDEX team_item_entry ON team_item (member, number);
    INSERT INTO team_item SELECT 'mark', json_array(rule, key), member, number, place, at, mark FROM team_review_mark;
    DROP TABLE team_review_mark;
  `);
}

/** Creates the table of current claims, computed from the log in `team_item`. */
function createTeamClaims(db: Db): void {
  db.exec(
    'CREATE TABLE team_claim (key TEXT PRIMARY KEY, member TEXT NOT NULL, since TEXT NOT NULL, until TEXT NOT NULL) STRICT',
  );
}

/**
 * Creates the table of drafts that were handed over, with the state of each: its latest offer, and who has the draft.
 * `received`: the last offer whose draft was put into this computer's drafts.
 */
function createTeamHandOvers(db: Db): void {
  db.exec(`
    CREATE TABLE team_hand_over (draft TEXT PRIMARY KEY, offer TEXT NOT NULL, giver TEXT NOT NULL,
      receiver TEXT NOT NULL, holder TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('offered', 'taken', 'declined', 'taken-back')), content TEXT NOT NULL,
      at TEXT NOT NULL, answer TEXT, answered TEXT, received TEXT) STRICT, WITHOUT ROWID;
  `);
}

/** Creates the table of requests for approval, computed from the log in `team_item`. */
function createTeamApprovals(db: Db): void {
  db.exec(`
    CREATE TABLE team_approval (id TEXT PRIMARY KEY, subject TEXT NOT NULL, requester TEXT NOT NULL, at TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('asked', 'approved', 'declined', 'withdrawn', 'sent')), decider TEXT,
      decided TEXT, answer TEXT, request TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `);
}

/** Creates the table of work that is not shared because a colleague's app could not read it. */
function createUnsharedWork(db: Db): void {
  db.exec(`
    CREATE TABLE team_unshared (topic TEXT NOT NULL, key TEXT NOT NULL, reason TEXT NOT NULL,
      PRIMARY KEY (topic, key)) STRICT, WITHOUT ROWID;
  `);
}

export const TEAM_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 36, name: 'team', run: createTeamLog },
  { version: 38, name: 'team-items', run: createTeamItems },
  { version: 40, name: 'team-claims', run: createTeamClaims },
  { version: 41, name: 'hand-overs of drafts', run: createTeamHandOvers },
  { version: 44, name: 'requests for approval', run: createTeamApprovals },
  { version: 52, name: 'work that cannot be shared', run: createUnsharedWork },
];
