import { afterEach, expect, it } from 'vitest';
import { savedWorkLabel, savedWorkLabels } from '#contract/saved-work-labels';
import { openEncrypted, type Db } from '#engine/sqlite/open-database';
import { rescuedText } from '../../../renderer/app/backup/rescue-messages';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../workspace/temp-workspace';

let db: Db | undefined;
afterEach(() => db?.close());

it('has a label for every table of new saved work, except internal ones', () => {
  db = openEncrypted(tempWorkspaceFile(), WORKSPACE_KEY);
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  expect(tables).toContain('team_item');
  const unnamed = savedWorkLabel('a table of an earlier layout');
  expect(tables.filter((table) => savedWorkLabel(table) === unnamed)).toEqual([]);
  expect(tables.filter((table) => savedWorkLabel(table) === null)).toEqual(['revision']);
});

it('names each incomplete list once after a rescue, and no internal table', () => {
  expect(savedWorkLabels(['fee_archive', 'fee_line', 'revision', 'refund_decision'])).toEqual([
    'fee history',
    'refunds',
  ]);
  expect(rescuedText({ rows: 12, incomplete: ['fee_line', 'refund_decision'] })).toEqual({
    title: 'Saved work partly rescued',
    text: '12 entries read. Some entries are missing from: fee history, refunds.',
    tone: 'bad',
  });
  expect(rescuedText({ rows: 12, incomplete: ['revision'] }).tone).toBe('good');
  // The name that `job_outcome` had in earlier layouts.
  expect(rescuedText({ rows: 12, incomplete: ['job_told'] }).text).toContain(
    'missing from: other saved work.',
  );
});
