import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '#contract/failure';
import { openEncrypted, type Db } from '#engine/sqlite/open-database';
import { Activity } from '#engine/workspace/activity/activity';
import { openTestWorkspace } from '#test/support/saved-work';
import { exportActivity } from '#engine/features/activity/router';

const KEY = '7'.repeat(64);
let folder: string;
let db: Db;
let log: Activity;
let now: Date;

const open = () => {
  db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
  log = new Activity(
    db,
    () => 'Harborview',
    () => now,
  );
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-activity-'));
  now = new Date(2026, 10, 20, 10, 0);
  openTestWorkspace(path.join(folder, 'workspace.db'), KEY).close();
  open();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

it('names the member on a team, and the login of the computer without one', () => {
  db.close();
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
  const users = () => workspace.activity.list({}, 0, 10).entries.map(({ user }) => user);
  workspace.activity.note({ kind: 'team-invite', count: 1 });
  expect(users()).toEqual([userInfo().username]);
  workspace.team.setSelf({
    team: '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b0001',
    member: '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b0002',
    state: 'member',
    teamName: 'Juniper desk',
    memberName: 'Ada Park',
    database: { host: 'db.example', port: 5432, database: 'team', login: 'ada', ca: null },
    joining: null,
  });
  workspace.activity.note({ kind: 'team-invite', count: 1 });
  expect(users()).toEqual(['Ada Park', userInfo().username]);
  workspace.close();
  open();
});

/** Changes the log as another program with the key could. */
const tamper = (sql: string) => {
  db.exec('DROP TRIGGER activity_stays; DROP TRIGGER activity_remains');
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
};
const addLines = () => {
  for (const count of [1, 2, 3, 4]) {
    log.note({ kind: 'tax-reveal', count, facts: { reason: 'Tax form' } });
    now = new Date(now.getTime() + 60_000);
  }
};

describe('the hash chain of the log', () => {
  it('is intact if only the log writes, even across restarts', () => {
    expect(log.verify()).toEqual({ lines: 0, broken: null });
    addLines();
    log.begin({ kind: 'roi-send', count: 2 })('done');
    db.close();
    open();
    log.note({ kind: 'fee-file-save', count: 1 });
    expect(log.verify()).toEqual({ lines: 7, broken: null });
  });

  /** `addLines` writes one line a minute, from 10:00 on. */
  const timeOfSecondLine = new Date(2026, 10, 20, 10, 1).toISOString();
  it.each([
    ['a changed line', "UPDATE activity SET facts = '{}' WHERE seq = 3", 3, 'changed'],
    [
      'a changed line with another hash',
      "UPDATE activity SET count = 9, hash = 'x' WHERE seq = 3",
      3,
      'changed',
    ],
    ['a removed line', 'DELETE FROM activity WHERE seq = 3', 3, 'missing'],
    [
      'a removed line whose gap was closed',
      'DELETE FROM activity WHERE seq = 3; UPDATE activity SET seq = 3 WHERE seq = 4',
      3,
      'changed',
    ],
    ['removed last lines', 'DELETE FROM activity WHERE seq > 2', 3, 'cut'],
  ] as const)('detects %s, with its position and the lines still verified', (_what, sql, line, how) => {
    addLines();
    tamper(sql);
    expect(log.verify().broken).toEqual({ line, how, lastGood: timeOfSecondLine });
  });

  it('detects a line that another program appended', () => {
    addLines();
    tamper(
      'INSERT INTO activity SELECT 5, at, user, connection, kind, 99, facts, of, outcome, hash FROM activity WHERE seq = 4',
    );
    expect(log.verify().broken).toMatchObject({ line: 5, how: 'added' });
  });

  it('detects that all lines were deleted', () => {
    addLines();
    tamper('DELETE FROM activity');
    expect(log.verify()).toEqual({ lines: 0, broken: { line: 1, how: 'cut', lastGood: null } });
  });

  it('cannot be changed or shortened without removing its triggers', () => {
    addLines();
    expect(() => db.exec("UPDATE activity SET facts = '{}'")).toThrow('append only');
    expect(() => db.exec('DELETE FROM activity')).toThrow('append only');
    expect(log.list({}, 0, 10).total).toBe(4);
  });
});

describe('an activity entry', () => {
  it('is pending until it ends, and then has the facts added at its end', () => {
    const finish = log.begin({ kind: 'fee-file-save', count: 3, facts: { custodian: 'PER' } });
    expect(log.list({}, 0, 1).entries).toMatchObject([
      { outcome: null, isRunning: true, endedAt: null, count: 3 },
    ]);
    now = new Date(2026, 10, 20, 10, 5);
    finish('partly', { count: 2, facts: { failed: 1 } });
    finish('done'); // only the first end counts
    expect(log.list({}, 0, 10)).toMatchObject({
      total: 1,
      entries: [
        {
          outcome: 'partly',
          isRunning: false,
          count: 2,
          facts: { custodian: 'PER', failed: 1 },
          endedAt: now.toISOString(),
        },
      ],
    });
  });

  it('has an unknown outcome if the app restarts before its end, and is found as such', () => {
    log.begin({ kind: 'roi-send', count: 1 });
    log.note({ kind: 'tax-export', count: 5 });
    db.close();
    open();
    expect(log.list({ outcomes: ['unknown'] }, 0, 10)).toMatchObject({
      total: 1,
      entries: [{ kind: 'roi-send', outcome: null, isRunning: false }],
    });
  });

  it('names the user and the connection', () => {
    log.note({ kind: 'tax-export', count: 5 });
    const [entry] = log.list({}, 0, 1).entries;
    expect(entry?.connection).toBe('Harborview');
    expect(entry?.user).not.toBe('');
  });
});

describe('searching the log', () => {
  beforeEach(() => {
    log.note({ kind: 'tax-reveal', count: 1, facts: { reason: '100% sure' } });
    log.begin({ kind: 'roi-send', count: 2, facts: { custodian: 'PER' } })('refused');
    now = new Date(2026, 10, 21, 0, 0);
    log.note({ kind: 'tax-export', count: 7, facts: { file: 'ids_2026.csv' } });
  });
  const foundKinds = (filter: Parameters<Activity['list']>[0]) =>
    log.list(filter, 0, 10).entries.map(({ kind }) => kind);

  it.each([
    [{ text: 'per' }, ['roi-send']],
    [{ text: 'ROI request' }, ['roi-send']],
    [{ text: 'Pershing' }, ['roi-send']], // stored as PER
    [{ text: 'schwab' }, []],
    [{ text: 'tax' }, ['tax-export', 'tax-reveal']],
    [{ text: '100%' }, ['tax-reveal']],
    [{ text: '_2026' }, ['tax-export']],
    [{ text: 'a_c' }, []],
    [{ text: 'harborview' }, ['tax-export', 'roi-send', 'tax-reveal']],
    [{ kinds: ['tax-reveal', 'roi-send'] }, ['roi-send', 'tax-reveal']],
    [{ outcomes: ['refused'] }, ['roi-send']],
    [{ outcomes: ['done'], text: 'tax' }, ['tax-export', 'tax-reveal']],
    [{ from: '2026-11-21' }, ['tax-export']],
    [{ to: '2026-11-20' }, ['roi-send', 'tax-reveal']],
    [{ from: '2026-11-20', to: '2026-11-21' }, ['tax-export', 'roi-send', 'tax-reveal']],
  ] as const)('finds entries by %j', (filter, kinds) => {
    expect(foundKinds(filter as never)).toEqual(kinds);
  });

  it.each(['Élodie', 'élodie', 'ÁVILA', 'ávila', 'ČESKÝ', 'Český ávila élodie'])(
    'finds “%s” in names and facts in any case',
    (text) => {
      const team = new Activity(
        db,
        () => 'Ávila Wealth',
        () => now,
        () => 'Élodie Park',
      );
      team.note({ kind: 'records-copy', count: 1, facts: { file: 'Český_100%.csv' } });
      expect(foundKinds({ text })).toEqual(['records-copy']);
      expect(foundKinds({ text: `${text} 100%.` })).toEqual(['records-copy']);
    },
  );

  it('finds a word with letters beyond ASCII in the facts of the end of an entry', () => {
    log.begin({ kind: 'fee-file-save', count: 1 })('done', { facts: { file: 'Gebühren ÜBERSICHT.csv' } });
    expect(foundKinds({ text: 'übersicht' })).toEqual(['fee-file-save']);
  });

  it('finds new entries and new outcomes when a search is repeated', () => {
    const finish = log.begin({ kind: 'roi-send', count: 1, facts: { custodian: 'PER' } });
    expect(foundKinds({ text: 'pershing' })).toHaveLength(2);
    expect(foundKinds({ outcomes: ['failed'] })).toHaveLength(0);
    finish('failed');
    expect(foundKinds({ outcomes: ['failed'] })).toHaveLength(1);
    log.note({ kind: 'roi-send', count: 1, facts: { custodian: 'PER' } });
    expect(foundKinds({ text: 'pershing' })).toHaveLength(3);
  });

  it('scans the log once for any scroll position', () => {
    const prepare = vi.spyOn(db, 'prepare');
    for (let offset = 0; offset < 3; offset += 1)
      expect(log.list({ text: 'harborview' }, offset, 1)).toMatchObject({ total: 3 });
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('returns pages, newest first, with the total', () => {
    expect(log.list({}, 1, 1)).toMatchObject({ total: 3, entries: [{ kind: 'roi-send' }] });
  });
});

describe('the export of the log', () => {
  it('contains the filtered entries with their hashes, and is logged', async () => {
    addLines();
    log.note({ kind: 'fee-file-save', count: 1 });
    const file = path.join(folder, 'log.csv');
    expect(await exportActivity(log, { text: 'tax form' }, file)).toBe(4);
    const lines = readFileSync(file, 'utf8').trim().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(
      /^4,2026-11-20T.*,tax-reveal,4,done,.*"{""reason"":""Tax form""}",[0-9a-f]{64},$/,
    );
    expect(log.list({}, 0, 1).entries).toMatchObject([
      { kind: 'activity-export', count: 4, outcome: 'done' },
    ]);
  });

  it('yields to other requests, and contains the entries of its start', async () => {
    for (let count = 0; count < 1_200; count += 1) log.note({ kind: 'fee-file-save', count: 1 });
    const file = path.join(folder, 'long.csv');
    let added = 0;
    const addWhileExporting = (): void => {
      log.note({ kind: 'roi-send', count: 1 });
      added += 1;
      next = setImmediate(addWhileExporting);
    };
    let next = setImmediate(addWhileExporting);
    const addedBefore: number[] = [];
    const { total, chunks } = log.hashedEntries({}, 500);
    const watched = (function* () {
      for (const chunk of chunks) {
        addedBefore.push(added);
        yield chunk;
      }
    })();
    vi.spyOn(log, 'hashedEntries').mockReturnValue({ total, chunks: watched });
    expect(await exportActivity(log, {}, file)).toBe(1_200);
    clearImmediate(next);
    expect(new Set(addedBefore).size).toBe(3); // requests ran between the chunks
    const numbers = readFileSync(file, 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(numbers).toEqual(Array.from({ length: 1_200 }, (_, index) => 1_200 - index));
  });

  it('reports and logs a failed write', async () => {
    addLines();
    const error: unknown = await exportActivity(log, {}, path.join(folder, 'gone', 'log.csv')).catch(
      (e: unknown) => e,
    );
    expect(failureOf(error).kind).toBe('file-not-saved');
    expect(log.list({}, 0, 1).entries).toMatchObject([{ kind: 'activity-export', outcome: 'failed' }]);
  });
});
