import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '#engine/backup/back-up';
import { addLaterWork } from '#engine/backup/restore';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { Workspace } from '#engine/workspace/open/workspace';
import { isQuarantineFolder } from '#common/quarantine-folder';
import { removeLeftovers } from '#common/leftovers';
import { settleSwap, swapFiles, workFiles } from '#common/work-swap';
import type { Failure } from '#contract/failure';
import {
  openTestWorkspace,
  prepareQuarantined,
  prepareRestore,
  workspaceMigrations,
} from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';
import { restore } from '../../support/restore-backup';
import { DRAFT_CONTENT } from '../features/roi/harness';

const KEY = '5a'.repeat(32);
const PASSPHRASE = 'correct horse battery';
const connection = connectionOf({ id: 'firm-1234', name: 'Canary Wealth' });
let root: string;
let folder: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-restore-'));
  folder = path.join(root, 'firm');
  write(folder, 'Present');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const note = () => path.join(root, 'notes', 'firm.json');
function write(into: string, view: string): void {
  fs.mkdirSync(into, { recursive: true });
  const workspace = openTestWorkspace(path.join(into, 'workspace.db'), KEY, {
    note: into === folder ? note() : undefined,
  });
  workspace.views.save({
    resource: 'accounts',
    name: view,
    query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  });
  workspace.close();
}
function views(from: string, noteFile?: string): string[] {
  const workspace = openTestWorkspace(path.join(from, 'workspace.db'), KEY, { note: noteFile });
  try {
    return workspace.views.list('accounts').map(({ name }) => name);
  } finally {
    workspace.close();
  }
}
/** Creates a backup of other work whose layout has `extraSteps` that this program does not know. */
async function backup(extraSteps = 0): Promise<string> {
  const other = path.join(root, 'other');
  write(other, 'Backed up');
  if (extraSteps > 0) {
    const db = openEncrypted(path.join(other, 'workspace.db'), KEY);
    db.pragma(`user_version = ${workspaceMigrations.length + extraSteps}`);
    db.close();
  }
  const file = path.join(root, 'mine.fdbackup');
  await backUp({ folder: other, databaseKey: KEY, connection }, PASSPHRASE, file);
  return file;
}

describe('a refused restore leaves the current work unchanged', { timeout: 30_000 }, () => {
  const expectUntouched = async (work: () => Promise<unknown>, failure: Partial<Failure>) => {
    const savedWork = fs.readFileSync(path.join(folder, 'workspace.db'));
    const names = fs.readdirSync(folder).sort();
    await expect(work()).rejects.toMatchObject({ failure });
    expect(fs.readdirSync(folder).sort()).toEqual(names);
    expect(fs.readFileSync(path.join(folder, 'workspace.db')).equals(savedWork)).toBe(true);
    expect(views(folder, note())).toEqual(['Present']);
  };

  it('when a newer version made the backup', async () => {
    const file = await backup(1);
    await expectUntouched(() => restore(file, PASSPHRASE, { folder, databaseKey: KEY, note: note() }), {
      kind: 'newer-data',
      detail: { code: 'newer-backup' },
    });
  });

  it('when the disk has too little space', async () => {
    const file = await backup();
    await expectUntouched(
      () => prepareRestore(file, PASSPHRASE, { folder, databaseKey: KEY, free: () => 1_000_000 }),
      { kind: 'disk-full' },
    );
  });

  it('when a file cannot be moved in the middle of the swap', async () => {
    const file = await backup();
    const { staging } = await prepareRestore(file, PASSPHRASE, { folder, databaseKey: KEY });
    // A folder instead of the second file makes its rename fail.
    fs.rmSync(path.join(folder, 'workspace.db.tables'));
    fs.mkdirSync(path.join(folder, 'workspace.db.tables'));
    const out = workFiles().filter((name) => !name.endsWith('.tables'));
    expect(() => swapFiles({ folder, staging, out, note: note() })).toThrow(/EISDIR|EPERM|ENOTDIR/);
    fs.rmdirSync(path.join(folder, 'workspace.db.tables'));
    expect(views(folder, note())).toEqual(['Present']);
    expect(fs.readdirSync(folder).sort()).toEqual(['workspace.db', 'workspace.db.tables']);
  });
});

