import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '#contract/dates';
import { failureFrom } from '../workspace/temp-workspace';
import { EditsHarness, allRecordsQuery, onlyKeys, setField } from './harness';

const withAccounts = async (): Promise<{ harness: EditsHarness; key: string }> => {
  const harness = await EditsHarness.start();
  await harness.fetchList('accounts');
  return { harness, key: harness.firstKeys('accounts', 1)[0] ?? '' };
};

describe('the draft of a form', () => {
  it('is reopened if it exists, and listed once something changed', async () => {
    const { harness, key } = await withAccounts();
    const { drafts } = harness.edits;
    const stream = drafts.follow(undefined);
    expect((await stream.next()).value).toEqual([]);
    const draft = harness.edits.open('accounts', key);
    expect(draft).toMatchObject({
      total: 1,
      counts: { unchanged: 1 },
      title: harness.cachedRecord('accounts', key)['name'],
    });
    expect(harness.edits.open('accounts', key).id).toBe(draft.id);
    harness.edits.saveRow(draft.id, 0, [setField('notes', 'Call first')]);
    const update = await stream.next();
    expect(update.value).toMatchObject([{ id: draft.id, counts: { ready: 1 } }]);
    await stream.return();
    expect(drafts.rows(draft.id, { offset: 0, limit: 10 }).rows).toMatchObject([
      { key, state: 'ready', fields: [{ field: 'notes', after: '"Call first"' }] },
    ]);
  });

  it('is the last changed one of two, which taking over a colleague’s draft can leave', async () => {
    const { harness, key } = await withAccounts();
    const createForm = (notes: string | null) =>
      harness.workspace.drafts.create({ resource: 'accounts', kind: 'edit', origin: 'form' }, [
        {
          key,
          title: 'Account',
          subtitle: '',
          line: null,
          state: notes === null ? 'unchanged' : 'ready',
          fields: notes === null ? [] : [{ field: 'notes', before: 'null', after: notes, issue: null }],
          issue: null,
        },
      ]);
    createForm('"Earlier"');
    const later = createForm('"Later"');
    createForm(null); // opened, and not changed
    expect(harness.edits.open('accounts', key).id).toBe(later);
  });

  it('gives each change a separate version, even within one millisecond', async () => {
    const { harness, key } = await withAccounts();
    const { id } = harness.edits.open('accounts', key);
    const versions = Array.from({ length: 50 }, (_, number) => {
      harness.edits.saveRow(id, 0, [setField('notes', `note ${number}`)]);
      return harness.edits.drafts.get(id).updatedAt;
    });
    expect(new Set(versions).size).toBe(50);
    expect(versions.toSorted()).toEqual(versions);
  });

  it('keeps the original value of an edit across refreshes, and shows new values', async () => {
    const { harness, key } = await withAccounts();
    await harness.changeInService('accounts', key, { notes: 'first' });
    await harness.fetchList('accounts');
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('notes', 'mine')]);
    await harness.changeInService('accounts', key, { notes: 'theirs' });
    await harness.fetchList('accounts');
    harness.edits.open('accounts', key);
    const fields = [{ field: 'notes', before: '"first"', after: '"mine"', theirs: '"theirs"', issue: null }];
    expect(harness.edits.drafts.row(id, 0)).toMatchObject({ state: 'conflict', fields });
    harness.edits.saveRow(id, 0, [setField('notes', 'mine'), setField('required_cash', 12)]);
    expect(harness.edits.drafts.row(id, 0)).toMatchObject({
      state: 'conflict',
      fields: [...fields, { field: 'required_cash', after: '12' }],
    });
    harness.edits.resolve(id, 'mine', {});
    expect(harness.edits.drafts.row(id, 0)).toMatchObject({
      state: 'ready',
      fields: [{ field: 'notes', before: '"theirs"', after: '"mine"' }, { field: 'required_cash' }],
    });
  });

  it('survives a restart if it has changes', async () => {
    const { harness, key } = await withAccounts();
    const [, other = ''] = harness.firstKeys('accounts', 2);
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('nickname', 'Core')]);
    harness.edits.open('accounts', other);
    harness.workspace.close();
    const reopened = harness.open();
    expect(reopened.drafts.list().map((draft) => draft.id)).toEqual([id]);
    expect(reopened.drafts.allRows(id)).toMatchObject([{ fields: [{ field: 'nickname', after: '"Core"' }] }]);
    reopened.close();
  });

  it('survives a restart of the engine without changes, and is deleted a day later', async () => {
    const { harness, key } = await withAccounts();
    const { id } = harness.edits.open('accounts', key);
    harness.workspace.close();
    const restarted = harness.open();
    expect(restarted.drafts.allRows(id)).toMatchObject([{ key, fields: [] }]);
    restarted.close();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 1 });
    onTestFinished(() => void vi.useRealTimers());
    const reopened = harness.open();
    expect(failureFrom(() => reopened.drafts.get(id)).kind).toBe('not-found');
    reopened.close();
  });

  it('drops a field that is set to its original value, and explains an invalid value', async () => {
    const { harness, key } = await withAccounts();
    const { id } = harness.edits.open('accounts', key);
    const { required_cash: cash } = harness.cachedRecord('accounts', key);
    harness.edits.saveRow(id, 0, [setField('required_cash', cash)]);
    expect(harness.edits.drafts.row(id, 0)).toMatchObject({ state: 'unchanged', fields: [] });
    harness.edits.saveRow(id, 0, [
      setField('name', 'Somebody'),
      setField('payment_source', 'X'),
      setField('household_id', 1.5),
      { op: 'set', field: 'notes', json: '"open' },
      { op: 'set', field: 'target_allocation_id', json: '9007199254740993' },
    ]);
    const { state, fields } = harness.edits.drafts.row(id, 0);
    expect(state).toBe('wrong');
    expect(fields.map(({ field, issue }) => [field, issue?.code])).toEqual([
      ['name', 'not-editable'],
      ['payment_source', 'not-choice'],
      ['household_id', 'not-id'],
      ['notes', 'not-json'],
      ['target_allocation_id', undefined],
    ]);
  });

  it('is refused for a missing record, and for a list that cannot be edited', async () => {
    const { harness } = await withAccounts();
    expect(failureFrom(() => harness.edits.open('accounts', '1')).kind).toBe('not-found');
    expect(failureFrom(() => harness.edits.open('relatedPersons', '1')).kind).toBe('unexpected');
  });
});

