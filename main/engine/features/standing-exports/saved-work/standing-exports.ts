import { randomUUID } from 'node:crypto';
import {
  standingExport,
  standingSource,
  type StandingExport,
  type StandingSource,
} from '#contract/features/standing-exports/schemas';
import { fail } from '#contract/failure';
import type { Db } from '#engine/sqlite/open-database';

type LastResult = StandingExport['last'];
export interface StoredExport extends Omit<StandingExport, 'name' | 'isRunning' | 'timesDue'> {
  /** SHA-256 of the files that it may replace. */
  readonly replaceableHashes: readonly string[];
}
/** An export with the folder of a run: if it was changed since, the result of the run is not recorded. */
type RunExport = Pick<StoredExport, 'id' | 'folder'>;
type NewExport = Pick<StandingExport, 'format' | 'folder' | 'file' | 'afterRefresh'> & {
  readonly source: StandingSource;
};

interface Row {
  readonly id: string;
  readonly source: string;
  readonly format: string;
  readonly folder: string;
  readonly file: string;
  readonly after_refresh: number;
  readonly due: number;
  readonly last: string | null;
  readonly written: string | null;
  readonly sha256: string | null;
  readonly pending: string | null;
}

/** Stores standing exports, and the last result of each. */
export function standingExportStore(db: Db) {
  const all = (): StoredExport[] =>
    db.prepare<[], Row>('SELECT * FROM standing_export ORDER BY rowid').all().map(storedExport);
  return {
    all,
    find(id: string): StoredExport {
      const existing = all().find((stored) => stored.id === id);
      if (!existing) throw fail('not-found', { where: 'standing export' });
      return existing;
    },
    add({ source, format, folder, file, afterRefresh }: NewExport): string {
      const id = randomUUID();
      db.prepare(
        `INSERT INTO standing_export (id, source, format, folder, file, after_refresh) VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(id, JSON.stringify(source), format, folder, file, Number(afterRefresh));
      return id;
    },
    /** Forgets the hashes of earlier files, so that no file in the new folder is replaced. */
    setFolder(id: string, folder: string): void {
      db.prepare(
        'UPDATE standing_export SET folder = ?, sha256 = NULL, pending = NULL, last = NULL WHERE id = ?',
      ).run(folder, id);
    },
    setAfterRefresh(id: string, on: boolean): void {
      db.prepare('UPDATE standing_export SET after_refresh = ?, due = due AND ? WHERE id = ?').run(
        Number(on),
        Number(on),
        id,
      );
    },
    setDue(id: string): void {
      db.prepare('UPDATE standing_export SET due = 1 WHERE id = ?').run(id);
    },
    /**
     * Call before the file `replaced` (its SHA-256; null for none) is replaced: if the app ends in between, the old or the
     * new file may be replaced later.
     */
    recordPending({ id, folder }: RunExport, sha256: string, replaced: string | null): void {
      db.prepare(
        'UPDATE standing_export SET sha256 = ifnull(?, sha256), pending = ? WHERE id = ? AND folder = ?',
      ).run(replaced, sha256, id, folder);
    },
    recordWritten({ id, folder }: RunExport, last: LastResult & { how: 'done' }): void {
      db.prepare(
        `UPDATE standing_export SET last = ?, written = ?, sha256 = pending, pending = NULL, due = 0
         WHERE id = ? AND folder = ?`,
      ).run(JSON.stringify(last), last.at, id, folder);
    },
    recordNotWritten({ id, folder }: RunExport, last: LastResult & { how: 'not-written' }): void {
      db.prepare('UPDATE standing_export SET last = ?, due = 0 WHERE id = ? AND folder = ?').run(
        JSON.stringify(last),
        id,
        folder,
      );
    },
    remove(id: string): void {
      db.prepare('DELETE FROM standing_export WHERE id = ?').run(id);
    },
  };
}

function storedExport(row: Row): StoredExport {
  const { format, last } = standingExport
    .pick({ format: true, last: true })
    .parse({ format: row.format, last: JSON.parse(row.last ?? 'null') as unknown });
  return {
    id: row.id,
    source: standingSource.parse(JSON.parse(row.source)),
    format,
    folder: row.folder,
    file: row.file,
    afterRefresh: row.after_refresh === 1,
    isDue: row.due === 1,
    last,
    writtenAt: row.written,
    replaceableHashes: [row.sha256, row.pending].filter((hash) => hash !== null),
  };
}
export type StandingExportStore = ReturnType<typeof standingExportStore>;
