import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/dates';
import { openEncrypted, type Db } from '#engine/sqlite/open-database';
import type { Migration } from '#engine/sqlite/migrate';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openTestWorkspace, workspaceMigrations } from '#test/support/saved-work';
import {
  siblingFiles,
  failureFrom,
  WORKSPACE_KEY,
  OTHER_WORKSPACE_KEY,
  missingWorkspaceFile,
} from './temp-workspace';

const view: Parameters<Workspace['views']['save']>[0] = {
  resource: 'accounts',
  name: 'Closed in Boise',
  query: { search: 'boise', filters: [], sort: { field: 'name', descending: false } },
};

/** Creates a workspace with content. */
function createWorkspaceFile(): string {
  const file = missingWorkspaceFile();
  const workspace = openTestWorkspace(file, WORKSPACE_KEY);
  workspace.views.save(view);
  workspace.close();
  return file;
}
/** Creates the same saved work as an earlier version wrote it, with only the first migrations. */
function createOlderFile(steps: readonly Migration[]): string {
  const file = missingWorkspaceFile();
  withDatabase(file, (db) => {
    for (const { run } of steps) run(db);
    db.pragma(`user_version = ${steps.length}`);
    db.prepare(
      `INSERT INTO view (id, resource, name, query, created) VALUES ('1', ?, ?, ?, '2026-01-02T03:04:05.000Z')`,
    ).run(view.resource, view.name, JSON.stringify(view.query));
  });
  return file;
}
const viewNamesIn = (file: string, steps: readonly Migration[] = workspaceMigrations) => {
  const workspace = openTestWorkspace(file, WORKSPACE_KEY, { steps });
  const found = workspace.views.list('accounts').map(({ name }) => name);
  workspace.close();
  return found;
};
const withDatabase = <T>(file: string, work: (db: Db) => T): T => {
  const db = openEncrypted(file, WORKSPACE_KEY);
  const result = work(db);
  db.close();
  return result;
};
const versionOf = (file: string) =>
  withDatabase(file, (db) => Number(db.pragma('user_version', { simple: true })));
const step = (name: string, run: Migration['run']): Migration => ({ name, run });
const addNotes = step('notes', (db) => void db.exec('CREATE TABLE note (text TEXT)'));

describe('the workspace', () => {
  it('is encrypted and readable by its owner only', () => {
    const file = missingWorkspaceFile();
    const workspace = openTestWorkspace(file, WORKSPACE_KEY);
    workspace.views.save(view);
    expect(siblingFiles(file).length).toBeGreaterThan(1);
    for (const name of siblingFiles(file)) {
      const part = file.replace('workspace.db', name);
      if (process.platform !== 'win32') expect(fs.statSync(part).mode & 0o777).toBe(0o600);
      const bytes = fs.readFileSync(part).toString('latin1');
      for (const plain of ['SQLite format 3', 'Boise', 'CREATE']) expect(bytes).not.toContain(plain);
    }
    workspace.close();
  });

  it('syncs to disk, so that a power failure loses nothing reported as saved', () => {
    const file = missingWorkspaceFile();
    let synchronous: unknown;
    const readSetting = step(
      'read setting',
      (db) => (synchronous = db.pragma('synchronous', { simple: true })),
    );
    openTestWorkspace(file, WORKSPACE_KEY, { steps: [...workspaceMigrations, readSetting] }).close();
    expect(synchronous).toBe(2); // FULL
  });

  it('keeps saved work across restarts', () => {
    const file = createWorkspaceFile();
    expect(viewNamesIn(file)).toEqual([view.name]);
    expect(viewNamesIn(file)).toEqual([view.name]);
    expect(siblingFiles(file)).toEqual(['workspace.db', 'workspace.db.tables']);
  });
});

