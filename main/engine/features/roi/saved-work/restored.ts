import type { Db } from '#engine/sqlite/open-database';
import { hasTable, type MarkRestored } from '#engine/workspace/open/restored';

type Row = Readonly<Record<string, unknown>>;

/** Tables of requests, and the column that names the request. */
const REQUEST_TABLES = [
  ['roi_request', 'id'],
  ['roi_code', 'request'],
  ['roi_before', 'request'],
  ['roi_note', 'request'],
] as const;

/**
 * Keeps the requests of the saved work that is replaced: the service does not list them, so requests sent after the
 * backup are known only from there. Marks drafts and requests as restored.
 */
export function restoreRequests(replaced: Db | undefined): MarkRestored {
  const sent = replaced && readRequests(replaced);
  return (db, backupTime) => {
    for (const table of ['roi_draft', 'roi_request'])
      db.prepare(`UPDATE ${table} SET restored = ?`).run(backupTime);
    if (sent) addMissingRequests(db, sent);
  };
}

/**
 * Adds the requests that the replaced saved work stored after `restoreRequests` read it, and the outcomes of those that
 * were in flight then.
 */
export function addLaterRequests(replaced: Db | undefined): (restored: Db) => void {
  const sent = replaced && readRequests(replaced);
  return (db) => {
    if (!sent) return;
    const ids = JSON.stringify(sent.get('roi_request')?.map(({ id }) => id) ?? []);
    db.prepare(
      "DELETE FROM roi_request WHERE state = 'sending' AND id IN (SELECT value FROM json_each(?))",
    ).run(ids);
    addMissingRequests(db, sent);
  };
}

const readRequests = (db: Db): ReadonlyMap<string, readonly Row[]> =>
  new Map(
    REQUEST_TABLES.filter(([table]) => hasTable(db, table)).map(([table]) => [
      table,
      db.prepare<[], Row>(`SELECT * FROM ${table}`).all(),
    ]),
  );

/** Adds the requests that the backup lacks; a draft that became one of them has been sent. */
function addMissingRequests(db: Db, rows: ReadonlyMap<string, readonly Row[]>): void {
  const existingIds = new Set(db.prepare<[], string>('SELECT id FROM roi_request').pluck().all());
  for (const [table, request] of REQUEST_TABLES) {
    const [first = {}] = rows.get(table) ?? [];
    // Columns that both files have. The ID of a note is only a row number, which the backup may have used already.
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
