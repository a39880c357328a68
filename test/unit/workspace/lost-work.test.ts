import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEncrypted } from '#engine/sqlite/open-database';
import { readNote } from '#engine/workspace/activity/note';
import { openTestWorkspace } from '#test/support/saved-work';
import { DRAFT_CONTENT } from '../features/roi/harness';
import { failureFrom, siblingFiles, WORKSPACE_KEY, tempWorkspaceFile } from './temp-workspace';

const PAGE = 8192;
const view = (name: string) => ({
  resource: 'accounts' as const,
  name,
  query: { search: '', filters: [], sort: { field: 'name', descending: false } },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newFiles = () => {
  const file = tempWorkspaceFile();
  return { file, note: path.join(path.dirname(file), 'elsewhere', 'one.json') };
};
type WorkspaceFiles = ReturnType<typeof newFiles>;
const open = ({ file, note }: WorkspaceFiles, acceptLoss = false) =>
  openTestWorkspace(file, WORKSPACE_KEY, { note, acceptLoss });
/** Writes views and log lines, updates the checkpoint note and closes the file. */
function writeSavedWork(): WorkspaceFiles {
  const files = newFiles();
  const workspace = open(files);
  for (const count of [1, 2, 3]) workspace.activity.note({ kind: 'roi-send', count });
  workspace.views.save(view('Mine'));
  workspace.close();
  return files;
}
/** Copies the current files on the disk, like a killed process would leave them. */
function copyAsKilled({ file, note }: WorkspaceFiles): WorkspaceFiles {
  const copy = newFiles();
  for (const part of ['', '-wal'])
    if (fs.existsSync(file + part)) fs.copyFileSync(file + part, copy.file + part);
  fs.mkdirSync(path.dirname(copy.note));
  fs.copyFileSync(note, copy.note);
  return copy;
}
const viewsOf = (files: WorkspaceFiles, acceptLoss = false) => {
  const workspace = open(files, acceptLoss);
  const names = workspace.views.list('accounts').map(({ name }) => name);
  const lines = workspace.activity.list({}, 0, 10).entries.map(({ kind }) => kind);
  workspace.close();
  return { names, lines };
};

/** Writes saved work, and puts its file back to before the last view was saved. */
function writeOutdatedWork(): WorkspaceFiles {
  const files = writeSavedWork();
  const old = fs.readFileSync(files.file);
  const workspace = open(files);
  workspace.views.save(view('Another'));
  workspace.close();
  fs.writeFileSync(files.file, old);
  return files;
}

describe('incomplete saved work is reported before it opens', () => {
  it('if its file is missing', () => {
    const files = writeSavedWork();
    fs.rmSync(files.file);
    expect(failureFrom(() => open(files))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-missing', facts: { lines: 3 } },
    });
    expect(fs.existsSync(files.file)).toBe(false);
  });

  it('if its file is empty', () => {
    const files = writeSavedWork();
    fs.truncateSync(files.file, 0);
    expect(failureFrom(() => open(files))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-missing' },
    });
    expect(fs.statSync(files.file).size).toBe(0);
  });

  it('if it is an older copy', () => {
    const files = writeSavedWork();
    const old = fs.readFileSync(files.file);
    const workspace = open(files);
    workspace.activity.note({ kind: 'roi-send', count: 4 });
    workspace.close();
    fs.writeFileSync(files.file, old);
    expect(failureFrom(() => open(files))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-older', facts: { lines: 4, found: 3 } },
    });
  });

  it('if only a view is missing, which has no log line', () => {
    const files = writeOutdatedWork();
    expect(failureFrom(() => open(files)).kind).toBe('workspace-lost');
  });

  it.each(['lost', 'flipped'] as const)(
    'if its write-ahead log is %s after the process was killed',
    (how) => {
      const files = writeSavedWork();
      const workspace = open(files);
      workspace.activity.note({ kind: 'roi-send', count: 4 });
      vi.advanceTimersByTime(500); // in the checkpoint note, but not yet in the database file
      const killed = copyAsKilled(files);
      workspace.close();
      const wal = `${killed.file}-wal`;
      const bytes = fs.readFileSync(wal);
      expect(bytes.length).toBeGreaterThan(PAGE);
      expect(viewsOf(copyAsKilled(killed)).lines).toHaveLength(4); // with the killed process's files unchanged, everything is there
      if (how === 'lost') fs.rmSync(wal);
      else
        fs.writeFileSync(
          wal,
          bytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte)), // in the log's first page
        );
      expect(failureFrom(() => open(killed))).toMatchObject({
        kind: 'workspace-lost',
        detail: { code: 'work-older' },
      });
    },
  );
});

