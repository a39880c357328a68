import { createFeeHistory, feeAccountRefs } from '../../features/fee-history/saved-work/migrations';
import {
  approvedPeriods,
  billingPeriods,
  sharedPeriods,
  sharedSamples,
} from '../../features/period/saved-work/migrations';
import type { Migration } from '../../sqlite/migrate';
import type { Db } from '../../sqlite/open-database';
import { sharedRequests, sharedRoiLists } from '../../features/roi/saved-work/migrations';
import { scheduledRefresh } from '../../features/scheduled-refresh/saved-work/schedule';
import { standingExports } from '../../features/standing-exports/saved-work/migrations';
import {
  colleagueFeeFiles,
  teamApprovals,
  teamClaims,
  teamHandOvers,
  teamItems,
  teamLog,
} from '../../features/team/saved-work/migrations';

/** Saved views, and the arrangement of each grid. */
function viewsAndLayouts(db: Db): void {
  db.exec(`
    CREATE TABLE view (id TEXT PRIMARY KEY, resource TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL,
      created TEXT NOT NULL) STRICT;
    CREATE TABLE layout (resource TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT;
  `);
}

/** The activity log. Lines cannot be changed or removed; the head reveals missing last lines. */
function activityLog(db: Db): void {
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
 * Release-of-information requests. A draft becomes at most one request: `draft` is unique. `roi_before` holds
 * the keys of accounts that had the codes at sending, to recognize those that appear later.
 */
function roiRequests(db: Db): void {
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

/** Columns of custodians' fee files that the user confirmed, and signed-off reconciliations. */
function reconciliations(db: Db): void {
  db.exec(`
    CREATE TABLE fee_columns (custodian TEXT NOT NULL, account_heading TEXT NOT NULL, amount_heading TEXT NOT NULL,
      account INTEGER NOT NULL, amount INTEGER NOT NULL,
      notation TEXT NOT NULL CHECK (notation IN ('point', 'comma', 'cents')), used TEXT NOT NULL,
      PRIMARY KEY (custodian, account_heading, amount_heading)) STRICT;
    CREATE TABLE reconciliation (id INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, at TEXT NOT NULL,
      user TEXT NOT NULL, note TEXT NOT NULL, file_hash TEXT NOT NULL, result_hash TEXT NOT NULL, seal TEXT NOT NULL,
      result TEXT NOT NULL, lines BLOB NOT NULL) STRICT;
    CREATE INDEX reconciliation_file ON reconciliation (file);
    CREATE TRIGGER reconciliation_stays BEFORE UPDATE ON reconciliation BEGIN SELECT RAISE (ABORT, 'sealed'); END;
    CREATE TRIGGER reconciliation_remains BEFORE DELETE ON reconciliation BEGIN SELECT RAISE (ABORT, 'sealed'); END;
  `);
}

/** Saved fee upload files. A pending file was started and may be incomplete. */
function savedFeeFiles(db: Db): void {
  db.exec(`
    CREATE TABLE fee_file_saved (id INTEGER PRIMARY KEY, file_id TEXT NOT NULL, path TEXT NOT NULL UNIQUE,
      bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, files INTEGER NOT NULL, remark TEXT, saved_at TEXT NOT NULL,
      saved_by TEXT NOT NULL, checked_at TEXT NOT NULL, state TEXT NOT NULL) STRICT;
    CREATE INDEX fee_file_saved_of ON fee_file_saved (file_id);
    CREATE TABLE fee_file_pending (part TEXT PRIMARY KEY, final TEXT NOT NULL, file_id TEXT NOT NULL, sha256 TEXT,
      bytes INTEGER, files INTEGER, remark TEXT) STRICT;
    CREATE TABLE fee_file_folder (one INTEGER PRIMARY KEY CHECK (one = 1), path TEXT) STRICT;
  `);
}

/**
 * Durable jobs: rows to write to the service, and their outcomes. `activity` is the log line without an end,
 * `before` the counts at its start; `dismissed` is when the user dismissed the outcome.
 */
function durableJobs(db: Db): void {
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

/** The decision of a sign-off; null for earlier ones, which have none. */
function decisions(db: Db): void {
  db.exec('ALTER TABLE reconciliation ADD COLUMN decision TEXT');
}

/** The format of a sign-off's seal. Earlier sign-offs have null: their format follows from the decision. */
function sealFormats(db: Db): void {
  db.exec('ALTER TABLE reconciliation ADD COLUMN format INTEGER');
}

/**
 * Drafts: `fields` is each row's change to its record, as exact JSON texts. Also adds two row outcomes, which
 * means recreating the table because a CHECK cannot be altered.
 */
function draftsAndOutcomes(db: Db): void {
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

/** The user's marks on review findings, by rule and record. */
function reviewMarks(db: Db): void {
  db.exec(`
    CREATE TABLE review_mark (rule TEXT NOT NULL, key TEXT NOT NULL,
      state TEXT CHECK (state IN ('reviewed', 'flagged', 'waived')), print TEXT NOT NULL, reason TEXT, until TEXT,
      note TEXT, user TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (rule, key)) STRICT, WITHOUT ROWID;
  `);
}

/** The user's marks on fee structures. */
function structureMarks(db: Db): void {
  db.exec(`
    CREATE TABLE structure_retired (key TEXT PRIMARY KEY, user TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE TABLE rate_ceiling (one INTEGER PRIMARY KEY CHECK (one = 1), rate TEXT NOT NULL) STRICT;
  `);
}

/** The time of the latest visit, and when the one before ended. */
function visits(db: Db): void {
  db.exec(`
    CREATE TABLE visit (one INTEGER PRIMARY KEY CHECK (one = 1), since TEXT, seen TEXT NOT NULL) STRICT;
  `);
}

/** A counter of writes, which reveals an older workspace file (workspace/note.ts). */
function revision(db: Db): void {
  db.exec('CREATE TABLE revision (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL) STRICT');
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

/** Indexes for finding what replaced a request. */
function replacedRequests(db: Db): void {
  db.exec(`
    CREATE INDEX roi_request_replaces ON roi_request (replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX roi_draft_replaces ON roi_draft (replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX roi_note_request ON roi_note (request);
  `);
}

/** Columns and default of views, and favorite and recent records and views, by key. */
function bookmarks(db: Db): void {
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

/** Requests that the user made by portal or phone are stored with those that were sent. */
function waysOfRequests(db: Db): void {
  db.exec("ALTER TABLE roi_request ADD COLUMN way TEXT NOT NULL DEFAULT 'email'");
}

/** The latest reconciliation result of a saved file, and whether new files are saved after a refresh. */
function reconciledFiles(db: Db): void {
  db.exec(`
    CREATE TABLE fee_file_result (file TEXT PRIMARY KEY, hash TEXT NOT NULL, at TEXT NOT NULL, end_date TEXT,
      outcome TEXT NOT NULL CHECK (outcome IN ('agrees', 'differs', 'skipped')), custodians TEXT NOT NULL) STRICT;
    CREATE TABLE fee_file_auto (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;
  `);
}

/**
 * Moves outcomes to a separate table: the input is long and never changes, and was rewritten twice per row.
 */
function rowsInChunks(db: Db): void {
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

/** A file being saved references its line in the activity log, so that the next start can end that line. */
function linesOfPending(db: Db): void {
  db.exec('ALTER TABLE fee_file_pending ADD COLUMN line INTEGER');
}

/** Nearly all rows end as done: a partial index without them costs a third less to write. */
function openRows(db: Db): void {
  db.exec(`
    DROP INDEX job_told_state;
    CREATE INDEX job_told_open ON job_told (job, state, at) WHERE state <> 'done';
  `);
}

/** Restored work may have been sent after the backup was made: `restored` is the time of the backup. */
function restoredWork(db: Db): void {
  db.exec(`
    ALTER TABLE job ADD COLUMN restored TEXT;
    ALTER TABLE draft ADD COLUMN restored TEXT;
    ALTER TABLE roi_draft ADD COLUMN restored TEXT;
    ALTER TABLE roi_request ADD COLUMN restored TEXT;
  `);
}

/** Owners of findings, and the findings of the latest check by rule (first-found.ts). */
function findingOwners(db: Db): void {
  db.exec(`
    ALTER TABLE review_mark ADD COLUMN owner TEXT;
    CREATE TABLE review_found (rule TEXT PRIMARY KEY, keys TEXT NOT NULL, found TEXT NOT NULL) STRICT;
  `);
}

/** ROI requests to make by portal or phone, kept until they are recorded or dismissed. */
function plannedRequests(db: Db): void {
  db.exec(
    'CREATE TABLE roi_planned (custodian TEXT PRIMARY KEY, codes TEXT NOT NULL, at TEXT NOT NULL) STRICT',
  );
}

/** Terms that clients signed, in versions (features/agreed-terms). */
function agreedTermsVersions(db: Db): void {
  db.exec(`
    CREATE TABLE agreed_import (id INTEGER PRIMARY KEY, file TEXT, at TEXT NOT NULL, user TEXT NOT NULL) STRICT;
    CREATE TABLE agreed_terms (id INTEGER PRIMARY KEY, import INTEGER NOT NULL REFERENCES agreed_import (id),
      line INTEGER NOT NULL, target TEXT NOT NULL, key TEXT NOT NULL, date TEXT NOT NULL, terms TEXT NOT NULL,
      reference TEXT) STRICT;
    CREATE INDEX agreed_terms_owner ON agreed_terms (target, key, date);
  `);
}

/** Balances to calculate fees from (features/expected-fees). */
function importedBalances(db: Db): void {
  db.exec(`
    CREATE TABLE balance_import (id INTEGER PRIMARY KEY, file TEXT, at TEXT NOT NULL, user TEXT NOT NULL) STRICT;
    CREATE TABLE account_balance (account TEXT NOT NULL, date TEXT NOT NULL, amount TEXT NOT NULL,
      import INTEGER NOT NULL REFERENCES balance_import (id), PRIMARY KEY (account, date)) STRICT, WITHOUT ROWID;
  `);
}

/** Decisions on refunds of prepaid fees, and which period the firm bills in advance (features/refunds). */
function refunds(db: Db): void {
  db.exec(`
    CREATE TABLE refund_setting (one INTEGER PRIMARY KEY CHECK (one = 1),
      advance TEXT NOT NULL CHECK (advance IN ('begins', 'ends')), user TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE TABLE refund_decision (account TEXT NOT NULL, end_date TEXT NOT NULL, kind TEXT NOT NULL,
      decision TEXT NOT NULL, day TEXT, debit TEXT, estimate TEXT, name TEXT NOT NULL, number TEXT, custodian TEXT,
      user TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (account, end_date, kind)) STRICT, WITHOUT ROWID;
  `);
}

/** Balances and status from the service, and how the firm divides a year. */
function serviceBalances(db: Db): void {
  db.exec(`
    CREATE TABLE account_aum (date TEXT NOT NULL, account TEXT NOT NULL, amount TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (date, account)) STRICT, WITHOUT ROWID;
    CREATE TABLE service_status (one INTEGER PRIMARY KEY CHECK (one = 1), status TEXT NOT NULL) STRICT;
    CREATE TABLE year_division (one INTEGER PRIMARY KEY CHECK (one = 1), year TEXT NOT NULL, user TEXT NOT NULL,
      at TEXT NOT NULL) STRICT;
  `);
}

/** Issues of rows and files were called remarks before. Sealed results keep that name. */
function issues(db: Db): void {
  const renamed = (fields: string): string => `(
    SELECT json_group_array(json(iif(json_type(value, '$.remark') IS NULL, value,
      json_remove(json_set(value, '$.issue', json(value -> '$.remark')), '$.remark'))))
    FROM (SELECT value FROM json_each(${fields}) ORDER BY key))`;
  db.exec(`
    ALTER TABLE fee_file_saved RENAME COLUMN remark TO issues;
    ALTER TABLE fee_file_pending RENAME COLUMN remark TO issues;
    ALTER TABLE job_told RENAME COLUMN remark TO issue;
    ALTER TABLE job_row RENAME COLUMN remark TO issue;
    ALTER TABLE draft_row RENAME COLUMN remark TO issue;
    UPDATE draft_row SET fields = ${renamed('fields')} WHERE fields LIKE '%"remark"%';
    UPDATE job_row SET input = json_set(input, '$.fields', json(${renamed("input, '$.fields'")}))
      WHERE input LIKE '%"remark"%' AND json_type(input, '$.fields') = 'array';
  `);
}

/** Thresholds above which the review queue reports a fee change. */
function feeChangeThresholds(db: Db): void {
  db.exec(`
    CREATE TABLE fee_change_thresholds (one INTEGER PRIMARY KEY CHECK (one = 1), percent TEXT NOT NULL,
      dollars TEXT NOT NULL) STRICT;
  `);
}

/** Renames columns and tables to their names in the code. */
function plainNames(db: Db): void {
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

/**
 * The advisor of an ROI request was called its owner. Quotes within JSON strings are escaped, so the replaced text can
 * only be a key.
 */
function advisorOfRequests(db: Db): void {
  db.exec(`
    UPDATE roi_draft SET content = replace(content, '"ownerName":', '"advisorName":');
    UPDATE roi_request SET content = replace(content, '"ownerName":', '"advisorName":');
    UPDATE roi_contact SET role = 'advisor' WHERE role = 'owner';
  `);
}

/** Renames two states of advisor codes and a column of their list in saved views and layouts. */
function advisorCodeNames(db: Db): void {
  const states: Readonly<Record<string, string>> = { carried: 'unmapped', idle: 'unused' };
  const renamed = (text: string): string =>
    JSON.stringify(
      JSON.parse(text, (key, value: { field?: string; values?: string[] } | string | null) => {
        if (typeof value === 'string')
          return (key === 'field' || key === 'name') && value === 'word' ? 'term' : value;
        return value?.field === 'state' && value.values
          ? { ...value, values: value.values.map((state) => states[state] ?? state) }
          : value;
      }),
    );
  db.function('renamed', { deterministic: true }, (text) => renamed(String(text)));
  db.exec(`
    UPDATE view SET query = renamed(query) WHERE resource = 'advisorCodes';
    UPDATE view SET columns = renamed(columns) WHERE resource = 'advisorCodes' AND columns IS NOT NULL;
    UPDATE layout SET columns = renamed(columns) WHERE resource = 'advisorCodes';
  `);
}

/** Who in a team confirmed columns of fee files, and when. */
function sharedFeeColumns(db: Db): void {
  db.exec(`
    ALTER TABLE fee_columns ADD COLUMN changed_by TEXT;
    ALTER TABLE fee_columns ADD COLUMN changed_at TEXT;
  `);
}

/** The place of agreed terms in a team's log, which orders versions of one date, and the colleague who imported them. */
function sharedAgreedTerms(db: Db): void {
  db.exec(`
    ALTER TABLE agreed_terms ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE agreed_terms ADD COLUMN member TEXT;
  `);
}

export const workspaceMigrations: readonly Migration[] = [
  { name: 'views and layouts', run: viewsAndLayouts },
  { name: 'activity log', run: activityLog },
  { name: 'release-of-information requests', run: roiRequests },
  { name: 'reconciliations', run: reconciliations },
  { name: 'saved fee upload files', run: savedFeeFiles },
  { name: 'durable jobs', run: durableJobs },
  { name: 'decisions of sign-offs', run: decisions },
  { name: 'formats of seals', run: sealFormats },
  { name: 'drafts, and two more outcomes of jobs', run: draftsAndOutcomes },
  { name: 'review marks', run: reviewMarks },
  { name: 'marks of fee structures', run: structureMarks },
  { name: 'visits', run: visits },
  { name: 'index of row outcomes', run: indexSettledRows },
  { name: 'revision', run: revision },
  { name: 'replaced requests', run: replacedRequests },
  { name: 'bookmarks', run: bookmarks },
  { name: 'methods of requests', run: waysOfRequests },
  { name: 'reconciliation results and automatic saving', run: reconciledFiles },
  { name: 'row outcomes in a separate table', run: rowsInChunks },
  { name: 'an index of rows that are not done', run: openRows },
  { name: 'log lines of files being saved', run: linesOfPending },
  { name: 'restored work', run: restoredWork },
  { name: 'owners of findings, and when they were found', run: findingOwners },
  { name: 'planned requests', run: plannedRequests },
  { name: 'fee history', run: createFeeHistory },
  { name: 'agreed terms', run: agreedTermsVersions },
  { name: 'imported balances', run: importedBalances },
  { name: 'issues of rows and files', run: issues },
  { name: 'refunds', run: refunds },
  { name: 'standing exports', run: standingExports },
  { name: 'balances of the service, and the division of a year', run: serviceBalances },
  { name: 'thresholds of fee changes', run: feeChangeThresholds },
  { name: 'billing periods', run: billingPeriods },
  { name: 'scheduled refresh', run: scheduledRefresh },
  { name: 'renamed outcomes and defaults', run: plainNames },
  { name: 'team', run: teamLog },
  { name: 'advisors of requests', run: advisorOfRequests },
  { name: 'team-items', run: teamItems },
  { name: 'accounts of stored fees', run: feeAccountRefs },
  { name: 'team-claims', run: teamClaims },
  { name: 'hand-overs of drafts', run: teamHandOvers },
  { name: 'shared ROI requests', run: sharedRequests },
  { name: 'names of advisor codes', run: advisorCodeNames },
  { name: 'requests for approval', run: teamApprovals },
  { name: 'fee files of colleagues', run: colleagueFeeFiles },
  { name: 'shared contacts, turnarounds and plans', run: sharedRoiLists },
  { name: 'shared periods', run: sharedPeriods },
  { name: 'shared columns of fee files', run: sharedFeeColumns },
  { name: 'shared agreed terms', run: sharedAgreedTerms },
  { name: 'shared samples', run: sharedSamples },
  { name: 'approved periods', run: approvedPeriods },
];
