import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { DraftField } from '#contract/edit';
import { resources } from '#contract/resources';
import ReviewChanges from '../../../../renderer/records/form/ReviewChanges.svelte';

const assignmentsOf = (...accounts: number[]) =>
  JSON.stringify(accounts.map((account) => ({ id: account + 9000, account_id: account, fee_location: 0 })));

function show(resource: 'accounts' | 'billingGroups', fields: DraftField[], overrides: object = {}) {
  const form = { row: { state: 'ready', fields }, draft: { kind: 'edit' } };
  const conflicts = fields.filter(({ theirs }) => theirs !== undefined);
  const submission = {
    ...{ conflicts, choices: {}, failure: null, unansweredSince: null, chooseValue: () => undefined },
    ...overrides,
  };
  render(ReviewChanges, { form, submission, descriptor: resources[resource] } as never);
}

it('shows changed accounts of a billing group as added and removed, not as two tables', () => {
  show('billingGroups', [
    { field: 'assignments', before: assignmentsOf(10, 11), after: assignmentsOf(11, 12), issue: null },
  ]);
  expect(screen.getByRole('row', { name: /Assigned accounts/ }).textContent).toContain(
    '1 added, paid by itself: 12; 1 removed: 10',
  );
  expect(screen.queryByText('Assignment ID')).toBeNull();
});

it('shows both sides of a conflict about accounts as changes', () => {
  const [before, after, theirs] = [assignmentsOf(10), assignmentsOf(10, 12), '[]'];
  show('billingGroups', [{ field: 'assignments', before, after, theirs, issue: null }]);
  const group = screen.getByRole('group', { name: 'Conflict: Assigned accounts' });
  expect(group.textContent).toMatch(/Mine\s*1 added, paid by itself: 12\s*Theirs.*1 removed: 10/s);
});

it('says of a failure whether the changes were sent', () => {
  const failure = { kind: 'workspace-unreadable' };
  show('accounts', [], { failure, isOutcomeUnread: false });
  expect(screen.getByText('Your changes are saved as a draft. Nothing was sent.')).toBeTruthy();
  cleanup();
  show('accounts', [], { failure, isOutcomeUnread: true });
  expect(screen.getByText(/The request was sent, but its outcome could not be read/)).toBeTruthy();
  expect(screen.queryByText(/Nothing was sent/)).toBeNull();
  cleanup();
  const isUnanswered = { isOutcomeUnread: false, unansweredSince: '2026-11-21T07:00:00.000Z' };
  show('accounts', [], { failure, ...isUnanswered });
  expect(screen.getByText(/The answer was lost, so the request may have been sent/)).toBeTruthy();
  expect(screen.queryByText(/Nothing was sent/)).toBeNull();
});

it('does not say that a hidden nickname being cleared was empty before', () => {
  show('accounts', [{ field: 'nickname', after: 'null', issue: null }]);
  expect(screen.getByRole('row', { name: /Nickname/ }).textContent).toMatch(
    /Not shown by the service.*None/s,
  );
});

it('shortens a text of 10,000 characters and shows it in full on request', async () => {
  const after = JSON.stringify(`${'Long note. '.repeat(909)}The end`);
  show('accounts', [
    { field: 'notes', before: '"Short"', after, issue: null },
    { field: 'nickname', before: 'null', after: '"Beach house"', issue: null },
  ]);
  const row = screen.getByRole('row', { name: /Notes/ });
  expect(row.textContent.length).toBeLessThan(700);
  expect(row.textContent).not.toContain('The end');
  await fireEvent.click(screen.getByRole('button', { name: 'Show all 10,006 characters' }));
  expect(row.textContent).toContain('The end');
  await fireEvent.click(screen.getByRole('button', { name: 'Show less' }));
  expect(row.textContent).not.toContain('The end');
});

it('shows a replaced value in full, however long it is', () => {
  const before = JSON.stringify(`${'Long note. '.repeat(909)}The end`);
  show('accounts', [{ field: 'notes', before, after: '"Short"', issue: null }]);
  expect(screen.getByRole('row', { name: /Notes/ }).textContent).toContain('The end');
});

it('shows in full a value that a conflict would overwrite', () => {
  const otherValue = JSON.stringify(`${'Long note. '.repeat(909)}The end`);
  show('accounts', [{ field: 'notes', before: '"Old"', after: '"Mine"', theirs: otherValue, issue: null }]);
  expect(screen.getByRole('group', { name: 'Conflict: Notes' }).textContent).toContain('The end');
});

it('attributes a conflict with an earlier edit made here to the user', () => {
  const edit = { before: '"A"', after: '"C"', theirs: '"B"', issue: null };
  show('accounts', [
    { field: 'notes', ...edit, sentAt: '2026-11-20T10:42:00.000Z' },
    { field: 'nickname', ...edit },
  ]);
  const notes = screen.getByRole('group', { name: 'Conflict: Notes' });
  expect(notes.textContent).toMatch(/Sent by you earlier.*You sent that value on .*2026/s);
  expect(notes.textContent).not.toMatch(/theirs/i);
  const otherConflict = screen.getByRole('group', { name: 'Conflict: Nickname' });
  expect(otherConflict.textContent).toMatch(/Theirs.*Keep theirs/s);
  expect(otherConflict.textContent).not.toMatch(/you/i);
});
