import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { settleFolders } from '#main/desktop/settle-folders';
import { backUp } from '#engine/backup/back-up';
import { createHistoryReader } from '#engine/history/history-reader';
import { openHistoryWriter } from '#engine/history/history-writer';
import { previewBackup } from '#engine/backup/restore';
import { openTestWorkspace, prepareRestore } from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';

export const REPLACED_KEY = '5a'.repeat(32);
export const PASSPHRASE = 'correct horse battery';
const ID = 'firm';

/** The work in a folder, identified by its view and the number of refreshes in its history. */
type SavedWork = 'present' | 'backed up';
const RUNS = { present: 3, 'backed up': 7 };

function writeWork(folder: string, work: SavedWork, note?: string): void {
  fs.mkdirSync(folder, { recursive: true });
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), REPLACED_KEY, { note });
  workspace.views.save({
    resource: 'accounts',
    name: work,
    query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  });
  for (let line = 0; line < 30; line += 1)
    workspace.activity.note({ kind: 'records-copy', count: line, facts: { note: work } });
  workspace.close();
  const history = openHistoryWriter(path.join(folder, 'history.db'), REPLACED_KEY);
  const runs = Array.from({ length: RUNS[work] }, (_, id) => ({
    id: id + 1,
    started: '2026-11-20T09:00:00.000Z',
    state: 'done',
    ended: '2026-11-20T09:01:00.000Z',
    report: null,
  }));
  history.storeChanges('cache', runs, []);
  history.close();
}

/** The user folder of a program that replaces work, recreated for each trial. */
export class ReplacementFixture {
  readonly root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-replaced-'));
  readonly #template = path.join(this.root, 'template');
  readonly backup = path.join(this.root, 'mine.fdbackup');
  readonly #data = path.join(this.root, 'data');
  readonly folder = path.join(this.#data, 'connections', ID);
  readonly note = path.join(this.#data, 'workspace-notes', `${ID}.json`);
  /** The file that backups are written to. */
  readonly target = path.join(this.root, 'target', 'mine.fdbackup');

  async prepare(): Promise<void> {
    const other = path.join(this.root, 'other');
    writeWork(other, 'backed up');
    const connection = connectionOf({ id: ID, name: 'Firm' });
    await backUp({ folder: other, databaseKey: REPLACED_KEY, connection }, PASSPHRASE, this.backup);
    writeWork(this.folder, 'present', this.note);
    fs.renameSync(this.#data, this.#template);
  }

  /** Resets all files. With `staged`, puts the prepared backup into the folder and returns its source; otherwise ''. */
  async begin(staged = false): Promise<string> {
    this.#reset();
    if (!staged) return '';
    if (!this.#staged) {
      const { staging } = await prepareRestore(this.backup, PASSPHRASE, {
        folder: this.folder,
        databaseKey: REPLACED_KEY,
      });
      this.#staged = path.join(this.root, staging);
      fs.renameSync(path.join(this.folder, staging), this.#staged);
      this.#reset(); // preparing opened the present work: each trial starts with the original files
    }
    fs.cpSync(this.#staged, path.join(this.folder, path.basename(this.#staged)), { recursive: true });
    return this.#staged;
  }

  #reset(): void {
    for (const directory of [this.#data, path.dirname(this.target)])
      fs.rmSync(directory, { recursive: true, force: true });
    fs.cpSync(this.#template, this.#data, { recursive: true });
    fs.mkdirSync(path.dirname(this.target));
  }
  /** The folder of the prepared backup, kept outside of the folders that are reset. */
  #staged: string | undefined;

  /**
   * Recovers like the next start of the app. Returns which work it found; fails if that is incomplete or files remain.
   */
  restart(): SavedWork {
    settleFolders({
      userData: this.#data,
      noteOf: () => this.note,
      log: (event, data) => expect.fail(`${event} ${JSON.stringify(data)}`),
    });
    // SQLite itself removes its log and index when it next closes the database.
    const remainingFiles = fs.readdirSync(this.folder).filter((name) => !/-(wal|shm)$/.test(name));
    const work = this.#workIn(this.folder, this.note);
    const quarantineFolders = fs.readdirSync(this.folder).filter((name) => name.startsWith('set-aside-'));
    expect(quarantineFolders).toHaveLength(work === 'backed up' ? 1 : 0);
    for (const name of quarantineFolders) expect(this.#workIn(path.join(this.folder, name))).toBe('present');
    const expected = ['history.db', 'workspace.db', 'workspace.db.tables', ...quarantineFolders].sort();
    expect(remainingFiles.sort()).toEqual(expected);
    expect(fs.readdirSync(path.dirname(this.note))).toEqual([path.basename(this.note)]);
    return work;
  }

  /** Returns whether the backup exists; fails if it does not open, or if other files are beside it. */
  async expectBackup(): Promise<boolean> {
    const names = fs.readdirSync(path.dirname(this.target));
    if (names.length === 0) return false;
    expect(names).toEqual([path.basename(this.target)]);
    expect(await previewBackup(this.target, PASSPHRASE)).toMatchObject({ lines: 30 });
    return true;
  }

  #workIn(folder: string, note?: string): SavedWork {
    const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), REPLACED_KEY, { note });
    try {
      const [view] = workspace.views.list('accounts');
      const work = view?.name as SavedWork;
      expect(Object.keys(RUNS)).toContain(work);
      expect(workspace.activity.verify(workspace.latestNote()).broken).toBeNull();
      const losses = workspace.activity.list({ kinds: ['saved-work-lost', 'saved-work-rescued'] }, 0, 9);
      expect(losses.entries).toEqual([]);
      const history = createHistoryReader(path.join(folder, 'history.db'), REPLACED_KEY);
      try {
        expect(history.runs({ offset: 0, limit: 1 }).total).toBe(RUNS[work]);
      } finally {
        history.close();
      }
      return work;
    } finally {
      workspace.close();
    }
  }

  close(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}
