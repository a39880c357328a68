import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '#engine/sqlite/migrate';
import { PeriodStore } from '#engine/features/period/saved-work/periods';
import { SharedItems } from '#engine/features/team/saved-work/shared-items';
import { markKey } from '#engine/features/team/saved-work/topics/review-marks';
import { workspaceMigrations } from '#test/support/saved-work';

describe('saved work with a team', () => {
  it('keeps shared marks when the table of all shared work replaces theirs', () => {
    const db = new Database(':memory:');
    const options = { where: 'workspace', isCopy: true } as const;
    const upTo = workspaceMigrations.findIndex(({ name }) => name === 'team-items');
    migrate(db, ':memory:', workspaceMigrations.slice(0, upTo), options);
    const row = ['rule "a"', 'key é', 'member', 3, 7, '2026-11-28T09:00:00.000Z', '{"note":"kept"}'];
    db.prepare('INSERT INTO team_review_mark VALUES (?, ?, ?, ?, ?, ?, ?)').run(...row);
    migrate(db, ':memory:', workspaceMigrations, options);
    expect(new SharedItems(db).newestFirst('mark', markKey('rule "a"', 'key é'))).toEqual([
      { member: 'member', number: 3, place: 7, at: '2026-11-28T09:00:00.000Z', value: { note: 'kept' } },
    ]);
  });

  it('keeps samples and their verdicts when samples get an ID that a team shares', () => {
    const db = new Database(':memory:');
    const options = { where: 'workspace', isCopy: true } as const;
    const upTo = workspaceMigrations.findIndex(({ name }) => name === 'shared samples');
    migrate(db, ':memory:', workspaceMigrations.slice(0, upTo), options);
    const at = '2026-11-28T09:00:00.000Z';
    for (const [id, seed] of [
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      const sample = db.prepare('INSERT INTO period_sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
      sample.run(id, '7', '2026-09-30', seed, 1, 4, 'f'.repeat(64), at, 'jo');
      const item = db.prepare('INSERT INTO period_sample_item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
      item.run(id, '8', 0, 0, null, '', null, null, null);
      item.run(id, '9', 1, 1, 'agrees', seed, '{"debit":"1"}', at, 'jo');
    }
    migrate(db, ':memory:', workspaceMigrations, options);
    const store = new PeriodStore(db);
    const period = { firm: '7', endDate: '2026-09-30' };
    expect(store.sample(period)).toMatchObject({
      drawn: { seed: 'second', by: 'jo' },
      items: [
        { account: '8', isChosen: false, verdict: null },
        {
          account: '9',
          isChosen: true,
          verdict: { verdict: 'agrees', reason: 'second', shown: '{"debit":"1"}', seen: null, at, by: 'jo' },
        },
      ],
    });
  });
});
