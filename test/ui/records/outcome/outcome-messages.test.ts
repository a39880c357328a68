import { expect, it } from 'vitest';
import {
  endLabel,
  interruptedMessage,
  isEditsJob,
  isUnresolved,
  jobAbout,
  jobTitleText,
  failedCount,
  rowOutcomeLabel,
  retryText,
  outcomeIssue,
  rowStateLabel,
  writeOnlyNote,
  countsText,
} from '../../../../renderer/records/outcome/outcome-messages';
import { jobColumns, outcomeRowIssue, outcomeRows } from '../../../../renderer/records/outcome/outcome-rows';
import { fakeEngine } from '../../fakes';
import { formatDateTime } from '../../../../renderer/ui/format';
import { editJobOf, sampleEditRow } from '../drafts/samples';

it('reports the worst outcome first', () => {
  expect(endLabel(editJobOf({ counts: { done: 11, unknown: 1 } }))).toEqual({
    label: 'The outcome of 1 account is unknown',
    tone: 'warn',
  });
  expect(endLabel(editJobOf({ state: 'canceled', counts: { done: 2, 'not-sent': 10 } })).label).toBe(
    'Stopped at your request',
  );
  expect(endLabel(editJobOf({ counts: { done: 9, refused: 2, conflict: 1 } })).label).toBe(
    '3 accounts were not changed',
  );
  expect(endLabel(editJobOf({ counts: { refused: 12 } }))).toEqual({
    label: 'Nothing was changed',
    tone: 'bad',
  });
  expect(endLabel(editJobOf({ counts: { refused: 11, 'not-taken': 1 } }))).toEqual({
    label: '12 accounts were not changed as requested', // perhaps in part
    tone: 'warn',
  });
  expect(endLabel(editJobOf({ counts: { done: 12 } }))).toEqual({
    label: '12 accounts changed',
    tone: 'good',
  });
});

it('counts every outcome by its own name', () => {
  const job = editJobOf({
    total: 5000,
    counts: { done: 4950, refused: 30, conflict: 1, 'not-taken': 4, unknown: 5, 'not-sent': 10 },
  });
  expect(countsText(job)).toBe(
    '4,950 changed, 30 rejected, 1 conflict, 4 not applied by the service, 5 outcome unknown, 10 not sent',
  );
  expect(failedCount(job)).toBe(35);
  expect(isUnresolved(job)).toBe(true);
});

it('says that a job was sent only if it may have sent a row', () => {
  expect(jobAbout(editJobOf({ counts: { done: 1, 'not-sent': 11 } }))).toMatch(/^Sent Nov 20, 2026/);
  expect(jobAbout(editJobOf({ counts: { 'not-sent': 12 } }))).toMatch(/^Started Nov 20, 2026/);
  expect(jobAbout(editJobOf({ counts: { conflict: 1, skipped: 11 } }))).toMatch(/^Started/);
});

it('reports partly created records as incomplete, neither refused nor unchanged', () => {
  const created = { kind: { resource: 'feeStructures', operation: 'create' } as const, incomplete: 2 };
  const partlyCreated = { ...editJobOf({ counts: { refused: 2 } }), ...created };
  expect(endLabel(partlyCreated)).toEqual({ label: '2 fee structures are not complete', tone: 'warn' });
  expect(countsText(partlyCreated)).toBe('2 created in part');
  expect(retryText(partlyCreated)).toBe('Complete 2 partial records…');
  const mixedJob = { ...editJobOf({ counts: { refused: 3 } }), ...created };
  expect(endLabel(mixedJob).label).toBe('1 fee structure was not created');
  expect(countsText(mixedJob)).toBe('2 created in part, 1 rejected');
  const row = sampleEditRow({
    state: 'refused',
    issue: { code: 'created-incomplete', facts: { fields: '' } },
  });
  expect(rowOutcomeLabel(row, partlyCreated)).toEqual({ label: 'Created in part', tone: 'warn' });
  const { engine } = fakeEngine({});
  expect(outcomeRows(engine, partlyCreated, []).labelOf('refused')).toBe('Created in part');
  expect(outcomeRows(engine, mixedJob, []).labelOf('refused')).toBe('Rejected');
});

it('names jobs of the service’s deprecated calls for billing groups, by groups or assignments', () => {
  const recreated = editJobOf({ kind: { resource: 'billingGroups', operation: 'recreate' }, total: 1 });
  expect(interruptedMessage(recreated).title).toBe('Recreating billing groups was interrupted');
  const unassigned = editJobOf({
    kind: { resource: 'billingGroups', operation: 'unassign' },
    total: 3,
    counts: { done: 1, 'not-sent': 2 },
  });
  expect(interruptedMessage(unassigned)).toMatchObject({
    title: 'Removing accounts from billing groups was interrupted',
    meaning: 'Firm Desk closed before it was finished: 2 of 3 assignments were not sent.',
  });
  expect(countsText(unassigned)).toBe('1 removed, 2 not sent');
});

