import { userInfo } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { savedFile, savedIssue, type SavedFile, type SavedIssue } from '#contract/features/fee-files/schemas';
import type { Db } from '#engine/sqlite/open-database';
import type { ShareFeeFiles } from '../../team/saved-work/share-fee-files';

/** A file being saved: `part` is incomplete. `sha256` is known once it was verified. */
export interface PendingFile {
  readonly part: string;
  readonly final: string;
  readonly fileId: string;
  /** ID of its activity entry; an older version recorded none. */
  readonly activityEntry: number | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly files: number | null;
  readonly issues: readonly SavedIssue[];
}

export type VerifiedFile = Pick<SavedFile, 'sha256' | 'bytes' | 'files' | 'issues'>;

/** Issues are stored as JSON; an older version stored a sentence. */
const issues = z.array(savedIssue);
const issuesJson = (all: readonly SavedIssue[]): string | null =>
  all.length === 0 ? null : JSON.stringify(all);
function issuesIn(text: string | null): SavedIssue[] {
  if (text === null) return [];
  return text.startsWith('[') ? issues.parse(JSON.parse(text)) : [{ code: 'told', text }];
}

/** Returns a placeholder for the path of a file from a backup, whose folder is unknown. The ID keeps it unique. */
export const placeholderPath = (id: number, savedPath: string): string =>
  `placeless/${id}/${path.win32.basename(savedPath).replaceAll(/[\p{Cc}\p{Cf}]/gu, '')}`;

/** Returns whether a path can be that of a file saved by this app: an absolute one, of an archive. */
export const isSavedPath = (savedPath: string): boolean =>
  path.isAbsolute(savedPath) && /\.zip$/i.test(savedPath);

type Row = Omit<SavedFile, 'name' | 'issues'> & { readonly issues: string | null };

interface FeeFileOptions {
  readonly now?: () => Date;
  /** Returns the name recorded with the user's saves. */
  readonly user?: () => string;
  readonly share?: ShareFeeFiles;
}

/** Saved fee upload files and their paths, files being saved, and the last folder. */
export class FeeFileStore {
  readonly #db: Db;
  readonly #now;
  readonly #share;
  readonly register;
  readonly #select;

