import { expect, it } from 'vitest';
import { FROM_HERE } from '#contract/features/changes/calls';
import { changeTimeText, changeLabel } from '../../../../renderer/records/changes/change-messages';

const AT = '2026-11-21T07:00:00Z';

it('distinguishes changes made here from changes found by a refresh', () => {
  expect(changeLabel({ kind: 'changed', runId: FROM_HERE }).label).toBe('Edited');
  expect(changeLabel({ kind: 'new', runId: FROM_HERE }).label).toBe('Created');
  expect(changeLabel({ kind: 'removed', runId: FROM_HERE }).label).toBe('Deleted');
  expect(changeLabel({ kind: 'changed', runId: 7 }).label).toBe('Changed');
  expect(changeTimeText({ at: AT, runId: FROM_HERE })).toMatch(/^Sent from Firm Desk Nov/);
  expect(changeTimeText({ at: AT, runId: 7 })).toMatch(/^Found Nov/);
});
