import { describe, expect, it } from 'vitest';
import { failureFrom } from '../workspace/temp-workspace';
import { EditsHarness, allRecordsQuery, onlyKeys, setField } from './harness';

const withAccounts = async (): Promise<{ bench: EditsHarness; key: string }> => {
  const bench = await EditsHarness.start();
  await bench.fetchList('accounts');
  return { bench, key: bench.keys('accounts', 1)[0] ?? '' };
};

describe('the draft of a form', () => {
  it('is reopened if it exists, and listed once something changed', async () => {
    const { bench, key } = await withAccounts();
    const { drafts } = bench.edits;
    const stream = drafts.follow(undefined);
    expect((await stream.next()).value).toEqual([]);
    const draft = bench.edits.open('accounts', key);
    expect(draft).toMatchObject({
      total: 1,
      counts: { unchanged: 1 },
      title: bench.cachedRecord('accounts', key)['name'],
    });
    expect(bench.edits.open('accounts', key).id).toBe(draft.id);
    bench.edits.keep(draft.id, 0, [setField('notes', 'Call first')]);
    const told = await stream.next();
    expect(told.value).toMatchObject([{ id: draft.id, counts: { ready: 1 } }]);
    await stream.return();
    expect(drafts.rows(draft.id, { offset: 0, limit: 10 }).rows).toMatchObject([
      { key, state: 'ready', fields: [{ field: 'notes', after: '"Call first"' }] },
    ]);
  });

  it('keeps the original value of an edit across refreshes, and shows new values', async () => {
    const { bench, key } = await withAccounts();
    await bench.elsewhere('accounts', key, { notes: 'first' });
    await bench.fetchList('accounts');
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [setField('notes', 'mine')]);
    await bench.elsewhere('accounts', key, { notes: 'theirs' });
    await bench.fetchList('accounts');
    bench.edits.open('accounts', key);
    const fields = [{ field: 'notes', before: '"first"', after: '"mine"', theirs: '"theirs"', remark: null }];
    expect(bench.edits.drafts.row(id, 0)).toMatchObject({ state: 'conflict', fields });
    bench.edits.keep(id, 0, [setField('notes', 'mine'), setField('required_cash', 12)]);
    expect(bench.edits.drafts.row(id, 0)).toMatchObject({
      state: 'conflict',
      fields: [...fields, { field: 'required_cash', after: '12' }],
    });
    bench.edits.resolve(id, 'mine', {});
    expect(bench.edits.drafts.row(id, 0)).toMatchObject({
      state: 'ready',
      fields: [{ field: 'notes', before: '"theirs"', after: '"mine"' }, { field: 'required_cash' }],
    });
  });

  it('survives a restart if it has changes', async () => {
    const { bench, key } = await withAccounts();
    const [, other = ''] = bench.keys('accounts', 2);
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [setField('nickname', 'Core')]);
    const empty = bench.edits.open('accounts', other).id;
    bench.workspace.close();
    const again = bench.open();
    expect(again.drafts.list().map((draft) => draft.id)).toEqual([id]);
    expect(again.drafts.allRows(id)).toMatchObject([{ fields: [{ field: 'nickname', after: '"Core"' }] }]);
    expect(failureFrom(() => again.drafts.get(empty)).kind).toBe('not-found');
    again.close();
  });

  it('drops a field with its original value, and explains an invalid value', async () => {
    const { bench, key } = await withAccounts();
    const { id } = bench.edits.open('accounts', key);
    const { required_cash: cash } = bench.cachedRecord('accounts', key);
    bench.edits.keep(id, 0, [setField('required_cash', cash)]);
    expect(bench.edits.drafts.row(id, 0)).toMatchObject({ state: 'unchanged', fields: [] });
    bench.edits.keep(id, 0, [
      setField('name', 'Somebody'),
      setField('payment_source', 'X'),
      setField('household_id', 1.5),
      { op: 'set', field: 'notes', json: '"open' },
      { op: 'set', field: 'target_allocation_id', json: '9007199254740993' },
    ]);
    const { state, fields } = bench.edits.drafts.row(id, 0);
    expect(state).toBe('wrong');
    expect(fields.map(({ field, remark }) => [field, remark?.code])).toEqual([
      ['name', 'not-editable'],
      ['payment_source', 'not-choice'],
      ['household_id', 'not-id'],
      ['notes', 'not-json'],
      ['target_allocation_id', undefined],
    ]);
  });

  it('is refused for a missing record, and for a list that cannot be edited', async () => {
    const { bench } = await withAccounts();
    expect(failureFrom(() => bench.edits.open('accounts', '1')).kind).toBe('not-found');
    expect(failureFrom(() => bench.edits.open('relatedPersons', '1')).kind).toBe('unexpected');
  });
});

