import { describe, expect, it, vi } from 'vitest';
import type { DraftField } from '#contract/edit';
import type { Job } from '#contract/job';
import { RecordForm } from '../../../../renderer/records/form/record-form.svelte';
import { FormSubmission } from '../../../../renderer/records/form/form-submission.svelte';
import { declaredFailure, fakeEngine, deferredPromise, type Answers } from '../../fakes';
import { sampleDraft, RAW, sampleDraftRow } from './samples';

/** Opens a form with an engine that saves its drafts and a timer that the test controls. */
async function openForm(overrides: Answers = {}) {
  let fields: DraftField[] = [];
  const issueOf = (json: string) => (json.startsWith('"12') ? { code: 'not-money' } : null);
  const { engine, calls } = fakeEngine({
    'edits.open': () => sampleDraft(),
    'edits.rows': () => ({ rows: [sampleDraftRow(fields)], total: 1 }),
    'edits.saveRow': ({ edits }: { edits: { field: string; json: string }[] }) => {
      fields = edits.map(({ field, json }) => ({ field, before: '5000', after: json, issue: issueOf(json) }));
      return sampleDraft();
    },
    'edits.discard': () => undefined,
    'records.get': () => ({ raw: RAW, title: 'Violet Juns', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }),
    ...overrides,
  });
  let due: (() => void) | undefined;
  const form = new RecordForm(
    () => engine,
    (_ms, then) => {
      due = then;
      return () => (due = undefined);
    },
  );
  await form.open({ kind: 'edit', resource: 'accounts', key: '216897' });
  const saveInputs = () => calls.filter(({ name }) => name === 'edits.saveRow').map(({ input }) => input);
  return {
    form,
    engine,
    calls,
    saveInputs,
    fire: () => due?.(),
    set: (next: DraftField[]) => (fields = next),
  };
}

