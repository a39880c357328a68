import { expect, it } from 'vitest';
import {
  draftAbout,
  hasDraftIssues,
  draftCheckedText,
  draftStatusLabel,
  draftTitle,
  draftRowStatus,
  draftSentence,
  draftRowIssue,
  sendLabel,
  tooManySelectedText,
} from '../../../../renderer/records/drafts/bulk-messages';
import { changesText, editText } from '../../../../renderer/records/outcome/change-text';
import { sampleBulkDraft, sampleBulkDraftRow } from './samples';

it('cuts a long value in a sentence between words and keeps the full text for a tooltip', () => {
  const longEdit = { op: 'set' as const, field: 'notes', json: JSON.stringify('Call first. '.repeat(900)) };
  const text = editText('accounts', longEdit);
  expect(text.length).toBeLessThan(130);
  expect(text).toMatch(/Call first…$|Call…$/);
  expect(editText('accounts', longEdit, true).length).toBeGreaterThan(10_000);
  const items = Array.from({ length: 60 }, (_, index) => String(90_000 + index));
  expect(editText('accounts', { op: 'add', field: 'benchmarks_ids', items })).toMatch(
    / 900\d\d… to Benchmarks$/,
  );
  const draft = sampleBulkDraft({ edits: [longEdit] });
  expect(draftAbout(draft)).toMatch(/… · saved /);
  expect(draftAbout(draft, true)).toContain('Call first. '.repeat(900).trim());
});

it('describes an edit as a sentence, including "none" and empty values', () => {
  const sentence = (edit: Parameters<typeof editText>[1]) => editText('accounts', edit);
  expect(sentence({ op: 'set', field: 'required_cash', json: '5000.00' })).toBe(
    'Set Required cash to $5,000.00',
  );
  expect(sentence({ op: 'set', field: 'household_id', json: 'null' })).toBe('Set Household to none');
  expect(sentence({ op: 'set', field: 'benchmarks_ids', json: '[]' })).toBe('Set Benchmarks to empty');
  expect(sentence({ op: 'set', field: 'required_cash_frequency', json: '"Q"' })).toMatch(/to Quarterly$/);
  expect(sentence({ op: 'add', field: 'benchmarks_ids', items: ['9007199254740993', '2'] })).toBe(
    'Add 9007199254740993, 2 to Benchmarks',
  );
  expect(sentence({ op: 'replace', field: 'fee_structures_ids', from: '7', to: '8' })).toBe(
    'Replace 7 with 8 in Fee structures',
  );
});

it('counts the records to send and those skipped', () => {
  expect(draftSentence(sampleBulkDraft({ total: 1, counts: { ready: 1 } }))).toBe(
    '1 account will be changed.',
  );
  expect(
    draftSentence(
      sampleBulkDraft({
        total: 5000,
        counts: { ready: 4960, unchanged: 20, wrong: 10, conflict: 1, gone: 9 },
      }),
    ),
  ).toBe(
    '4,960 accounts will be changed. Skipped: 20 already up to date, 10 can’t be changed, 1 conflict, 9 no longer in the service.',
  );
  expect(draftSentence(sampleBulkDraft({ total: 12, counts: { unchanged: 12 } }))).toMatch(
    /^Nothing to send/,
  );
});

it('says what an unfinished form of a new record lacks, instead of what would be skipped', () => {
  const draft = sampleBulkDraft({ kind: 'create', origin: 'form', total: 1, counts: { wrong: 1 } });
  const field = (code: 'required' | 'number' | null) => ({
    field: 'name',
    after: 'null',
    issue: code && { code },
  });
  const rowWith = (...codes: ('required' | 'number' | null)[]) =>
    sampleBulkDraftRow({ state: 'wrong', fields: codes.map(field) });
  expect(draftStatusLabel(draft)).toEqual({ label: 'Incomplete', tone: 'warn' });
  expect(draftSentence(draft)).toBe('Incomplete: the account can’t be created yet.');
  expect(draftSentence(draft, rowWith('required', 'required', null))).toBe('Incomplete: 2 fields missing.');
  expect(draftSentence(draft, rowWith('required', 'number'))).toBe(
    'Incomplete: 1 field missing, 1 to correct.',
  );
  expect(draftSentence(draft, rowWith('number'))).toBe('Incomplete: 1 field to correct.');
  const edit = { ...draft, kind: 'edit' } as const;
  expect(draftSentence(edit)).toBe(
    'Nothing to send: the account will not be changed. Skipped: 1 can’t be changed.',
  );
});

it('counts the lines of an import that will be sent and those skipped', () => {
  const imported = sampleBulkDraft({
    origin: 'import',
    total: 40,
    counts: { ready: 37, wrong: 2, unchanged: 1 },
  });
  expect(draftSentence(imported)).toBe(
    '37 of 40 lines will be sent. Skipped: 1 already up to date, 2 with errors.',
  );
  expect(draftSentence(sampleBulkDraft({ origin: 'import', total: 2, counts: { wrong: 2 } }))).toBe(
    'None of 2 lines will be sent. Skipped: 2 with errors.',
  );
});

