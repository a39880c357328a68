import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { CIPHERS, openEncrypted, type Cipher } from '#engine/sqlite/open-database';
import { Activity } from '#engine/workspace/activity/activity';
import { failureOf } from '#contract/failure';
import { openTestWorkspace, rescue } from '#test/support/saved-work';

const KEY = '5a'.repeat(32);
const PAGE = 8192;
/** Bytes per page that belong to the cipher, as the file header says. */
const RESERVED = { aegis: 64, chacha20: 32 };
const LINES = 900;
const VIEWS = 40;
const folders: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** Creates saved work of about forty pages; returns its path and bytes. */
function createSavedWork(cipher: Cipher = 'aegis') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-rescue-'));
  folders.push(folder);
  const file = path.join(folder, 'workspace.db');
  openEncrypted(file, KEY, { cipher }).close(); // A file keeps the cipher it was created with.
  const workspace = openTestWorkspace(file, KEY);
  workspace.transaction(() => {
    for (let index = 0; index < LINES; index += 1)
      workspace.activity.note({ kind: 'records-copy', count: index, facts: { note: 'x'.repeat(200) } });
    for (let index = 0; index < VIEWS; index += 1)
      workspace.views.save({
        resource: 'accounts',
        name: `View ${index}`,
        query: { search: 'y'.repeat(200), filters: [], sort: { field: 'name', descending: false } },
      });
  });
  workspace.close();
  return { location: { name: 'Harbor', folder, databaseKey: KEY }, file, intact: fs.readFileSync(file) };
}
const damagePages = (intact: Buffer, ...pages: number[]): Buffer => {
  const bytes = Buffer.from(intact);
  for (const page of pages) bytes[(page - 1) * PAGE + 4_000] = (bytes[(page - 1) * PAGE + 4_000] ?? 0) ^ 1;
  return bytes;
};
const summarizeWork = (file: string) => {
  const workspace = openTestWorkspace(file, KEY);
  const found = {
    views: workspace.views.list('accounts').length,
    lines: workspace.activity.list({ kinds: ['records-copy'] }, 0, 1).total,
    newest: workspace.activity.list({}, 0, 1).entries[0],
    log: workspace.activity.verify(),
  };
  workspace.close();
  return found;
};
/** Returns the files of a folder that this process has open, deleted ones too. */
const openFilesIn = (folder: string): string[] =>
  fs.readdirSync('/proc/self/fd').flatMap((handle) => {
    try {
      const target = fs.readlinkSync(`/proc/self/fd/${handle}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return []; // was only open to list the handles
    }
  });
/** Returns the pages with a table's rows, in order. */
const leavesOf = (file: string, table: string): number[] => {
  const db = openEncrypted(file, KEY);
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(table);
  db.close();
  return pages;
};
/** Returns a table's root page. */
const rootPageOf = (file: string, table: string): number => {
  const db = openEncrypted(file, KEY);
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table);
  db.close();
  return Number(root);
};

it('reads everything except the damaged page, for any page', () => {
  const { location, file, intact } = createSavedWork();
  const pages = intact.length / PAGE;
  expect(pages).toBeGreaterThan(30);
  const note = fs.readFileSync(`${file}.tables`);
  const roots = ['activity', 'view'].map((table) => rootPageOf(file, table));
  // Page 1, every fifth page up to 40, and then every twentieth, because each rescue takes time.
  for (let page = 1; page <= pages; page += page === 1 ? 1 : page < 40 ? 5 : 20) {
    for (const name of fs.readdirSync(location.folder))
      fs.rmSync(path.join(location.folder, name), { recursive: true });
    fs.writeFileSync(file, damagePages(intact, page));
    fs.writeFileSync(`${file}.tables`, note);
    const { rows, incomplete } = rescue(location);
    const { views, lines, newest } = summarizeWork(file);
    // Without its root page, none of a table's rows are found.
    if (!roots.includes(page)) {
      // A page holds about thirty lines or twenty views.
      expect(lines, `lines without page ${page}`).toBeGreaterThan(LINES - 60);
      expect(views, `views without page ${page}`).toBeGreaterThanOrEqual(VIEWS - 32);
    }
    expect(rows).toBeGreaterThan(0);
    if (lines < LINES) expect(incomplete).toContain('activity');
    if (views < VIEWS) expect(incomplete).toContain('view');
    expect(newest).toMatchObject({ kind: 'saved-work-rescued', count: rows });
  }
}, 60_000);

it('reads rows between damaged pages, and the log reports the missing lines', () => {
  const { location, file, intact } = createSavedWork();
  const leaves = leavesOf(file, 'activity');
  expect(leaves.length).toBeGreaterThan(20);
  fs.writeFileSync(file, damagePages(intact, ...[5, 10, 15].map((index) => leaves[index] ?? 0)));
  const { incomplete } = rescue(location);
  const { lines, log } = summarizeWork(file);
  expect(lines).toBeLessThan(LINES);
  expect(lines).toBeGreaterThan(LINES - 200);
  expect(incomplete).toContain('activity');
  expect(log.broken?.how).toBe('missing');
});

it('loses nothing of an intact file, and its log verifies', () => {
  const { location, file } = createSavedWork();
  const { incomplete } = rescue(location);
  expect(incomplete).toEqual([]);
  expect(summarizeWork(file)).toMatchObject({
    views: VIEWS,
    lines: LINES,
    log: { lines: LINES + 1, broken: null },
    newest: { outcome: 'done' },
  });
});

it('deletes rows without a parent, even in tables without row IDs', () => {
  const { location, file } = createSavedWork();
  const db = openEncrypted(file, KEY);
  db.pragma('foreign_keys = OFF');
  db.exec(`INSERT INTO fee_archive (id, hash, lines, left_out) VALUES (1, 'a', 1, 0);
    INSERT INTO fee_line (archive, account_ref, at, custodian, number) VALUES (1, 'a1', 0, 'PER', '1'), (2, 'a1', 0, 'PER', '1');
    INSERT INTO period_sample_account (sample, account, place, chosen) VALUES (9, 'a1', 1, 1);
    INSERT INTO account_balance (account, date, amount, import) VALUES ('a1', '2026-09-30', '10', 9)`);
  db.close();
  expect(rescue(location).incomplete).toEqual(['account_balance', 'fee_line', 'period_sample_account']);
  const rescued = openEncrypted(file, KEY);
  expect(rescued.prepare('SELECT archive FROM fee_line').pluck().all()).toEqual([1]);
  expect(rescued.pragma('foreign_key_check')).toEqual([]);
  rescued.close();
});

it('marks job rows whose outcome was lost as unknown, so that they are checked first', () => {
  const { location, file } = createSavedWork();
  const workspace = openTestWorkspace(file, KEY);
  const indexes = Array.from({ length: 500 }, (_, index) => index);
  const job = workspace.jobs.create(
    { resource: 'billingGroups', operation: 'create' },
    indexes.map((input) => ({ input, state: 'planned', issue: null })),
    {},
  );
  workspace.jobs.begin(job, { kind: 'record-create', count: 500 });
  workspace.jobs.settle(
    job,
    indexes.map((index) => ({ index, state: 'done', responseIds: [`${index}`.padStart(60, '1')] })),
  );
  const result = { count: 500, facts: {} };
  workspace.jobs.end(job, () => ({ state: 'done', failure: null, outcome: 'done', result }));
  workspace.close();
  fs.writeFileSync(file, damagePages(fs.readFileSync(file), leavesOf(file, 'job_outcome')[1] ?? 0));
  expect(rescue(location).incomplete).toContain('job_outcome');

  const { jobs, close } = openTestWorkspace(file, KEY);
  const { counts } = jobs.counts(job);
  expect(counts.unknown).toBeGreaterThan(0);
  expect(counts).toMatchObject({ planned: 0, 'not-sent': 0, done: 500 - counts.unknown });
  const facts = { outcomesLost: true };
  expect(jobs.get(job)).toMatchObject({ state: 'interrupted', checked: null, facts });
  expect(jobs.first(job, ['unknown'], 1)).toMatchObject([
    { issue: { code: 'outcome-lost' }, verified: null },
  ]);
  jobs.begin(job, { kind: 'record-create', count: 1 });
  expect(jobs.get(job)?.facts).toEqual({});
  close();
});

it('quarantines the damaged file', () => {
  const { location, file, intact } = createSavedWork();
  const bytes = damagePages(intact, 40);
  fs.writeFileSync(file, bytes);
  rescue(location);
  const [quarantined = ''] = fs.readdirSync(location.folder).filter((name) => name.startsWith('set-aside-'));
  expect(fs.readFileSync(path.join(location.folder, quarantined, 'workspace.db')).equals(bytes)).toBe(true);
  expect(fs.readdirSync(location.folder).some((name) => name.startsWith('rescue-'))).toBe(false);
});

it.each(CIPHERS)(
  'reads a whole file (%s) if only its first page or table list is damaged; its log verifies',
  (cipher) => {
    const { location, file, intact } = createSavedWork(cipher);
    expect(intact[20]).toBe(RESERVED[cipher]);
    const db = openEncrypted(file, KEY);
    const list = db
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")
      .pluck()
      .all();
    db.close();
    expect(list.length).toBeGreaterThan(1); // it has outgrown its first page
    fs.writeFileSync(file, damagePages(intact, ...list));
    expect(rescue(location).incomplete).toEqual([]);
    expect(summarizeWork(file)).toMatchObject({
      views: VIEWS,
      lines: LINES,
      log: { lines: LINES + 1, broken: null },
      newest: { outcome: 'done' },
    });
  },
);

it('reports what is missing if the first page is damaged and the end truncated', () => {
  const { location, file, intact } = createSavedWork();
  fs.writeFileSync(file, damagePages(intact, 1).subarray(0, intact.length - 8 * PAGE - 100));
  const { rows, incomplete } = rescue(location);
  expect(rows).toBeGreaterThan(100);
  expect(incomplete.length).toBeGreaterThan(0);
});

it.each([
  [
    'its first page is damaged and the list of table roots is empty',
    (intact: Buffer) => damagePages(intact, 1),
    KEY,
    '',
  ],
  ['the key is wrong', (intact: Buffer) => intact, '6b'.repeat(32), null],
] as const)('changes nothing if %s', (_why, bytes, databaseKey, note) => {
  const { location, file, intact } = createSavedWork();
  fs.writeFileSync(file, bytes(intact));
  if (note !== null) fs.writeFileSync(`${file}.tables`, note);
  let kind: string | undefined;
  try {
    rescue({ ...location, databaseKey });
  } catch (error) {
    ({ kind } = failureOf(error));
  }
  expect(kind).toBe('workspace-unreadable');
  expect(fs.readFileSync(file).equals(bytes(intact))).toBe(true);
  expect(fs.readdirSync(location.folder)).toEqual(['workspace.db', 'workspace.db.tables']);
});

it.runIf(process.platform === 'linux')('closes all files if the rescue cannot be logged', () => {
  const { location, file, intact } = createSavedWork();
  vi.spyOn(Activity.prototype, 'note').mockImplementation(() => {
    throw new Error('not logged');
  });
  expect(() => rescue(location)).toThrow('not logged');
  expect(openFilesIn(location.folder)).toEqual([]);
  expect(fs.readFileSync(file).equals(intact)).toBe(true);
});