it('identifies the sent fields by name, and by label only in jobs of earlier versions', () => {
  const sent = { counts: { done: 12 } };
  expect(writeOnlyNote(editJobOf({ facts: { names: 'notes', fields: 'Nickname' }, ...sent }))).toBeNull();
  expect(writeOnlyNote(editJobOf({ facts: { names: 'nickname', fields: 'Notes' }, ...sent }))).toContain(
    'nickname',
  );
  expect(writeOnlyNote(editJobOf({ facts: { fields: 'Nickname' }, ...sent }))).toContain('nickname');
});

it('reports a nickname only as sent if no answer shows it', () => {
  const job = editJobOf({ facts: { fields: 'Nickname, Notes' }, counts: { done: 12 } });
  const sent = sampleEditRow({ state: 'done', issue: { code: 'not-confirmed', fields: { nickname: null } } });
  expect(rowOutcomeLabel(sent, job)).toEqual({ label: 'Sent, not confirmed', tone: 'warn' });
  expect(rowOutcomeLabel(sampleEditRow({ state: 'done' }), job).label).toBe('Changed');
  expect(writeOnlyNote(job)).toBe(
    'The service may accept nickname without showing it. Values that it did not show are “Sent, not confirmed”.',
  );
  expect(writeOnlyNote(editJobOf({ facts: { fields: 'Notes' }, counts: { done: 12 } }))).toBeNull();
});

it('shows the issues beside the titles if there are rows that failed', () => {
  const names = (overrides: Parameters<typeof editJobOf>[0]) =>
    jobColumns(editJobOf(overrides)).map(({ name }) => name);
  expect(names({ counts: { done: 12 } }).at(-1)).toBe('issue');
  expect(names({ counts: { done: 11, refused: 1 } }).slice(0, 3)).toEqual(['title', 'issue', 'state']);
});

it('explains what is wrong with each value of a skipped row', () => {
  const row = sampleEditRow({
    state: 'skipped',
    issue: { code: 'not-money', facts: { field: 'required_cash' } },
    input: {
      fields: [
        { field: 'required_cash', after: '"abc"', issue: { code: 'not-money' } },
        { field: 'benchmarks_ids', after: '"x"', issue: { code: 'not-ids', facts: { value: 'x' } } },
      ],
    },
  });
  expect(outcomeRowIssue(row, editJobOf())).toBe(
    'Required cash: This is not an amount. Benchmarks: “x” is not an ID.',
  );
  const unnamed = sampleEditRow({ state: 'skipped', issue: { code: 'no-key' }, input: { fields: [] } });
  expect(outcomeRowIssue(unnamed, editJobOf())).toBe('The line does not identify a record.');
});

it('counts skipped lines in the heading', () => {
  expect(endLabel(editJobOf({ counts: { done: 37, skipped: 3 } })).label).toBe(
    '37 accounts changed; 3 skipped',
  );
});

it('offers to retry only rows that certainly failed', () => {
  const lost = editJobOf({ counts: { unknown: 5, 'not-sent': 3 } });
  expect([failedCount(lost), retryText(lost)]).toEqual([0, null]);
  const undecided = { ...lost, checkedAt: '2026-11-20T10:03:00Z' };
  expect(retryText(undecided)).toBeNull(); // the list that was read is not complete
  expect(retryText({ ...undecided, missing: 2 })).toBe('Retry records not changed…');
  const failed = editJobOf({ counts: { refused: 1, conflict: 1, unknown: 5 } });
  expect([failedCount(failed), retryText(failed)]).toEqual([2, 'Retry the 2 that failed…']);
  expect(retryText(editJobOf({ counts: { done: 2, conflict: 1 } }))).toBe('Retry the one in conflict…');
});

it('calls unsent rows waiting only while their job runs', () => {
  expect(rowStateLabel('planned', editJobOf({ state: 'running' })).label).toBe('Waiting');
  expect(rowStateLabel('planned', editJobOf({ state: 'interrupted' })).label).toBe('Not sent');
});

it('shows only what is known of an unknown row', () => {
  const job = editJobOf();
  expect(rowStateLabel('unknown', job)).toEqual({ label: 'Outcome unknown', tone: 'warn' });
  expect(outcomeIssue(sampleEditRow({ state: 'unknown' }), job)).toBe(
    'The response was lost. Check again before you send it again.',
  );
  expect(outcomeIssue(sampleEditRow({ state: 'unknown', verified: false }), job)).toMatch(
    /did not have it.*still be in progress/,
  );
});

it("shows the service's reasons unchanged and an unknown code as text", () => {
  const job = editJobOf();
  expect(
    outcomeIssue(
      sampleEditRow({ state: 'refused', issue: { code: 'refused', reasons: ['No such household.'] } }),
      job,
    ),
  ).toBe('No such household.');
  expect(outcomeIssue(sampleEditRow({ state: 'refused', issue: { code: 'odd-thing' } }), job)).toBe(
    'Odd thing.',
  );
});