describe('a draft with the same edits for many records', () => {
  it('can get new edits, which are resolved again and must be checked', async () => {
    const { harness } = await withAccounts();
    const keys = harness.firstKeys('accounts', 3);
    const { id } = harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(...keys), [
      setField('notes', 'Swept'),
    ]);
    expect(await harness.edits.check(id)).toMatchObject({ checkedAt: expect.any(String) as unknown });
    const draftRow = harness.edits.drafts.row(id, 2);
    harness.edits.drafts.put(id, [{ ...draftRow, key: '999999999' }]);
    const edits = [setField('required_cash', 12.5), setField('notes', null)];
    expect(harness.edits.change(id, edits)).toMatchObject({ id, edits, checkedAt: null, total: 3 });
    const [row] = harness.edits.drafts.allRows(id);
    expect(row?.fields[0]).toMatchObject({ field: 'required_cash', after: '12.5' });
    expect(harness.edits.drafts.row(id, 2)).toMatchObject({ state: 'gone', fields: [] });
    const form = harness.edits.open('accounts', keys[0] ?? '');
    expect(() => harness.edits.change(form.id, edits)).toThrow(/separate edits/);
  });

  it('must be checked again after one of its records was changed by another draft', async () => {
    const { harness } = await withAccounts();
    const keys = harness.firstKeys('accounts', 3);
    const draftOf = (recordKeys: readonly string[], notes: string) =>
      harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(...recordKeys), [
        setField('notes', notes),
      ]).id;
    const [both, other] = [draftOf(keys.slice(0, 2), 'Mine'), draftOf(keys.slice(2), 'Mine')];
    for (const id of [both, other]) await harness.edits.check(id);
    await harness.send(draftOf(keys.slice(0, 1), 'Sent'));
    expect(harness.edits.drafts.get(both).checkedAt).toBeNull();
    expect(harness.edits.drafts.get(other).checkedAt).not.toBeNull();
    expect(await harness.edits.check(both)).toMatchObject({ counts: { ready: 1, conflict: 1 } });
  });

  it('is not marked as checked if its edits change while records are read', async () => {
    const { harness } = await withAccounts();
    const { id } = harness.edits.draftMany(
      allRecordsQuery('accounts'),
      onlyKeys(...harness.firstKeys('accounts', 2)),
      [setField('notes', 'Swept')],
    );
    harness.beforeRequest = () => {
      if (harness.edits.drafts.get(id).edits.length === 1)
        harness.edits.change(id, [setField('notes', 'Other'), setField('required_cash', 3)]);
    };
    expect(await harness.edits.check(id)).toMatchObject({ checkedAt: null, counts: { ready: 2 } });
    expect(harness.edits.drafts.row(id, 0).fields).toMatchObject([{ after: '"Other"' }, { after: '3' }]);
  });

  it('resolves the edits for each record, and reports which stay unchanged', async () => {
    const { harness } = await withAccounts();
    const [a = '', b = '', c = ''] = harness.firstKeys('accounts', 3);
    await harness.changeInService('accounts', a, { do_not_buy_securities_ids: [7, 9], benchmarks_ids: [1] });
    await harness.changeInService('accounts', b, { do_not_buy_securities_ids: [5], benchmarks_ids: [1, 2] });
    await harness.changeInService('accounts', c, { do_not_buy_securities_ids: [7], benchmarks_ids: [2] });
    await harness.fetchList('accounts');
    const draft = harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(a, b, c), [
      { op: 'add', field: 'do_not_buy_securities_ids', items: ['7', '9007199254740993'] },
      { op: 'remove', field: 'do_not_buy_securities_ids', items: ['9007199254740993', '5'] },
      { op: 'replace', field: 'benchmarks_ids', from: '1', to: '2' },
    ]);
    expect(draft).toMatchObject({ total: 3, counts: { ready: 2, unchanged: 1 }, origin: 'bulk' });
    const rows = new Map(harness.edits.drafts.allRows(draft.id).map((row) => [row.key, row]));
    expect(rows.get(a)?.fields).toMatchObject([{ field: 'benchmarks_ids', before: '[1]', after: '[2]' }]);
    expect(rows.get(b)?.fields).toMatchObject([
      { field: 'do_not_buy_securities_ids', before: '[5]', after: '[7]' },
      { field: 'benchmarks_ids', before: '[1,2]', after: '[2]' },
    ]);
    expect(rows.get(c)).toMatchObject({ state: 'unchanged', fields: [] });
    expect(harness.edits.drafts.rows(draft.id, { state: 'ready', offset: 1, limit: 5 })).toMatchObject({
      total: 2,
      rows: [{ state: 'ready' }],
    });
  });
});