describe('a draft with the same edits for many records', () => {
  it('can get new edits, which are resolved again and must be checked', async () => {
    const { bench } = await withAccounts();
    const keys = bench.keys('accounts', 3);
    const { id } = bench.edits.many(allRecordsQuery('accounts'), onlyKeys(...keys), [
      setField('notes', 'Swept'),
    ]);
    expect(await bench.edits.check(id)).toMatchObject({ checkedAt: expect.any(String) as unknown });
    const gone = bench.edits.drafts.row(id, 2);
    bench.edits.drafts.put(id, [{ ...gone, key: '999999999' }]);
    const edits = [setField('required_cash', 12.5), setField('notes', null)];
    expect(bench.edits.change(id, edits)).toMatchObject({ id, edits, checkedAt: null, total: 3 });
    const [row] = bench.edits.drafts.allRows(id);
    expect(row?.fields).toMatchObject([
      { field: 'required_cash', after: '12.5' },
      ...(row?.fields.slice(1) ?? []),
    ]);
    expect(bench.edits.drafts.row(id, 2)).toMatchObject({ state: 'gone', fields: [] });
    const form = bench.edits.open('accounts', keys[0] ?? '');
    expect(() => bench.edits.change(form.id, edits)).toThrow(/edits of their own/);
  });

  it('is not marked as checked if its edits change while records are read', async () => {
    const { bench } = await withAccounts();
    const { id } = bench.edits.many(allRecordsQuery('accounts'), onlyKeys(...bench.keys('accounts', 2)), [
      setField('notes', 'Swept'),
    ]);
    bench.before = () => {
      if (bench.edits.drafts.get(id).edits.length === 1)
        bench.edits.change(id, [setField('notes', 'Other'), setField('required_cash', 3)]);
    };
    expect(await bench.edits.check(id)).toMatchObject({ checkedAt: null, counts: { ready: 2 } });
    expect(bench.edits.drafts.row(id, 0).fields).toMatchObject([{ after: '"Other"' }, { after: '3' }]);
  });

  it('resolves the edits for each record, and reports which stay unchanged', async () => {
    const { bench } = await withAccounts();
    const [a = '', b = '', c = ''] = bench.keys('accounts', 3);
    await bench.elsewhere('accounts', a, { do_not_buy_securities_ids: [7, 9], benchmarks_ids: [1] });
    await bench.elsewhere('accounts', b, { do_not_buy_securities_ids: [5], benchmarks_ids: [1, 2] });
    await bench.elsewhere('accounts', c, { do_not_buy_securities_ids: [7], benchmarks_ids: [2] });
    await bench.fetchList('accounts');
    const draft = bench.edits.many(allRecordsQuery('accounts'), onlyKeys(a, b, c), [
      { op: 'add', field: 'do_not_buy_securities_ids', items: ['7', '9007199254740993'] },
      { op: 'remove', field: 'do_not_buy_securities_ids', items: ['9007199254740993', '5'] },
      { op: 'replace', field: 'benchmarks_ids', from: '1', to: '2' },
    ]);
    expect(draft).toMatchObject({ total: 3, counts: { ready: 2, unchanged: 1 }, origin: 'bulk' });
    const rows = new Map(bench.edits.drafts.allRows(draft.id).map((row) => [row.key, row]));
    expect(rows.get(a)?.fields).toMatchObject([{ field: 'benchmarks_ids', before: '[1]', after: '[2]' }]);
    expect(rows.get(b)?.fields).toMatchObject([
      { field: 'do_not_buy_securities_ids', before: '[5]', after: '[7]' },
      { field: 'benchmarks_ids', before: '[1,2]', after: '[2]' },
    ]);
    expect(rows.get(c)).toMatchObject({ state: 'unchanged', fields: [] });
    expect(bench.edits.drafts.rows(draft.id, { state: 'ready', offset: 1, limit: 5 })).toMatchObject({
      total: 2,
      rows: [{ state: 'ready' }],
    });
  });
});
