import fs from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from '#common/error-code';
import { openEncrypted, type Db } from '../../sqlite/open-database';
import { DAMAGE_CODE } from '../../sqlite/integrity';
import { placeholderPath } from '../../features/fee-files/saved-work/saved-files';

/** Work that was sent after a backup was made, as far as the replaced work shows it. */
export interface SentSince {
  /** Rows of `roi_request`, `roi_code`, `roi_before` and `roi_note`, by table. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Files that this installation saved itself, and the folder that was chosen here. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly folder: string | null;
}
type Row = Readonly<Record<string, unknown>>;

/** Tables of requests, and the column that names the request. */
const REQUEST_TABLES = [
  ['roi_request', 'id'],
  ['roi_code', 'request'],
  ['roi_before', 'request'],
  ['roi_note', 'request'],
] as const;

/**
 * Reads the ROI requests of the work that a backup replaces: the service does not list them, so requests sent
 * after the backup are known only from there. Undefined if there is no such work, or it is damaged.
 */
export function readSentSince(file: string, keyHex: string): SentSince | undefined {
  if (!fs.existsSync(file)) return undefined;
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex, { readonly: true });
    const tables = new Set(db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all());
    const rows = new Map<string, readonly Row[]>();
    for (const [table] of REQUEST_TABLES)
      if (tables.has(table)) rows.set(table, db.prepare<[], Row>(`SELECT * FROM ${table}`).all());
    const files = tables.has('fee_file_saved')
      ? db.prepare<[], SentSince['files'][number]>('SELECT path, sha256 FROM fee_file_saved').all()
      : [];
    const folder = tables.has('fee_file_folder')
      ? db.prepare<[], string>('SELECT path FROM fee_file_folder').pluck().get()
      : undefined;
    return { rows, files: files.filter((file) => path.isAbsolute(file.path)), folder: folder ?? null };
  } catch (error) {
    if (!DAMAGE_CODE.test(errorCodeOf(error))) throw error;
    return undefined; // damage is often the reason for a restore
  } finally {
    db?.close();
  }
}

/**
 * Marks all work in a database as restored from a backup of this time, because it may have been sent since.
 * Job rows without an outcome become unknown, and are verified before they can be sent; drafts must be
 * checked again; plans that were never started are deleted.
 */
export function markRestored(db: Db, backupTime: string, since?: SentSince): void {
  db.transaction(() => {
    const restored = JSON.stringify({ code: 'restored' });
    db.prepare("DELETE FROM job WHERE state = 'planned'").run();
    db.prepare(
      `INSERT INTO job_outcome (job, at, state, issue) SELECT job, at, 'unknown', ? FROM job_row r
       WHERE NOT EXISTS (SELECT 1 FROM job_outcome t WHERE t.job = r.job AND t.at = r.at)`,
    ).run(restored);
    db.exec('DELETE FROM job_in_flight');
    db.prepare(
      "UPDATE job_outcome SET state = 'unknown', verified = NULL, issue = ? WHERE state IN ('unknown', 'not-sent')",
    ).run(restored);
    db.exec(
      `UPDATE job SET state = 'interrupted', failure = NULL, checked = NULL
       WHERE id IN (SELECT job FROM job_outcome WHERE state = 'unknown')`,
    );
    for (const table of ['job', 'draft', 'roi_draft', 'roi_request'])
      db.prepare(`UPDATE ${table} SET restored = ?`).run(backupTime);
    db.exec('UPDATE draft SET checked = NULL');
    db.exec('DELETE FROM refresh_schedule'); // it was switched on for another computer, or for earlier work
    if (since) addMissingRequests(db, since);
    forgetPaths(db, since);
  }).immediate();
}

/**
 * Never uses a path from a backup: unfinished files are forgotten, automatic saving is off, and saved files
 * and standing exports have no path until the user chooses their folder. Paths that this installation wrote stay.
 */
function forgetPaths(db: Db, since: SentSince | undefined): void {
  db.exec('DELETE FROM fee_file_pending; DELETE FROM fee_file_auto; DELETE FROM fee_file_folder');
  db.exec(
    "UPDATE standing_export SET folder = '', after_refresh = 0, due = 0, sha256 = NULL, pending = NULL",
  );
  if (since?.folder) db.prepare('INSERT INTO fee_file_folder (one, path) VALUES (1, ?)').run(since.folder);
  const savedHere = new Map(since?.files.map((file) => [file.path, file.sha256]));
  const saved = db
    .prepare<[], { id: number; path: string; sha256: string }>('SELECT id, path, sha256 FROM fee_file_saved')
    .all();
  const forget = db.prepare("UPDATE fee_file_saved SET path = ?, state = 'missing' WHERE id = ?");
  for (const file of saved)
    if (savedHere.get(file.path) !== file.sha256) forget.run(placeholderPath(file.id, file.path), file.id);
}

/** Adds the requests that the backup lacks; a draft that became one of them has been sent. */
function addMissingRequests(db: Db, { rows }: SentSince): void {
  const existingIds = new Set(db.prepare<[], string>('SELECT id FROM roi_request').pluck().all());
  for (const [table, request] of REQUEST_TABLES) {
    const [first = {}] = rows.get(table) ?? [];
    const columns = (db.pragma(`table_info(${table})`) as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name in first && (table !== 'roi_note' || name !== 'id'));
    if (columns.length === 0) continue;
    const insert = db.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT DO NOTHING`,
    );
    for (const row of rows.get(table) ?? [])
      if (!existingIds.has(String(row[request]))) insert.run(columns.map((name) => row[name] ?? null));
  }
  db.exec('DELETE FROM roi_draft WHERE id IN (SELECT draft FROM roi_request)');
}