describe('verification of the activity log', { timeout: 30_000 }, () => {
  const verifyAfter = (from: string, steps: (activity: Workspace['activity']) => void = () => undefined) => {
    const workspace = openTestWorkspace(path.join(from, 'workspace.db'), KEY);
    try {
      steps(workspace.activity);
      return workspace.activity.verify();
    } finally {
      workspace.close();
    }
  };
  const addLines = (activity: Workspace['activity']) => {
    activity.note({ kind: 'roi-send', count: 1 });
    activity.note({ kind: 'roi-send', count: 1 });
  };
  /** Logs a failed restore as `noteFailedRestore` does. */
  const failRestore = (activity: Workspace['activity']) =>
    activity.begin({ kind: 'backup-restore', count: 0, facts: { 'backup of': '2026-11-01', cause: 'x' } })(
      'failed',
    );
  const openQuarantined = async () => {
    swapFiles({ folder, staging: null, out: workFiles() });
    const name = fs.readdirSync(folder).filter(isQuarantineFolder).sort().at(-1) ?? '';
    const from = path.join(folder, name);
    const location = { folder, databaseKey: KEY, name: 'Firm' };
    const { staging } = await prepareQuarantined({ ...location, from, oldKey: KEY });
    swapFiles({ folder, staging, out: workFiles() });
  };

  it('counts no line as restored after a failed restore', () => {
    const result = verifyAfter(folder, (activity) => {
      addLines(activity);
      failRestore(activity);
    });
    expect(result).toEqual({ lines: 4, broken: null });
  });

  it('keeps the count of a restore after a later failed one', async () => {
    await restore(await backup(), PASSPHRASE, { folder, databaseKey: KEY });
    const before = verifyAfter(folder, addLines);
    const after = verifyAfter(folder, failRestore);
    expect(after).toEqual({ ...before, lines: before.lines + 2 });
  });

  it('counts the lines of a backup, and none that were only quarantined', async () => {
    verifyAfter(folder, addLines);
    await openQuarantined();
    expect(verifyAfter(folder)).toEqual({ lines: 3, broken: null });
    write(path.join(root, 'other'), 'Backed up');
    verifyAfter(path.join(root, 'other'), addLines);
    await restore(await backup(), PASSPHRASE, { folder, databaseKey: KEY });
    await openQuarantined();
    expect(verifyAfter(folder)).toMatchObject({ broken: null, restored: 2 });
  });

  it('finds a restore whose facts were changed to invalid JSON, instead of failing', () => {
    verifyAfter(folder, failRestore);
    const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
    db.exec('DROP TRIGGER activity_stays');
    db.exec("UPDATE activity SET facts = '{' WHERE seq = 1");
    db.close();
    expect(verifyAfter(folder)).toMatchObject({ broken: { line: 1, how: 'changed' } });
  });
});

it('keeps an ROI request that was sent after the restore was prepared', { timeout: 30_000 }, async () => {
  const file = await backup();
  const { staging } = await prepareRestore(file, PASSPHRASE, { folder, databaseKey: KEY });
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
  const { id: draft } = workspace.roi.drafts.create(DRAFT_CONTENT);
  const { request } = workspace.roi.requests.begin({
    draft,
    content: DRAFT_CONTENT,
    custodian: 'PER',
    codes: ['7AB'],
    json: JSON.stringify({ owner_name: 'Ann Lee', firm_name: 'Harbor', sender_name: 'Tom Park' }),
    accountKeys: null,
    followUp: '2026-12-01',
    since: '2026-11-01',
    shownEarlier: [],
  });
  workspace.close();
  addLaterWork({ folder, staging, databaseKey: KEY, savedWork: ALL_SAVED_WORK });
  swapFiles({ folder, staging, out: workFiles() });
  expect(views(folder)).toEqual(['Backed up']);
  const restored = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
  expect(restored.roi.requests.get(request.id)).toMatchObject({ draft, state: 'unknown' });
  restored.close();
});

