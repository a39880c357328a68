import fs from 'node:fs';
import { OUTCOMES_LOST_FACT } from '#contract/job';
import { errorCodeOf } from '#common/error-code';
import { openEncrypted, type Db } from '../../sqlite/open-database';
import { DAMAGE_CODE } from '../../sqlite/integrity';

/** Marks rows of restored work as restored from a backup of this time (ISO, UTC). */
export type MarkRestored = (restored: Db, backupTime: string) => void;

/** Reads what a restore keeps of the work that it replaces, if any, and returns what marks the restored work. */
export type ReadReplaced = (replaced: Db | undefined) => MarkRestored;

/** Applies a reader to the work that a backup replaces; damaged work counts as none. */
export function readReplacedFile<T>(file: string, keyHex: string, read: (replaced: Db | undefined) => T): T {
  if (!fs.existsSync(file)) return read(undefined);
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex, { readonly: true });
    return read(db);
  } catch (error) {
    if (!DAMAGE_CODE.test(errorCodeOf(error))) throw error;
    return read(undefined); // damage is often the reason for a restore
  } finally {
    db?.close();
  }
}

/** Returns whether a database has a table; saved work of an earlier version may lack it. */
export const hasTable = (db: Db, name: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;

/**
 * Marks jobs and drafts as restored, because they may have been sent since the backup. Job rows that are not sent, or
 * whose outcome is missing or unknown, become unknown, and are verified before they can be sent. Drafts must be
 * checked again. Plans that were never started are deleted.
 */
export function markJobsAndDrafts(db: Db, backupTime: string): void {
  const restored = JSON.stringify({ code: 'restored' });
  setMissingOutcomes(db, restored);
  db.exec('DELETE FROM job_in_flight');
  // A row whose outcome a rescue lost keeps its issue: it may be invalid, so it must not be sent without a new draft.
  db.prepare(
    `UPDATE job_outcome SET state = 'unknown', verified = NULL,
       issue = CASE WHEN state = 'unknown' AND issue ->> 'code' = 'outcome-lost' THEN issue ELSE ? END
     WHERE state IN ('unknown', 'not-sent')`,
  ).run(restored);
  // A job that was running has no end yet, if the store of jobs was not opened.
  db.prepare(
    `UPDATE job SET state = 'interrupted', failure = NULL, checked = NULL, ended = coalesce(ended, ?)
     WHERE id IN (SELECT job FROM job_outcome WHERE state = 'unknown')`,
  ).run(backupTime);
  for (const table of ['job', 'draft']) db.prepare(`UPDATE ${table} SET restored = ?`).run(backupTime);
  db.exec('UPDATE draft SET checked = NULL');
}

/**
 * Marks rows of started jobs as unknown if they have no outcome, because a rescue lost it or because they were never
 * sent. They may be invalid rows that were skipped, so they can only be drafted again, after they were verified. Plans
 * that were never started are deleted.
 */
export function markLostOutcomes(db: Db): void {
  setMissingOutcomes(db, JSON.stringify({ code: 'outcome-lost' }));
  db.exec(
    `UPDATE job SET state = 'interrupted', failure = NULL, checked = NULL,
       facts = json_set(facts, '$.${OUTCOMES_LOST_FACT}', json('true'))
     WHERE id IN (SELECT job FROM job_outcome WHERE state = 'unknown' AND issue ->> 'code' = 'outcome-lost')`,
  );
}

/** Marks rows of started jobs as unknown if they have no outcome; deletes plans that were never started. */
function setMissingOutcomes(db: Db, issueJson: string): void {
  db.exec("DELETE FROM job WHERE state = 'planned'");
  db.prepare(
    `INSERT INTO job_outcome (job, at, state, issue) SELECT job, at, 'unknown', ? FROM job_row r
     WHERE NOT EXISTS (SELECT 1 FROM job_outcome t WHERE t.job = r.job AND t.at = r.at)`,
  ).run(issueJson);
}