describe('form of one record', () => {
  it("shows the record's values with every digit, and which fields can be edited", async () => {
    const { form } = await openForm();
    expect(form.value('household_id')).toBe('90071992547409931');
    expect(form.value('notes')).toBe('null');
    expect(form.value('nickname')).toBeUndefined();
    const fields = form.groups.flatMap((group) => group.fields);
    expect(fields.filter(({ isEditable }) => isEditable)).toHaveLength(18);
    expect(fields.find(({ name }) => name === 'name')?.isEditable).toBe(false);
  });

  it('saves all changes as a draft after a debounce', async () => {
    const { form, saveInputs, fire } = await openForm();
    form.set('required_cash', '6000');
    form.set('notes', '"x"');
    expect(form.isSaved).toBe(false);
    expect(saveInputs()).toEqual([]);
    fire();
    await form.flush();
    expect(saveInputs()).toEqual([
      {
        draft: 'd1',
        index: 0,
        edits: [
          { op: 'set', field: 'required_cash', json: '6000' },
          { op: 'set', field: 'notes', json: '"x"' },
        ],
      },
    ]);
    expect({ isSaved: form.isSaved, changes: form.changeCount }).toEqual({ isSaved: true, changes: 2 });
  });

  it('keeps the draft of a new record only if something was typed', async () => {
    const discardInputs = async (typed: boolean) => {
      const { form, calls } = await openForm({
        'edits.create': () => sampleDraft({ kind: 'create', key: null }),
      });
      await form.open({ kind: 'create', resource: 'accounts', like: null });
      if (typed) form.set('notes', '"x"');
      await form.leave();
      return calls.flatMap(({ name, input }) => (name === 'edits.discard' ? [input] : []));
    };
    expect(await discardInputs(false)).toEqual([{ draft: 'd1' }]);
    expect(await discardInputs(true)).toEqual([]);
  });

  it('discards a new draft whose form was closed while it opened', async () => {
    const created = deferredPromise<ReturnType<typeof sampleDraft>>();
    const { form, calls } = await openForm({ 'edits.create': () => created.promise });
    form.draft = null;
    const opening = form.open({ kind: 'create', resource: 'accounts', like: '7' });
    await form.leave();
    created.settle(sampleDraft({ id: 'd2', kind: 'create', key: null }));
    expect(await opening).toBe(false);
    expect(calls.at(-1)).toEqual({ name: 'edits.discard', input: { draft: 'd2' } });
  });

  it("restores the record's value by typing it or by a reset", async () => {
    const { form } = await openForm();
    form.set('required_cash', '6000');
    form.set('required_cash', '5000');
    expect(form.isChanged('required_cash')).toBe(false);
    form.set('notes', '"x"');
    form.reset('notes');
    expect(form.changeCount).toBe(0);
    // Null is a value, not a reset.
    form.set('payment_source', 'null');
    expect(form.value('payment_source')).toBe('null');
  });

  it('clears a nickname hidden by the service only on request, not by undone typing', async () => {
    const { form, saveInputs } = await openForm();
    form.set('nickname', '"B"');
    form.set('nickname', 'null');
    expect(form.isChanged('nickname')).toBe(false);
    form.clear('nickname');
    await form.flush();
    expect(saveInputs()).toMatchObject([{ edits: [{ op: 'set', field: 'nickname', json: 'null' }] }]);
    form.reset('nickname');
    form.clear('notes'); // shown, and empty already
    expect(form.changeCount).toBe(0);
  });

  it('forgets the error of a partly typed value when the field is cleared', async () => {
    const { form } = await openForm();
    form.set('first_billable_date', '"2026-03-01"');
    form.setInputError('first_billable_date', 'Enter a complete date: month, day and year.');
    form.clear('first_billable_date');
    expect(form.inputErrors).toEqual({});
    expect(form.hasErrors).toBe(false);
  });

  it('reports errors of the current value, not of the previous one', async () => {
    const { form } = await openForm();
    form.set('required_cash', '"12abc"');
    await form.flush();
    expect(form.issue('required_cash')?.code).toBe('not-money');
    expect(form.hasErrors).toBe(true);
    form.set('required_cash', '12');
    expect(form.issue('required_cash')).toBeNull();
  });

  it('saves input typed while the draft was being saved, too', async () => {
    const first = deferredPromise<ReturnType<typeof sampleDraft>>();
    const saved: unknown[] = [];
    const { form } = await openForm({
      'edits.saveRow': ({ edits }: { edits: unknown }) =>
        saved.push(edits) === 1 ? first.promise : sampleDraft(),
    });
    form.set('notes', '"a"');
    const saving = form.flush();
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    form.set('notes', '"ab"');
    first.settle(sampleDraft());
    await saving;
    expect(saved).toEqual([
      [{ op: 'set', field: 'notes', json: '"a"' }],
      [{ op: 'set', field: 'notes', json: '"ab"' }],
    ]);
    expect(form.isSaved).toBe(true);
  });

  it('reports a failed save and keeps the input', async () => {
    const { form } = await openForm({ 'edits.saveRow': () => Promise.reject(declaredFailure('disk-full')) });
    form.set('notes', '"a"');
    await form.flush();
    expect({ kind: form.failure?.kind, hasSaveFailed: form.hasSaveFailed }).toEqual({
      kind: 'disk-full',
      hasSaveFailed: true,
    });
    await form.reloadRecord();
    expect(form.hasSaveFailed).toBe(true);
    expect(form.value('notes')).toBe('"a"');
  });

  it('shows a failed reading of the record until one succeeds, and not as a failed save', async () => {
    let canRead = true;
    const { form } = await openForm({
      'records.get': () =>
        canRead
          ? { raw: RAW, title: 'Violet Juns', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }
          : Promise.reject(declaredFailure('cache-unreadable')),
    });
    form.set('notes', '"a"');
    await form.flush();
    canRead = false;
    await form.reloadRecord();
    expect({ kind: form.failure?.kind, hasSaveFailed: form.hasSaveFailed }).toEqual({
      kind: 'cache-unreadable',
      hasSaveFailed: false,
    });
    form.set('notes', '"ab"'); // typing alone is no failed save
    expect(form.hasSaveFailed).toBe(false);
    canRead = true;
    await form.reloadRecord();
    expect(form.failure).toBeNull();
  });

  it('is not saved after it was discarded', async () => {
    const { form, saveInputs, calls } = await openForm();
    form.set('notes', '"a"');
    await form.discard();
    await form.flush();
    expect(saveInputs()).toEqual([]);
    expect(calls.at(-1)).toEqual({ name: 'edits.discard', input: { draft: 'd1' } });
  });

  it('saves unsaved input after all if the draft could not be discarded', async () => {
    const { form, saveInputs, fire } = await openForm({
      'edits.discard': () => Promise.reject(declaredFailure('disk-full')),
    });
    form.set('notes', '"a"');
    await expect(form.discard()).rejects.toThrow();
    fire();
    await vi.waitFor(() => expect(form.isSaved).toBe(true));
    expect(saveInputs()).toHaveLength(1);
  });

  it('shows the reasons of a refusal at the fields they name', async () => {
    const { form } = await openForm();
    form.showReasons([
      'required_cash_frequency is missing',
      'Required cash must be positive',
      'notes must differ from the nickname',
      'Try again later',
    ]);
    expect(form.refusalReasons).toEqual({
      fields: {
        required_cash_frequency: ['required_cash_frequency is missing'],
        required_cash: ['Required cash must be positive'],
        notes: ['notes must differ from the nickname'],
      },
      others: ['Try again later'],
    });
    form.set('notes', '"a"');
    expect(form.refusalReasons).toBeNull();
  });
});

