import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '#engine/sqlite/migrate';
import { SharedItems } from '#engine/workspace/features/team/shared-items';
import { markKey } from '#engine/workspace/features/team/topics/review-marks';
import { workspaceMigrations } from '#engine/workspace/migrate/migrations';

describe('saved work with a team', () => {
  it('keeps shared marks when they get the table of all shared work', () => {
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
});
