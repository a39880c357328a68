import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import type { StandingExport, StandingSource } from '#contract/features/standing-exports/schemas';
import { StandingExports } from '#engine/features/standing-exports/standing-exports';
import { createNames } from '#engine/records/names/names';
import { SAMPLE_ACCOUNTS } from '../../cache/sample-accounts';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { queryOf, readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const REVIEW: StandingSource = { kind: 'review' };
const FINDINGS = { headings: ['Finding', 'Reason'], types: [], rows: [['Duplicate', 'Known']] };

interface SetUpOptions {
  readonly isForbidden?: boolean;
  /** Replaces the check whether the folder can be written to, which is right before the write. */
  readonly canWrite?: (folder: string) => boolean;
}

function setUp({ isForbidden = false, canWrite }: SetUpOptions = {}) {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS });
  const file = tempWorkspaceFile();
  const workspace = closeAfterTest(openTestWorkspace(file, WORKSPACE_KEY));
  const names = createNames({
    reader,
    service: { call: () => Promise.reject(fail('not-found')) },
    clock: { now: () => 0 },
  });
  const closed = new AbortController();
  const exports = new StandingExports({
    reader,
    workspace,
    names,
    closed: closed.signal,
    now: () => new Date('2026-11-27T06:00:00Z'),
    isForbidden: () => isForbidden,
    ...(canWrite ? { canWrite: (to) => Promise.resolve(canWrite(to)) } : {}),
  });
  const folder = fs.mkdtempSync(path.join(path.dirname(file), 'exports-'));
  const { resource, ...query } = queryOf();
  const view = workspace.views.save({ resource, name: 'My accounts', query });
  const source: StandingSource = { kind: 'view', resource, view: view.id };
  const add = (overrides: Partial<Parameters<StandingExports['add']>[0]> = {}) =>
    exports.add({ source, format: 'csv', folder, afterRefresh: true, ...overrides }).id;
  const listExports = async (): Promise<StandingExport[]> =>
    (await exports.follow().next()).value as StandingExport[];
  const lastOutcome = async () => {
    const [{ last } = { last: null }] = await listExports();
    return last?.how === 'not-written' ? last.problem : last?.how;
  };
  return { exports, workspace, folder, add, listExports, lastOutcome, view, source };
}
/** Makes the system refuse to create files with this error; returns a function that ends it. */
function refuseNewFiles(code: string): () => void {
  const { open } = fs.promises;
  const refused = vi
    .spyOn(fs.promises, 'open')
    .mockImplementation((file, flags, mode) =>
      flags === 'wx'
        ? Promise.reject(Object.assign(new Error('refused'), { code }))
        : open(file, flags, mode),
    );
  return () => refused.mockRestore();
}
/** Refuses to replace a file, at every retry, as Windows does while it is open; returns a function that ends it. */
function refuseToReplace(file: string): () => void {
  const { rename } = fs.promises;
  const refused = vi
    .spyOn(fs.promises, 'rename')
    .mockImplementation((from, to) =>
      to === file ? Promise.reject(Object.assign(new Error('refused'), { code: 'EPERM' })) : rename(from, to),
    );
  return () => refused.mockRestore();
}
const linesOf = (file: string): string[][] => parse(fs.readFileSync(file, 'utf8'), { bom: true });