describe('a migration of the workspace', () => {
  it('keeps outcomes, rows in flight, defaults and visits of an earlier version', () => {
    const earlierStepCount = workspaceMigrations.findIndex(
      ({ name }) => name === 'renamed outcomes and defaults',
    );
    const file = createOlderFile(workspaceMigrations.slice(0, earlierStepCount));
    withDatabase(file, (db) =>
      db.exec(`
        UPDATE view SET usual = 1;
        INSERT INTO visit VALUES (1, NULL, '2026-01-02T03:04:05.000Z');
        INSERT INTO job (id, kind, facts, state, created) VALUES ('1', 'advisorCodes.create', '{}', 'running', '2026');
        INSERT INTO job_row (job, at, input) VALUES ('1', 0, '{}'), ('1', 1, '{}'), ('1', 2, '{}');
        INSERT INTO job_told (job, at, state, seen) VALUES ('1', 0, 'done', 1);
        INSERT INTO job_asked VALUES ('1', 1, 1);
      `),
    );
    const workspace = openTestWorkspace(file, WORKSPACE_KEY);
    expect(workspace.views.list('accounts')).toMatchObject([{ isDefault: true }]);
    expect(workspace.visits.recordVisit(new Date('2026-02-01'))).toBe('2026-01-02T03:04:05.000Z');
    expect(workspace.jobs.rows('1', { offset: 0, limit: 10 })).toMatchObject([
      { state: 'done', verified: true },
      { state: 'unknown', verified: null },
      { state: 'planned', verified: null },
    ]);
    workspace.close();
  });

  it('keeps the advisor of ROI drafts, requests and contacts, and text that looks like its key', () => {
    const earlierStepCount = workspaceMigrations.findIndex(({ name }) => name === 'advisors of requests');
    const file = createOlderFile(workspaceMigrations.slice(0, earlierStepCount));
    const typed = { codes: '', cc: '"ownerName":', replyTo: '' };
    const content = {
      step: 'people',
      custodian: 'PER',
      codes: ['7'],
      ownerName: 'Ann',
      firmName: '',
      senderName: '',
    };
    const text = JSON.stringify({ ...content, cc: [], replyTo: [], typed });
    withDatabase(file, (db) => {
      db.prepare("INSERT INTO roi_draft VALUES ('1', ?, NULL, '2026', NULL)").run(text);
      db.prepare(
        `INSERT INTO roi_request (id, draft, content, custodian, json, state, started, day)
         VALUES ('2', '3', ?, 'PER', '{}', 'sent', '2026', '2026')`,
      ).run(text);
      db.exec(`
        INSERT INTO roi_code VALUES ('2', '7');
        INSERT INTO roi_contact (custodian, role, value) VALUES ('PER', 'owner', 'Ann'), ('PER', 'sender', 'Bo');
      `);
    });
    const workspace = openTestWorkspace(file, WORKSPACE_KEY);
    expect(workspace.roi.drafts.get('1')).toMatchObject({ advisorName: 'Ann', typed });
    expect(workspace.roi.requests.advisors('PER')).toEqual({ '7': 'Ann' });
    const contacts = workspace.roi.contacts.list('PER');
    expect(contacts.map(({ role, value }) => [role, value])).toEqual([
      ['advisor', 'Ann'],
      ['sender', 'Bo'],
    ]);
    workspace.close();
  });

  it('keeps views and layouts of advisor codes whose states and column were renamed', () => {
    const earlierStepCount = workspaceMigrations.findIndex(({ name }) => name === 'names of advisor codes');
    const file = createOlderFile(workspaceMigrations.slice(0, earlierStepCount));
    const column = { name: 'word', width: 185, shown: true, pinned: false };
    const query = {
      search: 'word',
      filters: [
        { op: 'in', field: 'state', values: ['carried', 'idle', 'mapped', null] },
        { op: 'contains', field: 'word', text: 'word' },
        { op: 'in', field: 'code', values: ['carried'] },
      ],
      sort: { field: 'word', descending: true },
    };
    withDatabase(file, (db) => {
      const columns = JSON.stringify([column]);
      db.prepare(
        `INSERT INTO view (id, resource, name, query, created, columns)
         VALUES ('2', 'advisorCodes', 'word', ?, '2026-01-02T03:04:05.000Z', ?)`,
      ).run(JSON.stringify(query), columns);
      db.prepare("INSERT INTO layout (resource, columns) VALUES ('advisorCodes', ?)").run(columns);
    });
    const workspace = openTestWorkspace(file, WORKSPACE_KEY);
    const columns = [{ ...column, name: 'term' }];
    expect(workspace.views.list('advisorCodes')).toMatchObject([
      {
        name: 'word',
        columns,
        query: {
          search: 'word',
          filters: [
            { op: 'in', field: 'state', values: ['unmapped', 'unused', 'mapped', null] },
            { op: 'contains', field: 'term', text: 'word' },
            { op: 'in', field: 'code', values: ['carried'] },
          ],
          sort: { field: 'term', descending: true },
        },
      },
    ]);
    expect(workspace.layout.get('advisorCodes')).toEqual(columns);
    workspace.close();
  });

  it.each(workspaceMigrations.map(({ name }, index) => [index + 1, name] as const).slice(0, -1))(
    'runs the steps after step %i, %s, and keeps a saved view',
    (steps) => {
      const file = createOlderFile(workspaceMigrations.slice(0, steps));
      expect(viewNamesIn(file)).toEqual([view.name]);
      expect(versionOf(file)).toBe(workspaceMigrations.length);
    },
  );

  it('runs once, after a backup that is a complete workspace', () => {
    const file = createWorkspaceFile();
    const steps = [...workspaceMigrations, addNotes];
    expect(viewNamesIn(file, steps)).toEqual([view.name]);
    const backup = `${file}.before-${steps.length}`;
    expect(viewNamesIn(backup)).toEqual([view.name]);
    expect(fs.readFileSync(backup).toString('latin1')).not.toContain('SQLite format 3');
    if (process.platform !== 'win32') expect(fs.statSync(backup).mode & 0o777).toBe(0o600);
    const backupTime = fs.statSync(backup).mtimeMs;
    expect(viewNamesIn(file, steps)).toEqual([view.name]);
    expect(fs.statSync(backup).mtimeMs).toBe(backupTime);
  });

  it('that fails rolls back all steps of the upgrade, and keeps its backup', () => {
    const file = createWorkspaceFile();
    const half = step('half', (db) => {
      db.exec('CREATE TABLE half (a); DELETE FROM view');
      throw new Error('a mistake');
    });
    expect(
      failureFrom(() =>
        openTestWorkspace(file, WORKSPACE_KEY, { steps: [...workspaceMigrations, addNotes, half] }),
      ).kind,
    ).toBe('workspace-unreadable');
    expect(versionOf(file)).toBe(workspaceMigrations.length);
    expect(
      withDatabase(file, (db) =>
        db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'half'`).pluck().get(),
      ),
    ).toBe(0);
    expect(viewNamesIn(file, [...workspaceMigrations, addNotes])).toEqual([view.name]);
    // One copy for the whole upgrade, from before its first step.
    expect(siblingFiles(file)).toContain(`workspace.db.before-${workspaceMigrations.length + 1}`);
  });

  it('on a full disk is reported, and keeps everything', () => {
    const file = createWorkspaceFile();
    const big = step('big', (db) => {
      db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`);
      db.exec('CREATE TABLE big (bytes BLOB); INSERT INTO big VALUES (randomblob(1000000))');
    });
    expect(
      failureFrom(() => openTestWorkspace(file, WORKSPACE_KEY, { steps: [...workspaceMigrations, big] })),
    ).toMatchObject({
      kind: 'disk-full',
      cause: 'SQLITE_FULL',
    });
    expect(viewNamesIn(file)).toEqual([view.name]);
  });

  it.each([
    ['SQLITE_FULL', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['SQLITE_IOERR_WRITE', 'disk-not-written'],
    ['SQLITE_IOERR_SHMSIZE', 'disk-not-written'],
    ['SQLITE_IOERR_READ', 'disk-not-read'],
    ['SQLITE_CORRUPT', 'workspace-unreadable'],
  ] as const)('that fails with %s is reported as %s', (code, kind) => {
    const file = createWorkspaceFile();
    const failing = step('failing', () => {
      throw Object.assign(new Error('failed'), { code });
    });
    expect(
      failureFrom(() => openTestWorkspace(file, WORKSPACE_KEY, { steps: [...workspaceMigrations, failing] })),
    ).toMatchObject({ kind, cause: code });
    expect(viewNamesIn(file)).toEqual([view.name]);
  });
});

