import { expect, it } from 'vitest';
import { MADE_IN_APP } from '#contract/features/changes/schemas';
import { changeTimeText, changeLabel } from '../../../../renderer/records/changes/change-messages';

const AT = '2026-11-21T07:00:00Z';

it('distinguishes changes made here from changes found by a refresh', () => {
  expect(changeLabel({ kind: 'changed', runId: MADE_IN_APP }).label).toBe('Edited');
  expect(changeLabel({ kind: 'new', runId: MADE_IN_APP }).label).toBe('Created');
  expect(changeLabel({ kind: 'removed', runId: MADE_IN_APP }).label).toBe('Deleted');
  expect(changeLabel({ kind: 'changed', runId: 7 }).label).toBe('Changed');
  expect(changeTimeText({ at: AT, runId: MADE_IN_APP })).toMatch(/^Sent from Firm Desk Nov/);
  expect(changeTimeText({ at: AT, runId: 7 })).toMatch(/^Found Nov/);
});