describe('writing a standing export', () => {
  it('writes the saved view, and replaces its own file', async () => {
    const { exports, folder, add, listExports, workspace } = setUp();
    const id = add();
    await exports.run(id);
    const file = path.join(folder, 'my-accounts.csv');
    expect(linesOf(file)).toHaveLength(SAMPLE_ACCOUNTS.length + 1);
    expect((await listExports())[0]).toMatchObject({
      name: 'My accounts',
      file: 'my-accounts.csv',
      last: { how: 'done', at: '2026-11-27T06:00:00.000Z', rows: SAMPLE_ACCOUNTS.length },
    });
    await exports.run(id);
    expect((await listExports())[0]?.last).toMatchObject({ how: 'done' });
    expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
    expect(workspace.activity.list({}, 0, 1).entries[0]).toMatchObject({
      kind: 'standing-export',
      outcome: 'done',
      count: SAMPLE_ACCOUNTS.length,
    });
  });

  it('writes the review queue with the texts of the window', async () => {
    const { exports, folder, add } = setUp();
    await exports.run(add({ source: REVIEW }), FINDINGS);
    expect(linesOf(path.join(folder, 'review-findings.csv'))).toEqual([
      ['Finding', 'Reason'],
      ['Duplicate', 'Known'],
    ]);
  });

  it('never replaces a file that it did not write, nor its own after it was changed', async () => {
    const { exports, folder, add, lastOutcome } = setUp();
    const file = path.join(folder, 'my-accounts.csv');
    fs.writeFileSync(file, 'of another program');
    const id = add();
    await exports.run(id);
    expect(await lastOutcome()).toBe('foreign-file');
    expect(fs.readFileSync(file, 'utf8')).toBe('of another program');
    fs.rmSync(file);
    await exports.run(id);
    expect(await lastOutcome()).toBe('done');
    fs.appendFileSync(file, 'a note of the user');
    await exports.run(id);
    expect(await lastOutcome()).toBe('foreign-file');
    expect(fs.readFileSync(file, 'utf8')).toContain('a note of the user');
    expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
  });

  it.skipIf(process.platform === 'win32')(
    'never follows a link that takes the place of its file',
    async () => {
      const { exports, folder, add, lastOutcome } = setUp();
      const id = add();
      await exports.run(id);
      const file = path.join(folder, 'my-accounts.csv');
      const elsewhere = path.join(folder, 'elsewhere.csv');
      // The target has the content that the export wrote, so only the link itself is a reason to stop.
      fs.renameSync(file, elsewhere);
      fs.symlinkSync(elsewhere, file);
      await exports.run(id);
      expect(await lastOutcome()).toBe('foreign-file');
      expect(fs.readlinkSync(file)).toBe(elsewhere);
    },
  );

  it('replaces its file after the app ended between writing and recording it', async () => {
    const { exports, folder, add, lastOutcome, workspace } = setUp();
    const id = add();
    await exports.run(id);
    const file = path.join(folder, 'my-accounts.csv');
    fs.writeFileSync(file, 'the next one');
    const pending = createHash('sha256').update('the next one').digest('hex');
    workspace.standingExports.recordPending(workspace.standingExports.find(id), pending, null);
    // A run that cannot replace it does not make it a foreign file.
    const restore = refuseToReplace(file);
    await exports.run(id);
    restore();
    expect(await lastOutcome()).toBe('failed');
    await exports.run(id);
    expect(await lastOutcome()).toBe('done');
  });

  it('records the new file before it replaces the old one, whenever the app ends', async () => {
    const { exports, folder, add, lastOutcome, workspace } = setUp();
    const id = add();
    await exports.run(id);
    const target = path.join(folder, 'my-accounts.csv');
    fs.appendFileSync(target, 'the user’s'); // the next run stops at the comparison
    const recorded: boolean[] = [];
    const { rename } = fs.promises;
    const renamed = vi.spyOn(fs.promises, 'rename').mockImplementation((from, to) => {
      const sha256 = createHash('sha256').update(fs.readFileSync(from)).digest('hex');
      if (to === target) recorded.push(workspace.standingExports.find(id).replaceableHashes.includes(sha256));
      return rename(from, to);
    });
    await exports.run(id);
    expect([await lastOutcome(), recorded]).toEqual(['foreign-file', []]);
    fs.rmSync(target);
    await exports.run(id);
    renamed.mockRestore();
    expect([await lastOutcome(), recorded]).toEqual(['done', [true]]);
  });

  it.each<[string, Parameters<typeof setUp>[0], (fixture: ReturnType<typeof setUp>) => void]>([
    ['folder-missing', {}, ({ folder }) => fs.rmSync(folder, { recursive: true })],
    ['folder-read-only', { canWrite: () => false }, () => undefined],
    ['view-removed', {}, ({ workspace, view }) => workspace.views.remove(view.id)],
    ['by-policy', { isForbidden: true }, () => undefined],
  ])('writes nothing and reports the reason: %s', async (expected, options, breakSetUp) => {
    const fixture = setUp(options);
    const id = fixture.add();
    breakSetUp(fixture);
    await fixture.exports.run(id);
    expect(await fixture.lastOutcome()).toBe(expected);
    if (fs.existsSync(fixture.folder)) expect(fs.readdirSync(fixture.folder)).toEqual([]);
    expect(fixture.workspace.activity.list({}, 0, 1).entries[0]).toMatchObject({ outcome: 'failed' });
  });

  it.each(['EROFS', 'EACCES', 'EPERM'])(
    'writes nothing and keeps its file if the folder becomes read-only during the write: %s',
    async (code) => {
      const { exports, folder, add, lastOutcome } = setUp();
      const id = add();
      await exports.run(id);
      const contentBefore = fs.readFileSync(path.join(folder, 'my-accounts.csv'), 'utf8');
      const restore = refuseNewFiles(code);
      await exports.run(id);
      restore();
      expect(await lastOutcome()).toBe('folder-read-only');
      expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
      expect(fs.readFileSync(path.join(folder, 'my-accounts.csv'), 'utf8')).toBe(contentBefore);
      await exports.run(id);
      expect(await lastOutcome()).toBe('done');
    },
  );

  it('keeps its file and leaves no other if another program has it open, and says so', async () => {
    const { exports, folder, add, listExports, lastOutcome } = setUp();
    const id = add();
    await exports.run(id);
    const file = path.join(folder, 'my-accounts.csv');
    const contentBefore = fs.readFileSync(file, 'utf8');
    const restore = refuseToReplace(file);
    await exports.run(id);
    restore();
    expect((await listExports())[0]?.last).toMatchObject({
      problem: 'failed',
      failure: { kind: 'file-not-saved' },
    });
    expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
    expect(fs.readFileSync(file, 'utf8')).toBe(contentBefore);
    await exports.run(id);
    expect(await lastOutcome()).toBe('done');
  });

  it('says that the folder is missing if it disappears during the write', async () => {
    const { exports, add, lastOutcome } = setUp({
      canWrite: (folder) => {
        fs.rmSync(folder, { recursive: true });
        return true;
      },
    });
    await exports.run(add());
    expect(await lastOutcome()).toBe('folder-missing');
  });

  it('reports any other error of the write, and leaves nothing', async () => {
    const { exports, folder, add, listExports } = setUp();
    const restore = refuseNewFiles('ENOSPC');
    await exports.run(add());
    restore();
    expect((await listExports())[0]?.last).toMatchObject({
      problem: 'failed',
      failure: { kind: 'disk-full' },
    });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('says when the file was last written if a later run failed', async () => {
    const { exports, folder, add, listExports } = setUp();
    const id = add();
    await exports.run(id);
    fs.renameSync(folder, `${folder}-gone`);
    await exports.run(id);
    expect((await listExports())[0]).toMatchObject({
      last: { how: 'not-written', problem: 'folder-missing' },
      writtenAt: '2026-11-27T06:00:00.000Z',
    });
  });
});

describe('after a refresh', () => {
  it('writes the views that ask for it, and makes the review queue due for the window', async () => {
    const { exports, folder, add, listExports } = setUp();
    add();
    add({ afterRefresh: false });
    const review = add({ source: REVIEW });
    expect(await exports.runAfterRefresh()).toEqual({ written: 1, problems: 0 });
    expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
    expect((await listExports()).map(({ isDue, timesDue }) => [isDue, timesDue])).toEqual([
      [false, 0],
      [false, 0],
      [true, 1],
    ]);
    await exports.run(review, FINDINGS);
    expect((await listExports())[2]).toMatchObject({ isDue: false, last: { how: 'done', rows: 1 } });
  });

  it('records why the window could not read the findings, unless a later refresh made them due', async () => {
    const { exports, add, listExports, workspace } = setUp();
    const id = add({ source: REVIEW });
    const failure = { kind: 'too-large' } as const;
    await exports.runAfterRefresh();
    await exports.runAfterRefresh();
    exports.recordFailure({ id, failure, timesDue: 1 });
    const last = { how: 'not-written', at: '2026-11-27T06:00:00.000Z', problem: 'failed', failure };
    expect((await listExports())[0]).toMatchObject({ last, isDue: true, timesDue: 2 });
    exports.recordFailure({ id, failure, timesDue: 2 });
    expect((await listExports())[0]).toMatchObject({ last, isDue: false });
    expect(workspace.activity.list({}, 0, 1).entries[0]).toMatchObject({
      kind: 'standing-export',
      outcome: 'failed',
    });
  });

  it('keeps an export due whose findings were read before the connection was opened again', async () => {
    const { exports, add, listExports, workspace } = setUp();
    const id = add({ source: REVIEW });
    workspace.standingExports.setDue(id); // by a refresh before
    exports.recordFailure({ id, failure: { kind: 'no-connection' }, timesDue: 3 });
    expect((await listExports())[0]).toMatchObject({ isDue: true, timesDue: 0 });
    exports.recordFailure({ id, failure: { kind: 'too-large' }, timesDue: 0 });
    expect((await listExports())[0]).toMatchObject({ isDue: false });
  });

  it('writes the other exports if one is removed before its turn, or while it waits', async () => {
    const { exports, folder, add } = setUp();
    const [, second, third] = [add(), add(), add(), add()];
    const running = exports.runAfterRefresh(); // writes the first one
    const waiting = exports.run(second);
    exports.remove(second);
    exports.remove(third);
    await waiting;
    expect(await running).toEqual({ written: 2, problems: 0 });
    expect(fs.readdirSync(folder).sort()).toEqual(['my-accounts-4.csv', 'my-accounts.csv']);
  });

  it('begins no other export once the connection closes', async () => {
    const { exports, folder, add, workspace } = setUp();
    add();
    add();
    const running = exports.runAfterRefresh();
    await exports.end();
    await running;
    expect(workspace.activity.list({}, 0, 10).entries).toMatchObject([{ outcome: 'canceled' }]);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('counts what was not written', async () => {
    const { exports, folder, add } = setUp();
    add();
    fs.rmSync(folder, { recursive: true });
    expect(await exports.runAfterRefresh()).toEqual({ written: 0, problems: 1 });
  });
});

describe('the list of standing exports', () => {
  it('gives two exports of one folder different files', async () => {
    const { add, listExports } = setUp();
    add();
    add();
    add({ format: 'xlsx' });
    expect((await listExports()).map(({ file }) => file)).toEqual([
      'my-accounts.csv',
      'my-accounts-2.csv',
      'my-accounts.xlsx',
    ]);
  });

  it('names the file of a view without Latin letters or digits after its list', async () => {
    const { workspace, add, listExports } = setUp();
    const { resource, ...query } = queryOf();
    const view = workspace.views.save({ resource, name: '> $', query });
    add({ source: { kind: 'view', resource, view: view.id } });
    expect((await listExports()).map(({ file }) => file)).toEqual(['accounts.csv']);
  });

  it('treats a file in another folder as foreign, and leaves the old file', async () => {
    const { exports, folder, add, lastOutcome } = setUp();
    const id = add();
    await exports.run(id);
    const other = `${folder}-other`;
    fs.mkdirSync(other);
    fs.copyFileSync(path.join(folder, 'my-accounts.csv'), path.join(other, 'my-accounts.csv'));
    exports.setFolder(id, other);
    await exports.run(id);
    expect(await lastOutcome()).toBe('foreign-file');
    expect(fs.existsSync(path.join(folder, 'my-accounts.csv'))).toBe(true);
  });

  it('shows no result of a run in its earlier folder', async () => {
    const { exports, folder, add, listExports, lastOutcome } = setUp({
      canWrite: () => {
        if (fs.existsSync(`${folder}-other`)) return true;
        fs.mkdirSync(`${folder}-other`);
        exports.setFolder(id, `${folder}-other`); // while the export runs
        return true;
      },
    });
    const id = add();
    await exports.run(id);
    expect((await listExports())[0]).toMatchObject({ folder: `${folder}-other`, last: null });
    expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
    await exports.run(id);
    expect(await lastOutcome()).toBe('done');
    expect(fs.readdirSync(`${folder}-other`)).toEqual(['my-accounts.csv']);
  });

  it('has no folder and does not run automatically after a restore', async () => {
    const { exports, add, listExports, workspace, lastOutcome } = setUp();
    const id = add();
    await exports.run(id);
    workspace.markRestored('2026-11-20T00:00:00Z');
    expect(await exports.runAfterRefresh()).toEqual({ written: 0, problems: 0 });
    expect((await listExports())[0]).toMatchObject({ folder: '', afterRefresh: false });
    await exports.run(id);
    expect(await lastOutcome()).toBe('folder-missing');
  });

  it('omits a removed export, whose file stays', async () => {
    const { exports, folder, add, listExports } = setUp();
    const id = add();
    await exports.run(id);
    exports.remove(id);
    expect(await listExports()).toEqual([]);
    expect(fs.readdirSync(folder)).toEqual(['my-accounts.csv']);
  });
});
