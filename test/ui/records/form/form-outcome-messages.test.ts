import { expect, it } from 'vitest';
import type { ValueIssue } from '#contract/edit';
import type { Field } from '#contract/fields';
import { OUTCOME_ISSUES } from '#contract/job';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { formTitle, isFinishing, formOutcomeMessage } from '../../../../renderer/records/form/form-messages';
import { rowIssueText } from '../../../../renderer/records/outcome/row-issue-messages';
import { humanize } from '../../../../renderer/records/record/record';

it("does not call a value saved if the service's answer does not show it", () => {
  const row = {
    state: 'done',
    verified: null,
    issue: { code: 'not-confirmed', fields: { nickname: null } },
  } as const;
  expect(formOutcomeMessage('edit', row, { checkedAt: null }, 'accounts')).toEqual({
    label: 'Sent, not confirmed',
    tone: 'warn',
    text: 'Nickname was sent; the service’s answer does not show it, so it is not confirmed.',
  });
  expect(formOutcomeMessage('edit', { ...row, issue: null }, { checkedAt: null }, 'accounts').label).toBe(
    'Changes saved',
  );
});

it('does not call a created record refused if a later part of it failed', () => {
  const issue = {
    code: 'created-incomplete',
    facts: { id: '7', fields: 'annual_cycle' },
    reasons: ['annual_cycle: not allowed'],
  };
  const row = { state: 'refused' as const, verified: null, issue };
  expect(formOutcomeMessage('create', row, { checkedAt: null }, 'feeStructures')).toEqual({
    label: 'Created in part',
    tone: 'warn',
    text: 'The fee structure was created, but not all of it was applied: Annual cycle.',
  });
  expect(rowIssueText('feeStructures', issue)).toBe(
    'The fee structure was created, but not all of it was applied: Annual cycle. annual_cycle: not allowed',
  );
  expect(formTitle('create', { singular: 'fee structure' }, isFinishing('create', { key: '7' }))).toBe(
    'Complete fee structure',
  );
  expect(isFinishing('create', { key: null }) || isFinishing('edit', { key: '7' })).toBe(false);
});

it('says that an edit was not sent, and which fields the reading lacks', () => {
  const issue = { code: 'incomplete-reading', fields: { household_id: null, benchmarks_ids: null } };
  const message = formOutcomeMessage(
    'edit',
    { state: 'refused', verified: null, issue },
    { checkedAt: null },
    'accounts',
  );
  expect(message).toMatchObject({ label: 'Not sent', tone: 'warn' });
  expect(message.text).toBe(
    'The service’s response for this account is missing fields that it had before: Household, Benchmarks. Sending it back could have erased them, so nothing was sent. Try again later; if it happens again, contact the service’s support.',
  );
});

it('reports which part of a refused edit was applied and which was not', () => {
  const issue = {
    code: 'refused-in-part',
    fields: { required_cash: '3' },
    reasons: ['required_cash is not allowed.'],
  };
  expect(
    formOutcomeMessage(
      'edit',
      { state: 'not-taken', verified: null, issue },
      { checkedAt: null },
      'accounts',
    ),
  ).toEqual({
    label: 'Applied in part',
    tone: 'warn',
    text: 'The service rejected the edit, but applied part of it. Not applied: Required cash. Undo reverts the applied part. Required cash: the service has $3.00.',
  });
});

it('quotes the text that the service has instead', () => {
  const textOf = (nickname: string) => rowIssueText('accounts', { code: 'conflict', fields: { nickname } });
  expect(textOf('"Someone else"')).toMatch(/Nickname: the service has “Someone else”\.$/);
  expect(textOf('null')).toMatch(/Nickname: the service has none\.$/);
});

it('does not say that nothing was created if the service has another record with the name', () => {
  const rival = 'The service has another fee structure with this name, which may be the new one.';
  for (const [state, code] of [
    ['refused', 'refused'],
    ['unknown', 'lost'],
  ] as const) {
    const row = { state, verified: false, issue: { code, facts: { rival: '7' } } };
    const { text } = formOutcomeMessage('create', row, { checkedAt: null }, 'feeStructures');
    expect(text).toContain(rival);
    expect(text).not.toContain('Nothing was created.');
  }
});

it('has a sentence for every issue of an outcome, an unclear reading and an invalid value', () => {
  const writableKinds = RESOURCE_NAMES.flatMap((name) =>
    Object.values<Field>(resourceNamed(name).fields).flatMap(({ kind, editable, create }) =>
      editable || create ? [kind] : [],
    ),
  );
  const valueIssues = writableKinds.map((kind): ValueIssue => `not-${kind}`);
  const readingIssues = ['incomplete-reading', 'unreadable', 'other-value', 'echo', 'field-absent'];
  for (const code of [...OUTCOME_ISSUES, ...readingIssues, ...new Set(valueIssues)])
    // A code without a sentence is shown as its own words.
    expect(rowIssueText('accounts', { code })).not.toBe(`${humanize(code)}.`);
});

it('does not report a record as created or deleted if the check contradicts it', () => {
  const row = { state: 'done', verified: false, issue: null } as const;
  expect(formOutcomeMessage('remove', row, { checkedAt: null }, 'feeStructures')).toEqual({
    label: 'Still in the list',
    tone: 'warn',
    text: 'The service answered without an error, but still had it when it was checked. Check again before you delete it again.',
  });
  expect(formOutcomeMessage('create', row, { checkedAt: null }, 'feeStructures').label).toBe(
    'Not in the list',
  );
});