describe('a workspace that cannot be opened stays byte for byte unchanged', () => {
  const failureWithoutChange = (file: string, work: () => unknown) => {
    const original = fs.readFileSync(file);
    const failure = failureFrom(work);
    expect(fs.readFileSync(file)).toEqual(original);
    expect(siblingFiles(file).filter((name) => name.includes('before'))).toEqual([]);
    return failure;
  };

  it('if a newer version wrote it', () => {
    const file = createWorkspaceFile();
    withDatabase(file, (db) => db.pragma(`user_version = ${workspaceMigrations.length + 1}`));
    expect(failureWithoutChange(file, () => openTestWorkspace(file, WORKSPACE_KEY))).toMatchObject({
      kind: 'newer-data',
      where: 'workspace',
    });
  });

  it('if the key is wrong', () => {
    const file = createWorkspaceFile();
    expect(failureWithoutChange(file, () => openTestWorkspace(file, OTHER_WORKSPACE_KEY))).toMatchObject({
      kind: 'workspace-unreadable',
    });
    expect(viewNamesIn(file)).toEqual([view.name]);
  });

  it('if it is damaged', () => {
    const file = createWorkspaceFile();
    const bytes = fs.readFileSync(file);
    bytes.fill(0, 0, 4_096);
    fs.writeFileSync(file, bytes);
    expect(failureWithoutChange(file, () => openTestWorkspace(file, WORKSPACE_KEY))).toMatchObject({
      kind: 'workspace-unreadable',
    });
  });

  it('if it is a different kind of file', () => {
    const file = missingWorkspaceFile();
    fs.writeFileSync(file, 'Dear diary, '.repeat(1_000));
    expect(failureWithoutChange(file, () => openTestWorkspace(file, WORKSPACE_KEY))).toMatchObject({
      kind: 'workspace-unreadable',
    });
  });
});