it('names a draft by its action and its records', () => {
  expect(draftTitle(sampleBulkDraft({ total: 5000 }))).toBe('Edit 5,000 accounts');
  expect(draftTitle(sampleBulkDraft({ total: 1, title: 'Harbor Trust', origin: 'form' }))).toBe(
    'Edit Harbor Trust',
  );
  expect(draftTitle(sampleBulkDraft({ origin: 'undo' }))).toBe('Undo edit of 12 accounts');
  expect(draftTitle(sampleBulkDraft({ kind: 'remove', resource: 'billingGroups' }))).toBe(
    'Delete 12 billing groups',
  );
});

it('labels the Send button with the action and the number of ready rows', () => {
  expect(sendLabel(sampleBulkDraft({ counts: { ready: 4960 } }))).toBe('Send 4,960 changes');
  expect(sendLabel(sampleBulkDraft({ kind: 'remove', counts: { ready: 1 } }))).toBe('Delete 1 account');
});

it('shows in the state of a draft that it has conflicts, or needs a second person', () => {
  expect(draftStatusLabel(sampleBulkDraft({ counts: { ready: 11, conflict: 1 } })).label).toBe('1 conflict');
  const ruledDraft = sampleBulkDraft({ counts: { ready: 12 }, needsSecondPerson: true });
  expect(draftStatusLabel(ruledDraft).label).toBe('Needs a second person');
});

it('says how many records can be edited at once', () => {
  expect(tooManySelectedText('accounts', 10_001, 'edited')).toBe(
    '10,001 accounts are selected. Up to 10,000 can be edited at once: filter the list or select fewer.',
  );
});

it('never claims a check in the service that did not happen', () => {
  expect(draftCheckedText(sampleBulkDraft({ checkedAt: null }))).toMatch(
    /data on this computer; not checked/,
  );
  expect(draftCheckedText(sampleBulkDraft({ isChecking: true }))).toBe(
    'Checking 12 accounts in the service…',
  );
});

it("shows a conflict with the service's value and exact digits", () => {
  const conflict = sampleBulkDraftRow({
    state: 'conflict',
    fields: [{ field: 'required_cash', before: '0.10', after: '5000.00', theirs: '7.5', issue: null }],
  });
  expect(draftRowIssue('accounts', conflict)).toBe('Required cash: the service now has $7.50.');
  expect(changesText('accounts', conflict.fields)).toBe('Required cash: $0.10 → $5,000.00');
  expect(draftRowIssue('accounts', sampleBulkDraftRow())).toBeNull();
});

it('names the missing values of a new record in one sentence', () => {
  const missing = (field: string) => ({ field, after: 'null', issue: { code: 'required' } });
  const row = (...fields: string[]) => sampleBulkDraftRow({ key: null, fields: fields.map(missing) });
  expect(draftRowIssue('feeStructures', row('frequency', 'firm_id'))).toBe('Missing: Frequency, Firm.');
  expect(draftRowIssue('feeStructures', row('firm_id'))).toBe('Firm: It must be filled in.');
});

it('shows the tiers of a fee structure as amounts and rates, not as JSON', () => {
  const tiers =
    '[{"min_balance":0,"max_balance":250000,"rate":1.25},{"min_balance":250000.01,"max_balance":null,"rate":1}]';
  const field = { field: 'tiers', before: undefined, after: tiers, issue: null };
  expect(changesText('feeStructures', [field], true)).toBe(
    'Tiers: From $0.00, To $250,000.00, Rate 1.25%; From $250,000.01, and above, Rate 1.00%',
  );
});

it('has issues to show if rows are skipped or records are created again', () => {
  expect(hasDraftIssues(sampleBulkDraft({ counts: { ready: 12 } }))).toBe(false);
  expect(hasDraftIssues(sampleBulkDraft({ counts: { ready: 11, wrong: 1 } }))).toBe(true);
  expect(hasDraftIssues(sampleBulkDraft({ kind: 'create', origin: 'undo', counts: { ready: 3 } }))).toBe(
    true,
  );
});

it('does not announce partly created records as new', () => {
  const completionDraft = sampleBulkDraft({
    kind: 'create',
    resource: 'feeStructures',
    total: 2,
    counts: { ready: 2 },
    toComplete: 2,
  });
  expect(draftTitle(completionDraft)).toBe('Complete 2 fee structures');
  expect(draftSentence(completionDraft)).toBe('2 fee structures already exist and will be completed.');
  expect(sendLabel(completionDraft)).toBe('Complete 2 fee structures');
  expect(draftRowStatus('ready', completionDraft).label).toBe('Will be completed');
  const mixedDraft = { ...completionDraft, toComplete: 1 };
  expect(draftSentence(mixedDraft)).toBe(
    '1 fee structure will be created. 1 fee structure already exists and will be completed.',
  );
  expect(draftRowStatus('ready', mixedDraft, { key: '7' }).label).toBe('Will be completed');
  expect(draftRowStatus('ready', mixedDraft, { key: null }).label).toBe('Will be created');
});