  constructor(
    db: Db,
    { now = () => new Date(), user = () => userInfo().username, share }: FeeFileOptions = {},
  ) {
    this.#db = db;
    this.#now = now;
    this.#share = share;
    const insert = db.prepare(`INSERT INTO fee_file_saved
    (file_id, path, bytes, sha256, files, issues, saved_at, saved_by, checked_at, state)
    VALUES (@fileId, @path, @bytes, @sha256, @files, @issues, @at, @by, @at, 'whole')`);
    this.register = db.transaction((pending: PendingFile, verified: VerifiedFile): number => {
      // An earlier saved file with this path no longer exists: saving never replaces a file.
      const replaced = db
        .prepare<[string], Pick<SavedFile, 'fileId' | 'sha256'>>(
          'DELETE FROM fee_file_saved WHERE path = ? RETURNING file_id fileId, sha256',
        )
        .all(pending.final);
      const { lastInsertRowid } = insert.run({
        ...verified,
        issues: issuesJson(verified.issues),
        fileId: pending.fileId,
        path: pending.final,
        at: this.#stamp(),
        by: user(),
      });
      db.prepare('DELETE FROM fee_file_pending WHERE part = ?').run(pending.part);
      for (const { fileId, sha256 } of replaced)
        if (fileId !== pending.fileId || sha256 !== verified.sha256) this.#shareCopies(fileId, sha256);
      this.#shareCopies(pending.fileId, verified.sha256);
      return Number(lastInsertRowid);
    });
    this.#select = `SELECT id, file_id fileId, path, bytes, sha256, files, issues, saved_at savedAt, saved_by savedBy,
    checked_at checkedAt, state, (SELECT decision FROM reconciliation WHERE file = file_id AND file_hash = sha256
      ORDER BY id DESC LIMIT 1) decision, (SELECT at FROM reconciliation WHERE file = file_id AND file_hash = sha256
      ORDER BY id DESC LIMIT 1) signedAt, (SELECT at FROM fee_file_result WHERE file = file_id AND hash = sha256)
    reconciledAt, (SELECT outcome FROM fee_file_result WHERE file = file_id AND hash = sha256) outcome
    FROM fee_file_saved`;
  }

  /** Newest first. */
  saved(): SavedFile[] {
    return this.#db
      .prepare<[], Row>(`${this.#select} ORDER BY id DESC`)
      .all()
      .map((row) => this.#fileOf(row));
  }

  find(id: number): SavedFile | undefined {
    const row = this.#db.prepare<[number], Row>(`${this.#select} WHERE id = ?`).get(id);
    return row && this.#fileOf(row);
  }

  /** Returns the saved files of one fee upload file, newest first. */
  copiesOf(fileId: string): SavedFile[] {
    return this.#db
      .prepare<[string], Row>(`${this.#select} WHERE file_id = ? ORDER BY id DESC`)
      .all(fileId)
      .map((row) => this.#fileOf(row));
  }

  recordCheck(id: number, state: SavedFile['state']): void {
    this.#transaction(() => {
      const previous = this.find(id);
      this.#db
        .prepare('UPDATE fee_file_saved SET state = ?, checked_at = ? WHERE id = ?')
        .run(state, this.#stamp(), id);
      if (previous && previous.state !== state) this.#shareCopies(previous.fileId, previous.sha256);
    });
  }

  /** Stores the path of a file in a folder that the user chose. */
  relocate(id: number, newPath: string): void {
    this.#transaction(() => {
      this.#db
        .prepare("UPDATE fee_file_saved SET path = ?, state = 'whole', checked_at = ? WHERE id = ?")
        .run(newPath, this.#stamp(), id);
      const relocated = this.find(id);
      if (relocated) this.#shareCopies(relocated.fileId, relocated.sha256);
    });
  }

  forget(id: number): void {
    this.#transaction(() => {
      const previous = this.find(id);
      this.#db.prepare('DELETE FROM fee_file_saved WHERE id = ?').run(id);
      if (previous) this.#shareCopies(previous.fileId, previous.sha256);
    });
  }

  /** Records the start before the first byte, so that leftovers of a crash can be identified. */
  begin(part: string, final: string, fileId: string, activityEntry: number | null): PendingFile {
    this.#db
      .prepare('INSERT OR REPLACE INTO fee_file_pending (part, final, file_id, line) VALUES (?, ?, ?, ?)')
      .run(part, final, fileId, activityEntry);
    return { part, final, fileId, activityEntry, sha256: null, bytes: null, files: null, issues: [] };
  }

  /** Records that the part is complete; from now on a crash loses nothing. */
  markVerified(part: string, { sha256, bytes, files, issues: all }: VerifiedFile): void {
    this.#db
      .prepare('UPDATE fee_file_pending SET sha256 = ?, bytes = ?, files = ?, issues = ? WHERE part = ?')
      .run(sha256, bytes, files, issuesJson(all), part);
  }

  drop(part: string): void {
    this.#db.prepare('DELETE FROM fee_file_pending WHERE part = ?').run(part);
  }

  pending(): PendingFile[] {
    return this.#db
      .prepare<[], Omit<PendingFile, 'issues'> & { readonly issues: string | null }>(
        'SELECT part, final, file_id fileId, line activityEntry, sha256, bytes, files, issues FROM fee_file_pending',
      )
      .all()
      .map(({ issues, ...pending }) => ({ ...pending, issues: issuesIn(issues) }));
  }

  /** True if new files are saved automatically after a refresh. */
  get isAutoSaveOn(): boolean {
    return this.#db.prepare('SELECT 1 FROM fee_file_auto').get() !== undefined;
  }

  set isAutoSaveOn(isOn: boolean) {
    this.#db
      .prepare(isOn ? 'INSERT OR IGNORE INTO fee_file_auto VALUES (1)' : 'DELETE FROM fee_file_auto')
      .run();
  }

  get folder(): string | null {
    return this.#db.prepare<[], string>('SELECT path FROM fee_file_folder').pluck().get() ?? null;
  }

  set folder(folder: string | null) {
    this.#db.prepare('INSERT OR REPLACE INTO fee_file_folder (one, path) VALUES (1, ?)').run(folder);
  }

  /** Shares the best of the copies with these bytes: an intact one, else the newest. */
  #shareCopies(fileId: string, sha256: string): void {
    if (!this.#share) return;
    const copies = this.copiesOf(fileId).filter((copy) => copy.sha256 === sha256);
    const best = copies.find(({ state }) => state === 'whole') ?? copies[0];
    this.#share.saved(
      fileId,
      sha256,
      best ? { at: best.savedAt, bytes: best.bytes, files: best.files, state: best.state } : null,
    );
  }

  /** A change and what is shared of it are stored together. */
  #transaction(change: () => void): void {
    this.#db.transaction(change).immediate();
  }

  #stamp() {
    return this.#now().toISOString();
  }

  #fileOf({ issues, ...row }: Row): SavedFile {
    return savedFile.parse({ ...row, name: path.basename(row.path), issues: issuesIn(issues) });
  }
}