it('the drafts migration keeps the rows of earlier jobs', () => {
  const file = missingWorkspaceFile();
  const index = workspaceMigrations.findIndex(({ name }) => name.startsWith('drafts'));
  withDatabase(file, (db) => {
    for (const { run } of workspaceMigrations.slice(0, index)) run(db);
    db.pragma(`user_version = ${index}`);
    db.exec(
      `INSERT INTO job (id, kind, facts, state, created) VALUES ('j', 'advisorCodes.create', '{}', 'done', '2026')`,
    );
    db.exec(`INSERT INTO job_row VALUES ('j', 0, 'refused', '{"n":1}', '{"code":"refused"}', '["7"]', 1)`);
  });
  const workspace = openTestWorkspace(file, WORKSPACE_KEY);
  expect(workspace.jobs.rows('j', { offset: 0, limit: 9 })).toEqual([
    {
      index: 0,
      state: 'refused',
      input: { n: 1 },
      issue: { code: 'refused' },
      responseIds: ['7'],
      verified: true,
    },
  ]);
  workspace.jobs.settle('j', [{ index: 0, state: 'conflict' }]);
  expect(workspace.jobs.counts('j').counts).toMatchObject({ conflict: 1 });
  workspace.close();
});

it('the migration of row outcomes keeps every outcome', () => {
  const file = missingWorkspaceFile();
  const index = workspaceMigrations.findIndex(({ name }) => name === 'row outcomes in a separate table');
  withDatabase(file, (db) => {
    for (const { run } of workspaceMigrations.slice(0, index)) run(db);
    db.pragma(`user_version = ${index}`);
    db.exec(
      `INSERT INTO job (id, kind, facts, state, created) VALUES ('j', 'advisorCodes.create', '{}', 'running', '2026')`,
    );
    for (const [n, state] of ['done', 'skipped', 'asked', 'asked', 'planned'].entries())
      db.exec(`INSERT INTO job_row VALUES ('j', ${n}, '${state}', '{"n":${n}}', NULL, NULL, NULL)`);
  });
  const workspace = openTestWorkspace(file, WORKSPACE_KEY);
  const rows = workspace.jobs.rows('j', { offset: 0, limit: 9 });
  // Rows in flight when the process ended have an unknown outcome.
  expect(rows.map(({ state }) => state)).toEqual(['done', 'skipped', 'unknown', 'unknown', 'planned']);
  expect(rows.map(({ input }) => input)).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
  expect(workspace.jobs.counts('j')).toMatchObject({
    total: 5,
    counts: { done: 1, skipped: 1, unknown: 2, planned: 1, 'in-flight': 0 },
  });
  workspace.close();
});

it('deletes jobs that ended half a year ago, except with rows of unknown outcome', () => {
  const file = createWorkspaceFile();
  withDatabase(file, (db) => {
    const job = db.prepare(
      `INSERT INTO job (id, kind, facts, state, created, ended) VALUES (?, 'advisorCodes.create', '{}', 'done', ?, ?)`,
    );
    const row = db.prepare(`INSERT INTO job_row (job, at, input) VALUES (?, 0, '{"n":1}')`);
    const insertOutcome = db.prepare('INSERT INTO job_outcome (job, at, state) VALUES (?, 0, ?)');
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    for (const [id, endedAt, state] of [
      ['over', daysAgo(181), 'done'],
      ['open', daysAgo(181), 'unknown'],
      ['recent', daysAgo(179), 'done'],
    ] as const) {
      job.run(id, endedAt, endedAt);
      row.run(id);
      insertOutcome.run(id, state);
    }
  });
  const workspace = openTestWorkspace(file, WORKSPACE_KEY);
  expect(['over', 'open', 'recent'].map((id) => workspace.jobs.get(id)?.id)).toEqual([
    undefined,
    'open',
    'recent',
  ]);
  workspace.close();
});