describe('an opening that fails closes the database, which removes its write-ahead log', () => {
  const leftoversOf = ({ file }: WorkspaceFiles) =>
    siblingFiles(file).filter((name) => /-(wal|shm)$/.test(name));
  const changeDatabase = ({ file }: WorkspaceFiles, sql: string) => {
    const db = openEncrypted(file, WORKSPACE_KEY);
    db.exec(sql);
    db.close();
  };

  it('if the loss of work cannot be logged', () => {
    const files = writeOutdatedWork();
    changeDatabase(
      files,
      `CREATE TRIGGER refuses BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    expect(failureFrom(() => open(files, true)).cause).toContain('refused');
    expect(leftoversOf(files)).toEqual([]);
  });

  it('if the folder of the note cannot be created', () => {
    const files = newFiles();
    fs.writeFileSync(path.dirname(files.note), 'a file');
    expect(failureFrom(() => open(files)).cause).toContain('EEXIST');
    expect(leftoversOf(files)).toEqual([]);
  });

  it('if a store cannot be opened', () => {
    const files = writeSavedWork();
    changeDatabase(files, 'DROP TABLE job_outcome');
    expect(failureFrom(() => open(files)).cause).toContain('no such table');
    expect(leftoversOf(files)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('leaves the write-ahead log empty when idle, so that losing it loses nothing', () => {
  const files = writeSavedWork();
  const workspace = open(files);
  workspace.views.save(view('Another'));
  vi.advanceTimersByTime(1_000);
  const killed = copyAsKilled(files);
  workspace.close();
  fs.rmSync(`${killed.file}-wal`, { force: true });
  expect(viewsOf(killed).names.sort()).toEqual(['Another', 'Mine']);
});

it('tries a note that cannot be written less and less often, and without more revisions', () => {
  const files = writeSavedWork();
  const { revision } = readNote(files.note) ?? { revision: 0 };
  const workspace = open(files);
  workspace.activity.note({ kind: 'roi-send', count: 4 });
  const rename = vi.spyOn(fs, 'renameSync').mockImplementation(() => {
    throw Object.assign(new Error('in use'), { code: 'EBUSY' });
  });
  vi.advanceTimersByTime(60_000);
  expect(rename).toHaveBeenCalledTimes(7); // after 0.5, 1, 2, 4, 8, 16 and 32 seconds
  expect(fs.statSync(`${files.file}-wal`).size).toBe(0);
  rename.mockRestore();
  vi.advanceTimersByTime(60_000);
  expect(readNote(files.note)).toMatchObject({ lines: 4, revision: revision + 1 });
  workspace.close();
});

it('opens incomplete saved work if the user accepts the loss, and logs and reports it once', () => {
  const files = writeSavedWork();
  fs.rmSync(files.file);
  expect(viewsOf(files, true)).toEqual({ names: [], lines: ['saved-work-lost'] });
  expect(viewsOf(files).lines).toEqual(['saved-work-lost']);
});

it('marks drafts and unsent rows of an older copy as restored if the user accepts the loss', () => {
  vi.setSystemTime('2026-11-20T09:00:00.000Z');
  const files = newFiles();
  const workspace = open(files);
  const { id: roiDraft } = workspace.roi.drafts.create(DRAFT_CONTENT);
  const draft = workspace.drafts.create({ resource: 'billingGroups', kind: 'create', origin: 'form' }, []);
  workspace.drafts.put(draft, [], { checked: true });
  const job = workspace.jobs.create(
    { resource: 'billingGroups', operation: 'create' },
    [{ input: {}, state: 'planned', issue: null }],
    {},
  );
  workspace.jobs.begin(job, { kind: 'record-create', count: 1 });
  const result = { count: 0, facts: {} };
  workspace.jobs.end(job, () => ({ state: 'canceled', failure: null, outcome: 'canceled', result }));
  const running = workspace.jobs.create(
    { resource: 'billingGroups', operation: 'create' },
    [{ input: {}, state: 'planned', issue: null }],
    {},
  );
  workspace.jobs.begin(running, { kind: 'record-create', count: 1 });
  workspace.feeFiles.folder = '/archive';
  workspace.close();
  const old = fs.readFileSync(files.file);
  vi.setSystemTime('2026-11-24T09:00:00.000Z');
  const later = open(files);
  later.activity.note({ kind: 'roi-send', count: 1 });
  later.close();
  fs.writeFileSync(files.file, old);

  const reopened = open(files, true);
  const restored = '2026-11-20T09:00:00.000Z'; // the last line of the older copy
  expect(reopened.roi.drafts.get(roiDraft)).toMatchObject({ restored });
  expect(reopened.drafts.get(draft)).toMatchObject({ restored, checkedAt: null });
  expect(reopened.jobs.get(job)).toMatchObject({ state: 'interrupted', restored });
  expect(reopened.jobs.counts(job).counts).toMatchObject({ unknown: 1, 'not-sent': 0 });
  expect(reopened.jobs.get(running)).toMatchObject({ state: 'interrupted', restored, ended: restored });
  expect(reopened.feeFiles.folder).toBe('/archive');
  reopened.close();
});

it('opens saved work without a readable checkpoint note, and writes a new note', () => {
  const files = writeSavedWork();
  fs.writeFileSync(files.note, '{"version": 1, "lin');
  expect(viewsOf(files).names).toEqual(['Mine']);
  fs.rmSync(files.file);
  expect(failureFrom(() => open(files)).kind).toBe('workspace-lost');
});

it('reports a damaged page anywhere when opening', () => {
  const files = writeSavedWork();
  const workspace = open(files);
  for (let count = 0; count < 300; count += 1)
    workspace.activity.note({ kind: 'records-copy', count, facts: { note: 'x'.repeat(700) } });
  workspace.close();
  const original = fs.readFileSync(files.file);
  const pages = original.length / PAGE;
  expect(pages).toBeGreaterThan(30);
  for (let page = 0; page < pages; page += 1) {
    const damaged = Buffer.from(original);
    damaged.writeUInt8(damaged.readUInt8(page * PAGE + 4_000) ^ 1, page * PAGE + 4_000);
    fs.writeFileSync(files.file, damaged);
    expect(failureFrom(() => open(files)).kind, `page ${page + 1}`).toBe('workspace-unreadable');
  }
});

it('detects that the last log lines were removed and the head set back in an open file', () => {
  const files = writeSavedWork();
  const workspace = open(files);
  workspace.activity.note({ kind: 'roi-send', count: 4 });
  vi.advanceTimersByTime(500);
  const other = openEncrypted(files.file, WORKSPACE_KEY);
  other.exec(
    'DROP TRIGGER activity_stays; DROP TRIGGER activity_remains; DELETE FROM activity WHERE seq > 2',
  );
  other.exec('UPDATE activity_head SET seq = 2, hash = (SELECT hash FROM activity WHERE seq = 2)');
  other.close();
  expect(workspace.activity.verify()).toEqual({ lines: 2, broken: null }); // the file alone cannot show it
  workspace.views.save(view('Another'));
  vi.advanceTimersByTime(500);
  expect(workspace.activity.verify(workspace.latestNote())).toMatchObject({
    broken: { how: 'cut', line: 3 },
  });
  workspace.close();
});