it('appends a text to the present value of each record, once', async () => {
  const { harness } = await withAccounts();
  const [a = '', b = '', c = ''] = harness.firstKeys('accounts', 3);
  await harness.changeInService('accounts', a, { notes: 'Call first' });
  await harness.changeInService('accounts', b, { notes: null });
  await harness.changeInService('accounts', c, { notes: 'Call first Moved “West”' });
  await harness.fetchList('accounts');
  const { edits } = harness;
  const { id } = edits.draftMany(allRecordsQuery('accounts'), onlyKeys(a, b, c), [
    { op: 'append', field: 'notes', json: '"Moved “West”"' },
  ]);
  const rows = new Map(edits.drafts.allRows(id).map((row) => [row.key, row]));
  expect(rows.get(a)?.fields).toMatchObject([{ before: '"Call first"', after: '"Call first Moved “West”"' }]);
  expect(rows.get(b)?.fields).toMatchObject([{ after: '"Moved “West”"' }]);
  expect(rows.get(c)).toMatchObject({ state: 'unchanged', fields: [] });
  expect(edits.drafts.overwrites(id)).toMatchObject([{ extended: 1, filled: 1, replaced: 0 }]);
});

describe('the draft that collects cells of a list', () => {
  const fieldsOf = ({ fields }: { fields: readonly { field: string; after: string }[] }) =>
    fields.map(({ field, after }) => `${field} ${after}`);

  it('gets one row per record, and survives a restart', async () => {
    const { harness } = await withAccounts();
    const [first = '', second = ''] = harness.firstKeys('accounts', 2);
    const { edits } = harness;
    const id = edits.collect('accounts', first, 'required_cash', '5000.10')?.id ?? '';
    expect(edits.collect('accounts', first, 'notes', '"Call first"')).toMatchObject({ id, total: 1 });
    expect(edits.collect('accounts', second, 'notes', '"Second"')).toMatchObject({
      id,
      origin: 'cells',
      total: 2,
      counts: { ready: 2 },
      title: null,
    });
    harness.workspace.close();
    const reopened = harness.open();
    expect(reopened.drafts.ofCells('accounts')).toBe(id);
    expect(reopened.drafts.allRows(id).map(fieldsOf)).toEqual([
      ['required_cash 5000.10', 'notes "Call first"'],
      ['notes "Second"'],
    ]);
    reopened.close();
  });

  it('drops a cell that is reset, then its row, and finally the draft', async () => {
    const { harness } = await withAccounts();
    const [first = '', second = ''] = harness.firstKeys('accounts', 2);
    const { edits } = harness;
    edits.collect('accounts', first, 'notes', '"One"');
    const id = edits.collect('accounts', second, 'notes', '"Two"')?.id ?? '';
    const remaining = edits.collect('accounts', first, 'notes', undefined);
    expect(remaining).toMatchObject({
      id,
      total: 1,
      key: second,
      title: harness.cachedRecord('accounts', second)['name'],
    });
    expect(edits.drafts.row(id, 0)).toMatchObject({ key: second, index: 0 });
    // Setting a cell to the record's current value is no edit either.
    const cachedValue = JSON.stringify(harness.cachedRecord('accounts', second)['notes'] ?? null);
    expect(edits.collect('accounts', second, 'notes', cachedValue)).toBeNull();
    expect(edits.drafts.ofCells('accounts')).toBeNull();
  });

  it('is unchecked again after every cell, and sends what was collected', async () => {
    const { harness, key } = await withAccounts();
    const { edits } = harness;
    const id = edits.collect('accounts', key, 'notes', '"Call first"')?.id ?? '';
    expect((await edits.check(id)).checkedAt).not.toBeNull();
    expect(edits.collect('accounts', key, 'nickname', '"Core"')?.checkedAt).toBeNull();
    const job = await harness.send(id);
    expect(harness.outcomes(job.id)).toMatchObject([{ key, state: 'done' }]);
    expect(harness.cachedRecord('accounts', key)).toMatchObject({ notes: 'Call first' });
    expect(edits.drafts.ofCells('accounts')).toBeNull();
  });

  it('refuses a missing record, and reports a value that cannot be sent', async () => {
    const { harness, key } = await withAccounts();
    expect(failureFrom(() => harness.edits.collect('accounts', '1', 'notes', '"x"')).kind).toBe('not-found');
    const draft = harness.edits.collect('accounts', key, 'name', '"Somebody"');
    expect(draft).toMatchObject({ counts: { wrong: 1 } });
  });
});