describe('a swap', { timeout: 30_000 }, () => {
  it('is undone at the next start if its new files are gone', async () => {
    const file = await backup();
    const { staging } = await prepareRestore(file, PASSPHRASE, { folder, databaseKey: KEY });
    const aside = 'set-aside-20261123090000000';
    // The state after the first rename, with the staging folder lost.
    fs.mkdirSync(path.join(folder, aside));
    fs.renameSync(path.join(folder, 'workspace.db'), path.join(folder, aside, 'workspace.db'));
    const journal = {
      version: 1,
      staging,
      aside,
      out: ['workspace.db', 'workspace.db.tables'],
      in: ['workspace.db'],
    };
    fs.writeFileSync(path.join(folder, 'swap.json'), JSON.stringify(journal));
    fs.rmSync(path.join(folder, staging), { recursive: true });
    expect(settleSwap(folder, note())).toBe('undone');
    expect(views(folder, note())).toEqual(['Present']);
    expect(fs.readdirSync(folder).sort()).toEqual(['workspace.db', 'workspace.db.tables']);
    expect(settleSwap(folder, note())).toBe('none');
  });

  it('whose journal names a path outside of the folder is not carried out', () => {
    const outside = path.join(root, 'outside.db');
    fs.writeFileSync(outside, 'x');
    const journal = { version: 1, staging: '..', aside: '../aside', out: ['../outside.db'], in: [] };
    fs.writeFileSync(path.join(folder, 'swap.json'), JSON.stringify(journal));
    expect(settleSwap(folder, note())).toBe('none');
    expect(fs.existsSync(outside)).toBe(true);
    expect(views(folder, note())).toEqual(['Present']);
  });
});

describe('leftovers', () => {
  const DAY = 24 * 3_600_000;
  it('of interrupted work are deleted at the start, files of the user are not', () => {
    const elsewhere = path.join(root, 'backups');
    fs.mkdirSync(elsewhere);
    const part = path.join(elsewhere, 'mine.fdbackup.0123456789ab.part');
    fs.writeFileSync(part, 'x');
    fs.writeFileSync(path.join(elsewhere, 'taxes.part'), 'x');
    for (const name of ['backup-abc123', 'restore-ABC123', 'rescue-aBc123'])
      fs.mkdirSync(path.join(folder, name, 'deeper'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'backup-abc123', 'part'), part);
    fs.writeFileSync(path.join(folder, 'connection.json.0123456789ab.part'), 'x');
    fs.mkdirSync(path.join(folder, 'set-aside-20261123090000000'));
    removeLeftovers(folder, new Date());
    expect(fs.readdirSync(folder).sort()).toEqual([
      'set-aside-20261123090000000',
      'workspace.db',
      'workspace.db.tables',
    ]);
    expect(fs.readdirSync(elsewhere)).toEqual(['taxes.part']);
  });

  it('never include a file of another kind that a damaged note names', () => {
    const taxes = path.join(root, 'taxes.xlsx');
    fs.writeFileSync(taxes, 'x');
    fs.mkdirSync(path.join(folder, 'backup-abc123'));
    fs.writeFileSync(path.join(folder, 'backup-abc123', 'part'), taxes);
    removeLeftovers(folder, new Date());
    expect(fs.existsSync(taxes)).toBe(true);
  });

  it('of upgrades are deleted, except the last copy of each database for 30 days', () => {
    for (const name of ['workspace.db.before-9', 'workspace.db.before-10', 'history.db.before-2'])
      fs.writeFileSync(path.join(folder, name), 'x');
    const copies = () => fs.readdirSync(folder).filter((name) => name.includes('before'));
    removeLeftovers(folder, new Date());
    expect(copies().sort()).toEqual(['history.db.before-2', 'workspace.db.before-10']);
    removeLeftovers(folder, new Date(Date.now() + 29 * DAY));
    expect(copies()).toHaveLength(2);
    removeLeftovers(folder, new Date(Date.now() + 31 * DAY));
    expect(copies()).toEqual([]);
  });
});

it('an upgrade over many steps leaves one copy, with the layout from before it', () => {
  const file = path.join(root, 'old', 'workspace.db');
  fs.mkdirSync(path.dirname(file));
  const db = openEncrypted(file, KEY);
  for (const { run } of workspaceMigrations.slice(0, 2)) run(db);
  db.pragma('user_version = 2');
  db.close();
  openTestWorkspace(file, KEY).close();
  const copies = fs.readdirSync(path.dirname(file)).filter((name) => name.includes('before'));
  expect(copies).toEqual(['workspace.db.before-3']);
  const copy = openEncrypted(path.join(path.dirname(file), 'workspace.db.before-3'), KEY, { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(2);
  copy.close();
});