it('names edit jobs by their action and ignores advisor code jobs', () => {
  expect(jobTitleText(editJobOf({ total: 5000 }))).toBe('Edit 5,000 accounts');
  expect(
    jobTitleText(editJobOf({ kind: { resource: 'billingGroups', operation: 'remove' }, total: 1 })),
  ).toBe('Delete 1 billing group');
  expect(isEditsJob({ kind: { resource: 'advisorCodes', operation: 'create' } })).toBe(false);
});

it('says what an interrupted job left unsent or unknown', () => {
  expect(
    interruptedMessage(editJobOf({ state: 'interrupted', counts: { done: 2, unknown: 3, 'not-sent': 7 } })),
  ).toEqual({
    title: 'Editing accounts was interrupted',
    meaning:
      'Firm Desk closed before it was finished: 7 of 12 accounts were not sent, and the outcome of 3 accounts is not known yet.',
    next: 'Nothing has been re-sent.',
  });
});

it('reports no record as deleted or created if checking the service shows otherwise', () => {
  const removed = {
    ...editJobOf({ total: 3, counts: { done: 3 }, checkedAt: '2026-11-20T10:03:00Z' }),
    kind: { resource: 'feeStructures', operation: 'remove' } as const,
    verified: { yes: 1, no: 2 },
  };
  expect(endLabel(removed)).toEqual({ label: '2 fee structures are still in the list', tone: 'warn' });
  expect(countsText(removed)).toBe('1 deleted, 2 still in the list');
  expect(isUnresolved(removed)).toBe(true);
  expect(retryText(removed)).toBe('Retry records not deleted…');
  const row = sampleEditRow({ state: 'done', verified: false });
  expect(rowOutcomeLabel(row, removed)).toEqual({ label: 'Still in the list', tone: 'warn' });
  expect(outcomeIssue(row, removed)).toMatch(
    /^The service answered without an error, but still had it when it was checked .*\. Check again before you delete it again\.$/,
  );
  expect(outcomeIssue(sampleEditRow({ state: 'unknown', verified: false }), removed)).toMatch(
    /The service still had it/,
  );

  const created = {
    ...removed,
    kind: { resource: 'feeStructures', operation: 'create' } as const,
    verified: { yes: 0, no: 1 },
  };
  expect(endLabel(created).label).toBe('1 fee structure is not in the list');
  expect(rowOutcomeLabel(row, created).label).toBe('Not in the list');
  expect(rowOutcomeLabel(sampleEditRow({ state: 'done', verified: true }), created).label).toBe('Created');
});

it('says that a restored job came from a backup, not that Firm Desk closed', () => {
  const restored = '2026-11-20T09:00:00.000Z';
  const job = editJobOf({ state: 'interrupted', restored, counts: { done: 2, unknown: 10 } });
  const { title, meaning, next } = interruptedMessage(job);
  expect(title).toBe('Editing accounts: restored from a backup');
  expect(meaning).toContain(
    `Restored from a backup of ${formatDateTime(restored)}. It may have been sent after the backup`,
  );
  expect(`${meaning} ${next}`).not.toContain('Firm Desk closed');
  const row = sampleEditRow({ state: 'unknown', verified: null, issue: { code: 'restored' } });
  expect(outcomeIssue(row, job)).toContain('The service was not checked for it yet.');
});

it('says that outcomes were lost with damaged work, not that Firm Desk closed', () => {
  const job = editJobOf({ state: 'interrupted', counts: { done: 2, unknown: 10 } });
  const lost = { ...job, facts: { ...job.facts, outcomesLost: true } };
  expect(interruptedMessage(lost)).toEqual({
    title: 'Editing accounts: outcomes lost',
    meaning:
      'Outcomes of some records were lost with damaged saved work; the outcome of 10 accounts is not known yet.',
    next: 'Nothing has been re-sent.',
  });
  const notSent = editJobOf({ state: 'interrupted', counts: { done: 2, 'not-sent': 10 } });
  expect(endLabel({ ...notSent, facts: lost.facts }).label).toBe('Not completed');
});

it('says of a row that a rescue lost its outcome, and whether the service has it', () => {
  const job = editJobOf({ state: 'interrupted', counts: { done: 2, unknown: 10 } });
  const row = sampleEditRow({ state: 'unknown', verified: null, issue: { code: 'outcome-lost' } });
  expect(outcomeIssue(row, job)).toBe(
    'Its outcome was lost with damaged saved work. Check again before you send it again.',
  );
  expect(outcomeIssue({ ...row, verified: false }, job)).toBe(
    'Its outcome was lost with damaged saved work. The service did not have it.',
  );
});