const job = (overrides: object = {}) => ({
  id: 'j1',
  kind: { resource: 'accounts', operation: 'edit' },
  state: 'done',
  total: 1,
  counts: {
    planned: 0,
    skipped: 0,
    'in-flight': 0,
    done: 1,
    refused: 0,
    conflict: 0,
    'not-taken': 0,
    'not-sent': 0,
    unknown: 0,
  },
  verified: { yes: 1, no: 0 },
  facts: {},
  failure: null,
  createdAt: '2026-11-21T07:00:00Z',
  startedAt: '2026-11-21T07:00:00Z',
  endedAt: '2026-11-21T07:00:01Z',
  checkedAt: null,
  isChecking: false,
  checkFailure: null,
  ...overrides,
});

describe('sending one record', () => {
  const openFormToSend = (overrides: Answers = {}) =>
    openForm({
      'edits.check': () => sampleDraft({ checkedAt: '2026-11-21T08:00:00Z' }),
      'edits.send': () => job(),
      'jobs.follow': async function* () {
        yield await Promise.resolve(job());
      },
      'jobs.rows': () => ({
        rows: [{ index: 0, input: {}, state: 'done', issue: null, responseIds: [], verified: true }],
        total: 1,
      }),
      ...overrides,
    });

  it('reads the record again first and sends it once, however often it is pressed', async () => {
    const { form, engine, calls } = await openFormToSend();
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '6000');
    await submission.check();
    expect(submission.phase).toBe('review');
    await Promise.all([submission.send(), submission.send()]);
    expect(calls.filter(({ name }) => name === 'edits.check' || name === 'edits.send')).toEqual([
      { name: 'edits.check', input: { draft: 'd1' } },
      { name: 'edits.send', input: { draft: 'd1', count: 1 } },
    ]);
    expect(submission.outcome?.line.state).toBe('done');
  });

  it('stays at the fields if one was wrong at the press, even if corrected during the save', async () => {
    const first = deferredPromise<ReturnType<typeof sampleDraft>>();
    let saves = 0;
    const { form, engine, calls } = await openFormToSend({
      'edits.saveRow': () => (++saves === 1 ? first.promise : sampleDraft()),
    });
    const submission = new FormSubmission(form, () => engine);
    form.inputErrors = { notes: 'empty' };
    form.set('required_cash', '6000');
    const checking = submission.check();
    await vi.waitFor(() => expect(saves).toBe(1));
    form.inputErrors = {};
    form.set('required_cash', '7000');
    first.settle(sampleDraft());
    await checking;
    expect(submission.phase).toBe('typing');
    expect(calls.some(({ name }) => name === 'edits.check')).toBe(false);
  });

  it('returns to the fields after a refusal and dismisses its outcome', async () => {
    const { form, engine, calls } = await openFormToSend({
      'jobs.rows': () => ({
        rows: [{ index: 0, input: {}, state: 'refused', issue: null, responseIds: [], verified: null }],
        total: 1,
      }),
      'edits.draftRetry': () => sampleDraft(),
      'jobs.dismiss': () => undefined,
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '6000');
    await submission.check();
    await submission.send();
    const refusedJob = submission.outcome?.job.id;
    await submission.editAgain();
    expect(submission.phase).toBe('typing');
    expect(calls.filter(({ name }) => name === 'jobs.dismiss').map(({ input }) => input)).toEqual([
      { job: refusedJob },
    ]);
  });

  it.each([
    [{ required_cash: '5000' }, true],
    [{ notes: 'null', required_cash: '5000' }, false],
  ])('can undo a rejected edit only if part of it was applied: not %o', async (notApplied, canUndo) => {
    const fields = ['notes', 'required_cash'].map((field) => ({ field, before: 'null', after: '1' }));
    const { form, engine } = await openFormToSend({
      'jobs.rows': () => ({
        rows: [
          {
            index: 0,
            input: { key: '216897', title: 'Violet Juns', subtitle: '', line: null, fields },
            state: 'not-taken',
            issue: { code: 'refused-in-part', fields: notApplied },
            responseIds: [],
            verified: null,
          },
        ],
        total: 1,
      }),
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '6000');
    await submission.check();
    await submission.send();
    expect(submission.canUndo).toBe(canUndo);
  });

  it('knows that it was sent if the connection is closed before the outcome is known', async () => {
    const follows: Job['state'][] = ['running', 'done'];
    const { form, engine } = await openFormToSend({
      'jobs.follow': async function* () {
        yield await Promise.resolve(job({ state: follows.shift() ?? 'done' }));
      },
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '6000');
    await submission.check();
    await submission.send();
    expect([submission.isOutcomeUnread, submission.failure?.kind]).toEqual([true, 'engine-lost']);
    await submission.readOutcome();
    expect([submission.phase, submission.outcome?.job.state]).toEqual(['outcome', 'done']);
  });

  it('knows that it was sent if the outcome cannot be read, and reads it again without sending', async () => {
    let canRead = false;
    const { form, engine, calls } = await openFormToSend({
      'jobs.follow': async function* () {
        if (!canRead) throw declaredFailure('workspace-unreadable');
        yield await Promise.resolve(job());
      },
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '6000');
    await submission.check();
    expect(submission.sentJob).toBeNull();
    await submission.send();
    expect({ phase: submission.phase, sent: submission.sentJob?.id, kind: submission.failure?.kind }).toEqual(
      {
        phase: 'review',
        sent: 'j1',
        kind: 'workspace-unreadable',
      },
    );
    canRead = true;
    const reading = submission.readOutcome();
    expect([submission.isOutcomeUnread, submission.failure]).toEqual([true, null]); // still said while it is read
    await reading;
    expect(submission.isOutcomeUnread).toBe(false);
    expect({ phase: submission.phase, failure: submission.failure }).toEqual({
      phase: 'outcome',
      failure: null,
    });
    expect(calls.filter(({ name }) => name === 'edits.send')).toHaveLength(1);
  });

  it.each([true, false])(
    'finds out whether changes were sent if the answer was lost: %s',
    async (wasSent) => {
      const sent = job({ facts: { title: 'Violet Juns' }, createdAt: '9999-01-01T00:00:00.000Z' });
      const { form, engine, calls } = await openFormToSend({
        'edits.send': () => {
          throw declaredFailure('engine-lost');
        },
        'edits.get': () => {
          if (wasSent) throw declaredFailure('not-found');
          return sampleDraft();
        },
        'jobs.list': () => [
          job({ id: 'other', createdAt: sent.createdAt }),
          { ...sent, id: 'earlier', createdAt: '2020-01-01T00:00:00.000Z' },
          sent,
        ],
      });
      const submission = new FormSubmission(form, () => engine);
      form.set('required_cash', '6000');
      await submission.check();
      await submission.send();
      expect([submission.phase, submission.unansweredSince]).toEqual(['review', expect.any(String)]);
      await submission.readOutcome();
      expect([submission.unansweredSince, submission.failure]).toEqual([null, null]);
      expect([submission.phase, submission.sentJob?.id]).toEqual(
        wasSent ? ['outcome', 'j1'] : ['review', undefined],
      );
      expect(calls.filter(({ name }) => name === 'edits.send')).toHaveLength(1);
    },
  );

  it('is checked and sent although the record could not be reloaded', async () => {
    let canRead = true;
    const { form, engine } = await openFormToSend({
      'records.get': () =>
        canRead
          ? { raw: RAW, title: 'Violet Juns', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }
          : Promise.reject(declaredFailure('cache-unreadable')),
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '6000');
    await form.flush();
    canRead = false;
    await form.reloadRecord();
    await submission.check();
    await submission.send();
    expect(submission.outcome?.line.state).toBe('done');
  });

  it('does not call the service while a value is invalid', async () => {
    const { form, engine, calls } = await openFormToSend();
    const submission = new FormSubmission(form, () => engine);
    form.set('required_cash', '"12abc"');
    await submission.check();
    expect(submission.phase).toBe('typing');
    expect(calls.some(({ name }) => name === 'edits.check')).toBe(false);
  });

  it('waits until every conflict is decided and resolves each as decided', async () => {
    const { form, engine, calls, set } = await openFormToSend({
      'edits.resolve': ({ field }: { field: string }) => {
        set(
          field === 'notes'
            ? [{ field: 'nickname', before: '"n"', after: '"mine"', theirs: '"t"', issue: null }]
            : [{ field: 'nickname', before: '"t"', after: '"mine"', issue: null }],
        );
        return sampleDraft();
      },
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('notes', '"mine"');
    await form.flush();
    set([
      { field: 'notes', before: 'null', after: '"mine"', theirs: '"theirs"', issue: null },
      { field: 'nickname', before: '"n"', after: '"mine"', theirs: '"t"', issue: null },
    ]);
    await submission.check();
    expect(submission.undecidedCount).toBe(2);
    await submission.send();
    expect(calls.some(({ name }) => name === 'edits.send')).toBe(false);
    submission.chooseValue('notes', 'theirs');
    submission.chooseValue('nickname', 'mine');
    await submission.send();
    expect(calls.filter(({ name }) => name === 'edits.resolve').map(({ input }) => input)).toEqual([
      { draft: 'd1', index: 0, field: 'notes', choice: 'theirs' },
      { draft: 'd1', index: 0, field: 'nickname', choice: 'mine' },
    ]);
    expect(submission.phase).toBe('outcome');
  });

  it('returns to the fields without losing input if the check finds an error', async () => {
    const { form, engine, calls, set } = await openFormToSend();
    const submission = new FormSubmission(form, () => engine);
    form.set('notes', '"mine"');
    await form.flush();
    set([{ field: 'notes', before: 'null', after: '"mine"', issue: { code: 'slug-in-use' } }]);
    await submission.check();
    expect({ phase: submission.phase, locked: form.locked, typed: form.value('notes') }).toEqual({
      phase: 'typing',
      locked: false,
      typed: '"mine"',
    });
    expect(form.issue('notes')).toEqual({ code: 'slug-in-use' });
    expect(calls.some(({ name }) => name === 'edits.send')).toBe(false);
  });

  it('explains why it cannot be sent now and keeps the draft', async () => {
    const { form, engine } = await openFormToSend({
      'edits.check': () => sampleDraft({ checkFailure: { kind: 'offline' } }),
    });
    const submission = new FormSubmission(form, () => engine);
    form.set('notes', '"a"');
    await submission.check();
    expect({ phase: submission.phase, kind: submission.failure?.kind }).toEqual({
      phase: 'review',
      kind: 'offline',
    });
    submission.back();
    expect(form.value('notes')).toBe('"a"');
    expect(form.locked).toBe(false);
  });
});
